import { join } from "node:path";
import { createRuntime, type JournalEntry, verifyMachine } from "@readback/core";
import { messageOf } from "@readback/core/host";
import {
  createFileJournal,
  type FileJournal,
  journalFolder,
  openRetryFiles,
  privateFolder,
  projectFolder,
  type RetryFiles,
  stateFolder,
} from "@readback/node";
import { Failure } from "../failure.js";
import type { Wrap } from "../telemetry.js";
import { printable } from "../terminal/text.js";
import { forgetFiles } from "./retention.js";

const DAY = 24 * 60 * 60 * 1_000;
/** As long as the lines of `retry.jsonl` are kept. */
const KEPT = 30 * DAY;

/** Where `readback verify` keeps things. */
export interface VerifyState {
  /** The folder of the retry files. */
  readonly folder: string;
  readonly files: RetryFiles;
  /** A journal for one task, followed by the retry files. Close it after the task. */
  open(): FileJournal;
  /** Every entry that is still kept, oldest first. */
  history(): Iterable<JournalEntry>;
  /** Whether a process has ended. */
  isGone(name: string): boolean;
  /** Ends runs that nobody goes on with. */
  abandon(instances: readonly string[], why: string): void;
  close(): void;
}

/** Where the state of the project is. */
export function verifyFolder(dir: string | undefined): string {
  return stateFolder(projectFolder(process.cwd()), dir);
}

/** Opens the state; a {@link Failure} says why it cannot be opened. `observe` wraps the journals of the tasks. */
export function openVerifyState(folder: string, observe: Wrap): VerifyState {
  const journal = join(folder, "verify");
  const open = () => {
    return createFileJournal({
      folder: journalFolder(journal),
      onProblem: (problem) => console.error(printable(messageOf(problem))),
    });
  };
  try {
    privateFolder(journalFolder(journal));
    const shown = open();
    tidyUp(folder, shown);
    const behind = tellOnce(folder);
    const files = openRetryFiles(folder, shown, { onProblem: behind });
    /** The files are views: when they cannot be written, on a full disk say, nothing else fails, and it is done later. */
    const sync = () => {
      try {
        files.sync();
      } catch (error) {
        behind(error);
      }
    };
    return {
      folder,
      files,
      open() {
        const task = open();
        files.follow(task);
        return observe(task);
      },
      history: () => shown.history(),
      isGone: shown.processes.isGone,
      abandon(instances, why) {
        if (instances.length === 0) return;
        const task = open();
        const runtime = createRuntime([verifyMachine], { journal: observe(task) });
        runtime.recover((entry) => instances.includes(entry.instance));
        for (const instance of instances) runtime.send(instance, { type: "ABORT", detail: why });
        runtime.stop();
        task.close();
        // The runs were another process's: nothing else writes what became of them before the new ones begin.
        sync();
      },
      close() {
        sync();
        shown.close();
      },
    };
  } catch (error) {
    throw new Failure(`readback verify cannot keep its state in ${folder}: ${messageOf(error)}`);
  }
}

/** Says that the files are behind: once, and not for each of very many lines. */
function tellOnce(folder: string): (problem: unknown) => void {
  let isTold = false;
  return (problem) => {
    if (isTold) return;
    isTold = true;
    console.error(printable(`The logs in ${folder} are not up to date: ${messageOf(problem)}`));
  };
}

/** Forgets what ended, and what was written for it, long ago. What cannot be deleted is told, and stops nothing. */
function tidyUp(folder: string, journal: FileJournal): void {
  try {
    // A small journal would never be compacted for its size.
    journal.compact({ olderThan: DAY });
    journal.prune({ maxAge: KEPT });
    forgetFiles(folder, Date.now() - KEPT);
  } catch (error) {
    console.error(`What is too old could not be deleted: ${printable(messageOf(error))}`);
  }
}
