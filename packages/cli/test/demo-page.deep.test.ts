import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chromiumFlags, findChromium } from "../../../scripts/lib/chromium.mjs";
import { cli, plainEnv, run } from "./support/run.js";

const executablePath: string = findChromium() ?? expect.fail("There is no Chromium");

/** Text as it stands, however it is wrapped. */
const flat = (text: string) => text.replace(/\s+/g, " ");

describe("readback demo --auto", () => {
  it("plays all four stories on the real page, with a blank screen and a person who is away", async () => {
    const { code, stdout, stderr } = await run(["demo", "--auto"], { CHROME_PATH: executablePath });
    expect([code, stderr]).toEqual([0, ""]);
    const story = flat(stdout);
    const [, ask = "", guard = "", instruction = "", verify = ""] = story.split(/━━ \d of 4 · /);
    const [, success = "", retry = "", exhaustion = "", silence = ""] = ask.split("● ");
    expect(success).toContain('outcome: "answered" renderConfirmed: true');
    expect(success).toContain('"values":["Postgres"]');
    for (const hidden of [retry, exhaustion]) expect(hidden).toContain("the screen stays blank");
    const flags = (text: string) => [...text.matchAll(/shouldRetry: (\w+)/g)].map(([, it]) => it);
    expect([flags(retry), flags(exhaustion)]).toEqual([["true"], ["true", "false"]]);
    expect(retry).toContain('outcome: "answered"');
    expect(silence).toContain('outcome: "timed_out" shouldRetry: false');
    expect(guard).toContain("Review your work first");
    expect(guard).toContain("Validation failed for 'Fix the rounding' (attempt 2 of 3)");
    expect(guard).toContain("Maximum retry attempts (3) exceeded");
    expect(guard).toMatch(/person Approve it machine .*decision: "allow"/);
    expect(instruction).toContain("**URGENT:** Answer the review");
    expect(instruction).toMatch(/person Send it again machine .*agent answers the review/);
    expect(verify).toContain("## Task Escalation Required");
    expect(verify).toContain('status: "done" attempts: 4');
    // Everything but what was hidden on purpose appeared at its first presentation.
    expect(story.replace(retry, "").replace(exhaustion, "")).not.toContain("failed to render");
  });

  it("shows the secret of its page to nobody who can list processes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "readback-argv-"));
    const CHROME_PATH = join(folder, "browser");
    writeFileSync(CHROME_PATH, `#!/bin/sh\necho "$@" > "${folder}/argv"\n`, { mode: 0o755 });
    await run(["demo", "--auto"], { CHROME_PATH });
    const argv = readFileSync(join(folder, "argv"), "utf8");
    rmSync(folder, { recursive: true });
    expect(argv).toMatch(/file:\S+\.html/);
    expect(argv).not.toContain("launch=");
  });

  it("ends at once when its browser does, and says so", async () => {
    const { code, stderr } = await run(["demo", "--auto"], { CHROME_PATH: "/bin/true" });
    expect([code, stderr]).toEqual([1, "The browser ended early (0).\n"]);
  });

  it("says what to do where there is no browser", async () => {
    const { code, stdout, stderr } = await run(["demo", "--auto"], { PATH: "", CHROME_PATH: "" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("there is no Chromium or Chrome");
    const wrong = await run(["demo", "--auto"], { CHROME_PATH: "/there/is/none" });
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([1, "", stderr]);
    expect(stderr).toContain("readback demo --terminal --auto");
  });
});

describe("readback demo with a port", () => {
  it.each(["abc", "99999", "1.5", "-1"])("refuses %s in one sentence", async (port) => {
    const { code, stdout, stderr } = await run(["demo", `--port=${port}`]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`--port does not take "${port}". It takes a port, 0 to 65535.`);
  });

  it("says in one sentence that it is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await run(["demo", "--no-open", `--port=${port}`]);
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`port: ${port} is in use`);
    expect(stderr).not.toContain(" at ");
  });
});

