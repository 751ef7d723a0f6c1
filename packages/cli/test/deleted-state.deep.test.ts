import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAgent } from "./support/mcp-client.js";
import { run } from "./support/run.js";
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

const ways: readonly (readonly [string, (project: string) => void])[] = [
  ["rm -rf .readback", (project) => removeOnce(join(project, ".readback"))],
  ["git clean -fdx", (project) => void spawnSync("git", ["clean", "-fdxq"], { cwd: project })],
];

describe.skipIf(!hasTerminals).each(ways)("%s under a server and a terminal", (_, remove) => {
  it("ends no wait: the question is answered, the next one works, and the person is told", {
    timeout: 120_000,
  }, async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "readback-deleted-")));
    onTestFinished(() =>
      rm(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
    );
    execFileSync("git", ["init", "-q"], { cwd });
    writeFileSync(join(cwd, ".gitignore"), ".readback/\n");
    const agent = await startAgent(cwd);
    const terminal = openTerminal(["answer"], { cwd });
    onTestFinished(() => terminal.close());
    await terminal.sees("Nothing waits");
    const first = agent.ask([name]);
    await terminal.sees("What is it called?");
    remove(cwd);
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
    await terminal.sees(/deleted while in use/);
    const doctor = await run(["doctor"], {}, { cwd });
    expect(doctor.stdout.replace(/\s+/g, " ")).toMatch(
      /Questions .*deleted while in use, .*git clean -e/,
    );
  });
});
