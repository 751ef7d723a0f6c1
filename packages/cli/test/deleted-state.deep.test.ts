import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAgent } from "./support/mcp-client.js";
import { hasTerminals, KEYS, openTerminal } from "./support/terminal.js";

const name = { id: "name", question: "What is it called?" };
const colour = { id: "colour", question: "Which colour?" };

/** A question has to rest before a key can decide anything. */
const rested = () => new Promise((resolve) => setTimeout(resolve, 300));

/** As `rm -rf`, which gives up a folder in which somebody writes meanwhile. */
function removeOnce(path: string): void {
  try {
    rmSync(path, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
  }
}

describe.skipIf(!hasTerminals)("rm -rf .readback under a server and a terminal", () => {
  it("ends no wait: the question is answered, and the next one works", {
    timeout: 120_000,
  }, async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "readback-deleted-")));
    onTestFinished(() =>
      rm(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
    );
    const agent = await startAgent(cwd);
    const terminal = openTerminal(["answer"], { cwd });
    onTestFinished(() => terminal.close());
    await terminal.sees("Nothing waits");
    const first = agent.ask([name]);
    await terminal.sees("What is it called?");
    removeOnce(join(cwd, ".readback"));
    await rested();
    terminal.press("shop");
    await terminal.sees("› shop");
    terminal.press(KEYS.enter);
    expect(await first).toMatchObject({ outcome: "answered", answers: [{ values: ["shop"] }] });
    const second = agent.ask([colour]);
    await terminal.sees("Which colour?");
    await rested();
    terminal.press("red");
    await terminal.sees("› red");
    terminal.press(KEYS.enter);
    expect(await second).toMatchObject({ outcome: "answered", answers: [{ values: ["red"] }] });
  });
});
