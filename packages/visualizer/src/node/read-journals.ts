import { lstatSync, statSync } from "node:fs";
import { basename } from "node:path";
import { messageOf, mustFit } from "@readback/core/host";
import { type Follow, type FollowOptions, followFile, followFolder } from "@readback/node/follow";
import type { AnyStateMachine } from "xstate";
import { machineOfJson } from "../model/definition-json.js";
import { mustBeStore } from "../model/must-be.js";
import { sizeOf } from "../model/size-of.js";
import type { Store } from "../model/store.js";
import { dataInExport } from "./exported-file.js";

/** What is read, and how far that has come. */
export interface JournalReader {
  /** Reads what is there now. */
  look(): Promise<void>;
  readonly progress: { readonly done: number; readonly total: number };
  close(): void;
}

const EVERY = 1_000;

/** Settings of a reader of journals. */
export interface JournalReaderOptions {
  /** Folders of journals, or with journals below them; files of entries; exported runs. */
  readonly paths: readonly string[];
  readonly store: Store;
  /** Takes the machines that an exported run brings along. Default: the store does. */
  readonly define?: (machine: AnyStateMachine) => void;
  /** Told after new entries, often. */
  readonly onChange?: () => void;
}

/** Reads journals into a store, and goes on reading what is written to them until it is closed. */
export function readJournals(given: JournalReaderOptions): JournalReader {
  mustFit(given, { paths: ["text"] }, "options of readJournals");
  mustBeStore(given.store, "readJournals", ["add", "note", "define"]);
  const { paths, store, onChange, define = (machine) => store.define(machine) } = given;
  const options: ReadOptions = {
    define,
    onEntry(entry, _, bytes) {
      store.add(entry, bytes);
      onChange?.();
    },
    onProblem(problem) {
      store.note(problem.kind, `${basename(problem.path)}: ${problem.what}`);
      onChange?.();
    },
    onProgress: () => onChange?.(),
  };
  const follows = paths.map((path) => followPath(path, options));
  // Folders are watched; a file is looked at.
  const timer = setInterval(() => {
    for (const { follow, isFile } of follows) if (isFile) void follow.look();
  }, EVERY);
  timer.unref();

  return {
    async look() {
      for (const { follow } of follows) await follow.look();
    },
    get progress() {
      let [done, total] = [0, 0];
      for (const { follow } of follows) {
        done += follow.progress.read;
        total += follow.progress.of;
      }
      return { done, total };
    },
    close() {
      clearInterval(timer);
      for (const { follow } of follows) follow.close();
    },
  };
}

type ReadOptions = FollowOptions & Required<Pick<JournalReaderOptions, "define">>;

function followPath(path: string, options: ReadOptions): { follow: Follow; isFile: boolean } {
  const found = statSync(path, { throwIfNoEntry: false });
  // What is not there yet is the state of a project in which nothing has happened: a folder.
  if (!found || found.isDirectory()) return { follow: followFolder(path, options), isFile: false };
  if (/\.html?$/i.test(path)) return { follow: importOnce(path, options), isFile: false };
  return { follow: followFile(path, options), isFile: true };
}

/** An exported run: read once, as it does not grow. */
function importOnce(path: string, { define, onEntry, onProblem }: ReadOptions): Follow {
  let isRead = false;
  let size = 0;
  return {
    async look() {
      if (isRead) return;
      isRead = true;
      try {
        const { entries, definitions = {} } = dataInExport(path);
        for (const [id, definition] of Object.entries(definitions)) {
          const machine = machineOfJson(id, definition);
          if (machine) define(machine);
        }
        for (const entry of entries) onEntry(entry, path, sizeOf(entry));
        size = lstatSync(path).size;
      } catch (error) {
        onProblem({ kind: "unreadable", path, what: messageOf(error) });
      }
    },
    get progress() {
      return { read: size, of: size };
    },
    close() {},
  };
}
