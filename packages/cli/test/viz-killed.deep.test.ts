import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useBrowser } from "../../web/test/support/browser.js";
import { cli } from "./support/run.js";

const browser = useBrowser();
let folder = "";
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-viz-killed-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

/** Another process of the project claims todos; each is one instance of two entries. */
async function claimed(...todos: readonly string[]): Promise<void> {
  const journal = createFileJournal({ folder: join(folder, ".readback", "journal") });
  const guard = createTodoGuard({ journal });
  for (const todo of todos) {
    await guard.check({ session: "s", toolUseId: `call of ${todo}`, completing: [todo] });
  }
  guard.dispose();
  journal.close();
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** `readback viz`, and the file that opens its page. */
async function started(port: string) {
  const child = spawn(process.execPath, [cli, "viz", folder, "--no-open", "--port", port], {
    // The key with which this process proves what it writes.
    env: process.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain("Following.");
  return { child, link: /file:\/\/\S+/.exec(said)?.[0] ?? expect.fail(said) };
}

it("misses nothing when its server is killed and started again", { timeout: 240_000 }, async () => {
  await claimed("one", "two");
  const port = await freePort();
  const first = await started(port);
  const context = await browser.context({ viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(first.link);
  await page.getByText("2 instances", { exact: true }).waitFor();

  const gone = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await gone;
  await page.getByText(/Connection lost/).waitFor();
  await claimed("three", "four", "five");
  // What was seen stays, until there is somebody to ask again.
  await page.getByText("2 instances", { exact: true }).waitFor();

  const second = await started(port);
  // Whoever answers now has not proven to be who was asked before: only its link does that.
  await page.getByText(/If you have run `readback viz` again, open its link/).waitFor();
  await page.goto(second.link);
  await page.getByText("5 instances", { exact: true }).waitFor();
  for (const todo of ["one", "two", "three", "four", "five"]) {
    await page.locator(".rows").getByText(todo, { exact: true }).waitFor();
  }
  await page.getByText("10 entries").waitFor();
  await claimed("six");
  await page.getByText("6 instances", { exact: true }).waitFor();
  await page.getByText("12 entries").waitFor();
});