describe("readback demo", () => {
  let browser: Browser;
  const children: ReturnType<typeof spawn>[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: chromiumFlags });
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => browser.close());

  /** The demo, and a person's tab with its page. */
  async function start(env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [cli, "demo", "--no-open"], { env: plainEnv(env) });
    children.push(child);
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    await expect.poll(() => stdout).toMatch(/file:\S+\.html/);
    const [url = ""] = /file:\S+\.html/.exec(stdout) ?? [];
    const tab = await browser.newPage({ viewport: { width: 1_200, height: 900 } });
    await tab.goto(url);
    return { child, tab, said: () => flat(stdout) };
  }
  const play = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
  const answer = async (tab: Page, label: string) => {
    const card = tab.locator("article[data-phase=open]");
    await card.getByText(label, { exact: true }).click();
    await card.getByRole("button", { name: "Send" }).click();
  };

  it("lets a person play a machine, break the page, and fix it in time", async () => {
    const { tab, said } = await start();
    await play(tab, "Ask");
    await answer(tab, "SQLite");
    await expect.poll(said).toContain('"values":["SQLite"]');
    await tab.getByRole("switch", { name: /stays blank/ }).check();
    await play(tab, "Ask");
    await tab.getByRole("log").getByText("calls again with the same parameters").waitFor();
    await tab.getByRole("switch", { name: /stays blank/ }).uncheck();
    await tab.getByText("Previous attempt failed to display").first().waitFor();
    await answer(tab, "Postgres");
    await expect.poll(said).toContain('"values":["Postgres"]');
  });

  it("lets nobody answer while the person is away, and stops a machine when asked to", async () => {
    const { tab, said } = await start();
    await tab.getByRole("switch", { name: /is away/ }).check();
    await play(tab, "Ask");
    await tab.locator("article[data-phase=open]").waitFor();
    expect(await tab.locator("readback-questions").evaluate((it: HTMLElement) => it.inert)).toBe(
      true,
    );
    await expect.poll(said, { timeout: 15_000 }).toContain('outcome: "timed_out"');
    await tab.getByRole("switch", { name: /is away/ }).uncheck();
    await play(tab, "Verify");
    await tab.locator("article[data-phase=open]").waitFor();
    await tab.getByRole("button", { name: "Stop" }).click();
    await expect.poll(said).toContain("stopped");
    await tab.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  });

  it("does not keep anybody waiting for a person who goes away in the middle", async () => {
    const { tab, said } = await start();
    await play(tab, "Ask");
    await tab.locator("article[data-phase=open]").waitFor();
    await tab.getByRole("switch", { name: /is away/ }).check();
    await expect.poll(said, { timeout: 15_000 }).toContain('outcome: "timed_out"');
  });

  it("does not take a switch back because of news that was on its way when it was switched", async () => {
    const { tab } = await start();
    const away = tab.getByRole("switch", { name: /is away/ });
    await away.waitFor();
    const old = tab.evaluate(
      () =>
        new Promise((resolve) => {
          const keep = (event: Event) => resolve((event as CustomEvent).detail);
          document.addEventListener("readback-panel", keep, { once: true });
        }),
    );
    await play(tab, "Ask");
    const state = await old;
    const isChecked = await away.evaluate((input: HTMLInputElement, detail) => {
      input.click();
      document.dispatchEvent(new CustomEvent("readback-panel", { detail }));
      return input.checked;
    }, state);
    expect(isChecked).toBe(true);
    await away.uncheck();
    await expect.poll(() => away.isChecked()).toBe(false);
  });

  it("takes an answer after the time is up, and gives it to the agent that asks again", async () => {
    const { tab, said } = await start();
    await tab.getByRole("switch", { name: /is away/ }).check();
    await play(tab, "Ask");
    await expect.poll(said, { timeout: 15_000 }).toContain('outcome: "timed_out"');
    await tab.getByRole("switch", { name: /is away/ }).uncheck();
    await tab.getByRole("button", { name: "Answer anyway" }).click();
    await tab.getByText("SQLite", { exact: true }).click();
    await tab.getByRole("button", { name: "Send anyway" }).click();
    await tab.locator("article[data-phase=sent]").waitFor();
    await play(tab, "Ask");
    await expect.poll(said).toContain('"values":["SQLite"]');
  });

  it.skipIf(process.platform === "win32")(
    "opens the machines in a tab of their own, with those that are played",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "readback-opener-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const opened = join(folder, "opened");
      for (const name of ["xdg-open", "open"]) {
        writeFileSync(join(folder, name), `#!/bin/sh\necho "$1" > "${opened}"\n`, { mode: 0o755 });
      }
      const { tab } = await start({ PATH: `${folder}:${process.env.PATH}`, DISPLAY: ":1" });
      await tab.getByRole("button", { name: "See the machines" }).click();
      await tab.getByRole("log").getByText("the machines are in a tab of their own").waitFor();
      const file = readFileSync(opened, "utf8").trim();
      expect(file).toMatch(/^file:\S+\.html$/);
      const machines = await browser.newPage();
      await machines.goto(file);
      await play(tab, "Ask");
      await machines.getByText("The person owes the agent an answer").waitFor();
      expect(machines.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    },
  );

  it("says where the machines are when no browser can be opened", async () => {
    const { tab } = await start({ PATH: "" });
    await tab.getByRole("button", { name: "See the machines" }).click();
    const told = tab.getByRole("log").getByText(/Open this file in a browser: file:\S+\.html/);
    await told.waitFor();
    const [file = ""] = /file:\S+\.html/.exec((await told.textContent()) ?? "") ?? [];
    const machines = await browser.newPage();
    await machines.goto(file);
    await expect.poll(() => machines.title()).toContain("Readback: the demo");
  });

  it("ends with Ctrl-C, with code 0", async () => {
    const { child } = await start();
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
