import { join } from "node:path";
import type { JournalEntry } from "@readback/core";
import {
  createRetryStory,
  createRetryView,
  type OpenTask,
  type RetryEvent,
  type RetryState,
  retryJsonLine,
  retryLogLines,
  skippedTasks,
} from "@readback/core/formats";
import { mustBeEntries } from "@readback/core/host";
import type { FileJournal } from "./file-journal.js";
import { withLock } from "./file-lock.js";
import { asJournalError } from "./journal-error.js";
import { privateFolder } from "./private-files.js";
import {
  appendLines,
  jsonTime,
  type LinesReport,
  logTime,
  replace,
  update,
} from "./retry-lines.js";

const DAY = 24 * 60 * 60 * 1_000;

/** Settings of {@link writeRetryFiles}. */
export interface RetryFilesOptions {
  /** The present, in milliseconds since the epoch. Default: the system's time. */
  readonly now?: number;
  /** How long lines stay in `retry.log`, in milliseconds. Default 7 days. */
  readonly logMaxAge?: number;
  /** How long lines stay in `retry.jsonl`, in milliseconds. Default 30 days. */
  readonly jsonMaxAge?: number;
}

/** Settings of {@link openRetryFiles}. */
export interface OpenRetryFilesOptions extends RetryFilesOptions {
  /** Told when the files cannot be written while tasks run; `sync` does that later. Default: `console.error`. */
  readonly onProblem?: (problem: unknown) => void;
}

/** How many lines were added and dropped. */
export type RetryFilesReport = LinesReport;

/**
 * Brings the files of the verify loop up to date from a journal: `retry.log` and `retry.jsonl` get
 * what is new and lose what is too old, `retry-state.json` and `STATE.md` (the tasks that were skipped) are
 * replaced as a whole. The files are views: calling this again adds nothing. One process at a time should
 * call it.
 * @example
 * writeRetryFiles(".readback", journal.history());
 */
export function writeRetryFiles(
  folder: string,
  entries: Iterable<JournalEntry>,
  options: RetryFilesOptions = {},
): RetryFilesReport {
  mustBeEntries(entries, "entries of writeRetryFiles");
  const view = createRetryView();
  const events = [...entries].flatMap(view.apply);
  try {
    privateFolder(folder);
    return writeAll(folder, { events, story: events, state: view.state() }, options);
  } catch (error) {
    throw asJournalError(error, folder);
  }
}

interface Contents {
  /** What has to be in the logs. */
  readonly events: readonly RetryEvent[];
  /** All that is known. */
  readonly story: readonly RetryEvent[];
  readonly state: RetryState;
}

function writeAll(
  folder: string,
  { events, story, state }: Contents,
  options: RetryFilesOptions,
): RetryFilesReport {
  const { now = Date.now(), logMaxAge = 7 * DAY, jsonMaxAge = 30 * DAY } = options;
  const { log, json } = pathsIn(folder);
  const reports = [
    update(log, events.flatMap(retryLogLines), logTime, now - logMaxAge),
    update(json, events.map(retryJsonLine), jsonTime, now - jsonMaxAge),
  ];
  writeState(folder, state);
  writeSkipped(folder, story);
  return {
    added: reports.reduce((sum, { added }) => sum + added, 0),
    dropped: reports.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

function pathsIn(folder: string) {
  return { log: join(folder, "retry.log"), json: join(folder, "retry.jsonl") };
}

function writeState(folder: string, state: RetryState): void {
  replace(join(folder, "retry-state.json"), `${JSON.stringify(state, null, 2)}\n`);
}

function writeSkipped(folder: string, story: readonly RetryEvent[]): void {
  const title = "# Tasks that were skipped";
  replace(
    join(folder, "STATE.md"),
    [title, "", "```yaml", skippedTasks(story), "```", ""].join("\n"),
  );
}

/** The files of the verify loop, kept up to date while processes write. */
export interface RetryFiles {
  /** Writes what happens through this journal, which is another handle of the same one, as it happens. */
  follow(journal: FileJournal): () => void;
  /** The tasks that have not ended, in any process. */
  open(): Iterable<OpenTask>;
  /** Brings everything up to date, also what processes that were killed left unwritten. */
  sync(): void;
}

/**
 * Keeps the files up to date while tasks run, in any number of processes: each writes the lines of the tasks
 * that it runs, and those of processes that have ended. `journal` is read by nobody else.
 */
export function openRetryFiles(
  folder: string,
  journal: FileJournal,
  options: OpenRetryFilesOptions = {},
): RetryFiles {
  const { processes } = journal;
  const { onProblem = (problem: unknown) => console.error(problem) } = options;
  const view = createRetryView();
  const own = new Set<string>();
  const waiting: RetryEvent[] = [];
  privateFolder(folder);
  for (const entry of journal.read()) view.apply(entry);

  const locked = (run: () => void) => withLock(join(folder, "retry.lock"), processes, run);

  /** Whether the lines of an instance are for this process to write. */
  function isOurs(owner: string | undefined): boolean {
    return owner === undefined || own.has(owner) || processes.isGone(owner);
  }

  function historyOf(): Contents {
    const story = createRetryStory();
    const all = [...journal.history()].map((entry) => ({ entry, events: story.apply(entry) }));
    const ours = all.filter(({ entry }) => isOurs(story.ownerOf(entry.instance)));
    return {
      events: ours.flatMap(({ events }) => events),
      story: all.flatMap(({ events }) => events),
      state: view.state(),
    };
  }

  function sync(): void {
    catchUp();
    try {
      locked(() => writeAll(folder, historyOf(), options));
    } catch (error) {
      throw asJournalError(error, folder);
    }
  }

  function catchUp(): void {
    for (const entry of journal.catchUp()) {
      const events = view.apply(entry);
      const owner = view.ownerOf(entry.instance);
      if (owner !== undefined && own.has(owner)) waiting.push(...events);
    }
  }

  function write(): void {
    catchUp();
    locked(() => {
      const events = waiting.splice(0);
      const { log, json } = pathsIn(folder);
      appendLines(log, events.flatMap(retryLogLines));
      appendLines(json, events.map(retryJsonLine));
      writeState(folder, view.state());
      if (events.some(({ event }) => event === "resolved")) writeSkipped(folder, historyOf().story);
    });
  }

  sync();
  return {
    follow(task) {
      own.add(task.processes.self);
      return task.subscribe(() => {
        try {
          write();
        } catch (error) {
          onProblem(asJournalError(error, folder));
        }
      });
    },
    open() {
      catchUp();
      return view.open();
    },
    sync,
  };
}
