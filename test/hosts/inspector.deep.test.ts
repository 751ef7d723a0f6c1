import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumFlags, chromium as findChromium } from "../../scripts/lib/chromium.mjs";
import { installPackage } from "./install.js";

// The reference host of MCP Apps, with our server in it. It needs Node 22 or newer: one from npm runs it.

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const PATIENT = { timeout: 60_000 };
const NODE = `node-${process.platform}-${process.arch}`;
const server = fileURLToPath(
  new URL("../../packages/mcp/test/support/server.mjs", import.meta.url),
);

describe(`MCP Inspector ${INSPECTOR.replace(/^.*@/, "")}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "readback-inspector-"));
  let browser: Browser | undefined;
  let inspector: ChildProcess | undefined;
  let url = "";

  beforeAll(async () => {
    const installed = await installPackage(INSPECTOR, `${NODE}@24`);
    if ("problem" in installed) {
      console.error(`SKIPPED ${INSPECTOR}: ${installed.problem}`);
      return;
    }
    const { modules } = installed;
    const settings = JSON.stringify({ dir: join(folder, "state"), surface: "app" });
    const command = { command: process.execPath, args: [server, settings] };
    const config = join(folder, "mcp.json");
    writeFileSync(config, JSON.stringify({ mcpServers: { readback: command } }));
    const [port, sandbox, origin] = await freePorts(3);
    const launcher = join(
      modules,
      INSPECTOR.replace(/@[^@]*$/, ""),
      "clients/launcher/build/index.js",
    );
    inspector = spawn(join(modules, NODE, "bin/node"), [launcher, "--web", "--config", config], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, MCP_INSPECTOR_SECRET_STORE: "memory" },
        ...{ CLIENT_PORT: port, MCP_SANDBOX_PORT: sandbox, MCP_APP_ORIGIN_PORT: origin },
        // On loopback, for this test, with a home of its own.
        ...{ MCP_AUTO_OPEN_ENABLED: "false", DANGEROUSLY_OMIT_AUTH: "true" },
      },
    });
    await new Promise<void>((resolve) => {
      createInterface(inspector?.stdout as NodeJS.ReadableStream).on("line", (line) => {
        if (line.includes("up and running")) resolve();
      });
    });
    url = `http://127.0.0.1:${port}/`;
    const executablePath = await findChromium();
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: chromiumFlags,
    });
  });

  afterAll(async () => {
    await browser?.close();
    if (inspector && inspector.exitCode === null) {
      const exited = once(inspector, "exit");
      inspector.kill();
      await exited;
    }
    // The server that the Inspector had started may still be ending.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });

  /** A page of the Inspector, with a server of its own, which shows its tools or its apps. */
  async function connect(tab: "Apps" | "Tools"): Promise<Page> {
    const page = (await browser?.newPage({ viewport: { width: 1400, height: 1400 } })) as Page;
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    await page.getByRole("switch", { name: /Connect or disconnect/ }).click({ force: true });
    await page.getByText(tab, { exact: true }).first().click();
    await page.getByText("Ask the user", { exact: true }).first().click();
    await page.getByRole("button", { name: "Add item to questions" }).click();
    return page;
  }

  async function askIn(page: Page, question: string, button = "Open App"): Promise<void> {
    await page
      .getByLabel(/^question\b/i)
      .first()
      .fill(question);
    await page.getByRole("button", { name: button }).click();
  }

  /** Opens the question in the Inspector's own view of apps. */
  async function ask(question: string): Promise<Page> {
    const page = await connect("Apps");
    await askIn(page, question);
    return page;
  }

  const viewIn = (page: Page) => page.frameLocator("iframe").frameLocator("iframe");

  async function answerIn(page: Page, text: string): Promise<void> {
    await viewIn(page).getByRole("textbox").fill(text);
    await viewIn(page).getByRole("button", { name: "Send" }).click();
    await viewIn(page).getByText("Sent.").first().waitFor();
  }

  /** What the client was told, as it shows it. */
  async function toldIn(page: Page): Promise<string> {
    await page.getByText("Protocol", { exact: true }).first().click();
    await page.getByRole("button", { name: "Expand all" }).click();
    await page.getByText("renderConfirmed").first().waitFor();
    return (await page.locator("body").allInnerTexts()).join("\n");
  }

  it("lists the app, shows the question, and gets the answer with its acknowledgement", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which name?");
    await answerIn(page, "Ada");
    const told = await toldIn(page);
    expect(told).toContain('"outcome": "answered"');
    expect(told).toContain('"renderConfirmed": true');
    expect(told).toContain('"surface": "app"');
    await page.close();
  });

  it("shows a question again that was typed in and taken down, and is told of a dismissal", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which colour?");
    await viewIn(page).getByRole("textbox").pressSequentially("bl");
    // It takes views down without waiting for their last word: the one before has it.
    await page.getByText("Protocol", { exact: true }).first().click();
    const said = () => page.getByText("readback_view", { exact: true }).count();
    const before = await said();
    await expect.poll(said, PATIENT).toBeGreaterThan(before + 1);
    await page.getByText("Back to Input").click();
    await page.getByRole("button", { name: "Open App" }).click();
    await expect.poll(() => viewIn(page).getByRole("textbox").inputValue(), PATIENT).toBe("bl");
    await viewIn(page).getByRole("button", { name: "Dismiss" }).click();
    const told = await toldIn(page);
    expect(told).toContain('"outcome": "cancelled"');
    await page.close();
  });

  it("shows two questions at once, each in its own view, and gives each call its own answer", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const name = await ask("Which city?");
    const colour = await ask("Which tree?");
    await viewIn(name).getByText("Which city?").first().waitFor();
    await viewIn(colour).getByText("Which tree?").first().waitFor();
    expect(await viewIn(name).getByText("Which tree?").count()).toBe(0);
    expect(await viewIn(colour).getByText("Which city?").count()).toBe(0);
    await answerIn(colour, "an elm");
    await answerIn(name, "Basel");
    expect(await toldIn(colour)).toContain('"an elm"');
    const told = await toldIn(name);
    expect(told).toContain('"Basel"');
    expect(told).not.toContain("an elm");
    await Promise.all([name.close(), colour.close()]);
  });

  it("has two calls of one connection wait: the view has the question of its own call, and comes back to the other", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which river?");
    const pending = () => page.getByText(/^pending$/i).count();
    await viewIn(page).getByText("Which river?").first().waitFor();
    await page.getByText("Back to Input").click();
    await askIn(page, "Which lake?");
    await viewIn(page).getByText("Which lake?").first().waitFor();
    expect(await viewIn(page).getByText("Which river?").count()).toBe(0);
    await answerIn(page, "Como");
    await page.getByText("Protocol", { exact: true }).first().click();
    // The first call waits on.
    await expect.poll(pending, PATIENT).toBe(1);
    await page.getByText("Back to Input").click();
    await askIn(page, "Which river?");
    await answerIn(page, "the Rhine");
    // Both calls for it have the answer.
    await expect.poll(pending, PATIENT).toBe(0);
    const told = await toldIn(page);
    expect(told).toContain('"Como"');
    expect(told).toContain('"the Rhine"');
    await page.close();
  });

  it("cancels a call: another one for the same question waits on, in its view, and has the answer", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which day?");
    await viewIn(page).getByText("Which day?").first().waitFor();
    const other = await connect("Tools");
    await askIn(other, "Which day?", "Execute Tool");
    await other.getByRole("button", { name: "Cancel", exact: true }).click();
    await other.getByText("Tool call cancelled").first().waitFor();
    await other.getByText("Protocol", { exact: true }).first().click();
    await other.getByText("notifications/cancelled").first().waitFor();
    await answerIn(page, "Monday");
    expect(await toldIn(page)).toContain('"Monday"');
    await Promise.all([page.close(), other.close()]);
  });

  it("is dark: so is the view", async ({ skip }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which night?");
    await viewIn(page).getByRole("textbox").waitFor();
    const scheme = () =>
      viewIn(page)
        .locator("html")
        .evaluate((root) => root.ownerDocument.defaultView?.getComputedStyle(root).colorScheme);
    const before = await scheme();
    await page.getByRole("button", { name: "Toggle color scheme" }).click();
    await expect.poll(scheme, PATIENT).not.toBe(before);
    await answerIn(page, "tonight");
    await page.close();
  });
});

async function freePorts(count: number): Promise<string[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const one = createServer().listen(0, "127.0.0.1");
      await once(one, "listening");
      return one;
    }),
  );
  const ports = servers.map((one) => String((one.address() as { port: number }).port));
  await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))));
  return ports;
}
