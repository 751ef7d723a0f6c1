import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAsker, createMemoryJournal, promptBridge } from "@readback/core";
import { afterAll, describe, expect, it } from "vitest";
import { commandExecutor } from "../src/commands/command-executor.js";
import { commandVerifier } from "../src/commands/command-verifier.js";
import { runCommand } from "../src/commands/run-command.js";
import { createFileJournal } from "../src/create-file-journal.js";
import { openFileJournal } from "../src/file-journal.js";
import { writeRetryFiles } from "../src/retry-files.js";

// biome-ignore lint/suspicious/noExplicitAny: bad input by design
type Bad = any;

const folder = mkdtempSync(join(tmpdir(), "readback-wrongly-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a call throws, or rejects with. */
async function said(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return (error as Error).message;
  }
  return expect.fail("It was not refused");
}

describe("called wrongly, says so", () => {
  const asker = createAsker({ bridge: promptBridge(() => "cancelled") });
  const cases: readonly (readonly [string, () => unknown])[] = [
    [
      'Invalid file journal options: must be an object, such as { folder: "./journal" }',
      () => createFileJournal("./journal" as Bad),
    ],
    [
      'Invalid file journal options: onFailure: must be "throw" or "memory" (given: "memry")',
      () => createFileJournal({ folder, onFailure: "memry" as Bad }),
    ],
    [
      'Invalid file journal options: whenDeleted: must be "fail" or "begin again" (given: "again")',
      () => createFileJournal({ folder, whenDeleted: "again" as Bad }),
    ],
    [
      "Invalid file journal options: compactAt: must be a number of bytes, more than 0 (given: -1)",
      () => createFileJournal({ folder, compactAt: -1 }),
    ],
    [
      'Invalid file journal options: durable: must be true or false (given: "no")',
      () => createFileJournal({ folder, durable: "no" as Bad }),
    ],
    [
      "Invalid file journal options: machines: must be the machines that are journaled here, such as [askMachine]",
      () => openFileJournal({ folder } as Bad),
    ],
    [
      'Invalid limits of prune: maxAg: is not known here: did you mean "maxAge"?',
      () => createFileJournal({ folder }).prune({ maxAg: 1 } as Bad),
    ],
    [
      'Invalid compaction: olderThan: must be a number (given: "1d")',
      () => createFileJournal({ folder }).compact({ olderThan: "1d" as Bad }),
    ],
    [
      'Invalid input of commandExecutor: command: must be a command, such as "npm test" (given: nothing)',
      () => commandExecutor(undefined as Bad),
    ],
    [
      'Invalid options of commandVerifier: timeOut: is not known here: did you mean "timeout"?',
      () => commandVerifier("true", { timeOut: 3 } as Bad),
    ],
    [
      'Invalid options of runCommand: timeout: must be a number of milliseconds, more than 0 (given: "3")',
      () => runCommand("true", { timeout: "3" as Bad }),
    ],
    [
      "There is no folder /nowhere/at/all to run the command in (ENOENT)",
      () => runCommand("true", { cwd: "/nowhere/at/all" }),
    ],
    [
      "Invalid entries of writeRetryFiles: must be the entries of a journal, such as journal.read() (given: an object)",
      () => writeRetryFiles(folder, createMemoryJournal() as Bad),
    ],
    [
      'Invalid surface: name: must name the surface, such as "terminal" (given: nothing)',
      () => (asker.addSurface as Bad)(),
    ],
    [
      "Invalid surface: bridge: must be a QuestionBridge, such as promptBridge makes of one function (given: a promise, so await it)",
      () => asker.addSurface("page", Promise.resolve() as Bad),
    ],
  ];
  it.each(cases)("%s", async (message, call) => {
    expect(await said(call)).toBe(message);
  });

  it.runIf(process.platform === "linux")("where no folder can be made", async () => {
    const problem = "no folder can be made there: choose another one";
    expect(await said(() => createFileJournal({ folder: "/proc/none" }))).toBe(
      `Journal /proc/none: ${problem}`,
    );
    expect(await said(() => createFileJournal({ folder: "/proc/self/none/journal" }))).toBe(
      `Journal /proc/self/none: ${problem}`,
    );
  });
});

it("gives a command as long as it is told, also longer than a timer can wait", async () => {
  expect(await runCommand("sleep 0.05", { timeout: 3e9 })).toMatchObject({ how: "exited" });
});
