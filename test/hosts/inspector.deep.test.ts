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
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the question in the Inspector's own view of apps. */
  async function ask(question: string): Promise<Page> {
    const page = (await browser?.newPage({ viewport: { width: 1400, height: 1400 } })) as Page;
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    await page.getByRole("switch", { name: /Connect or disconnect/ }).click({ force: true });
    await page.getByText("Apps", { exact: true }).first().click();
    await page.getByText("Ask the user", { exact: true }).first().click();
    await page.getByRole("button", { name: "Add item to questions" }).click();
    await page
      .getByLabel(/^question\b/i)
      .first()
      .fill(question);
    await page.getByRole("button", { name: "Open App" }).click();
    return page;
  }

  const viewIn = (page: Page) => page.frameLocator("iframe").frameLocator("iframe");

  /** What the client was told, as it shows it. */
  async function toldIn(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Expand all" }).click();
    await page.getByText("renderConfirmed").first().waitFor();
    return (await page.locator("body").allInnerTexts()).join("\n");
  }

  it("lists the app, shows the question, and gets the answer with its acknowledgement", async ({
    skip,
  }) => {
    if (!browser) return skip("it could not be installed");
    const page = await ask("Which name?");
    const view = viewIn(page);
    await view.getByRole("textbox").fill("Ada");
    await view.getByRole("button", { name: "Send" }).click();
    await view.getByText("Sent.").first().waitFor();
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
    await page.getByText("Back to Input").click();
    await page.getByRole("button", { name: "Open App" }).click();
    await expect.poll(() => viewIn(page).getByRole("textbox").inputValue()).toBe("bl");
    await viewIn(page).getByRole("button", { name: "Dismiss" }).click();
    const told = await toldIn(page);
    expect(told).toContain('"outcome": "cancelled"');
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
