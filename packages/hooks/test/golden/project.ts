import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulatedClock } from "@readback/core";
import { adoptJournal } from "@readback/node";
import { runHook } from "../../src/run-hook.js";

/** Where the golden folders are: a folder for each version, in it one for each journal. */
export const HERE = import.meta.dirname;

/** One call of Claude Code's hooks, `after` milliseconds from when the journal was left. */
export interface Call {
  readonly after: number;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** What the hook says to a call; of its words, only which attempts it names. */
export interface Seen {
  readonly does: "passes" | "blocks" | "tells";
  readonly attempts?: readonly string[];
  readonly exhausted?: true;
}

/** What is called, and what the hook says. */
export interface Fact {
  readonly do: readonly Call[];
  readonly sees: readonly Seen[];
  /** A compaction forgets what this needs: when each claim was made. */
  readonly needsTimes?: boolean;
}

export interface Expected {
  readonly at: number;
  /** A hash of each file, as it was written. */
  readonly files: Readonly<Record<string, string>>;
  readonly facts: readonly Fact[];
}

/** A project of its own, with the journal of `from`. */
export function openProject(from?: string) {
  delete process.env.CLAUDE_PROJECT_DIR;
  delete process.env.READBACK_DIR;
  const path = mkdtempSync(join(tmpdir(), "readback-golden-"));
  const journal = join(path, ".readback", "journal");
  if (from) {
    cpSync(from, journal, { recursive: true });
    // Nothing in a journal of 0.1 says who wrote it: a person has to.
    adoptJournal(journal);
  }
  return {
    journal,
    configure(guard: object): void {
      writeFileSync(join(path, "readback.config.json"), JSON.stringify({ guard }));
    },
    async call(at: number, { after, event, ...more }: Call): Promise<Seen> {
      const input = { session_id: "session", cwd: path, hook_event_name: event, ...more };
      const clock = createSimulatedClock(at + after);
      return seenOf(await runHook({ host: "claude-code", input: JSON.stringify(input), clock }));
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

function seenOf({ stdout, stderr, exitCode }: Awaited<ReturnType<typeof runHook>>): Seen {
  const text = stdout + stderr;
  const blocks = exitCode === 2 || /"(deny|block)"/.test(stdout);
  const attempts = (text.match(/attempt \d+ of \d+/g) ?? []).sort();
  return {
    does: blocks ? "blocks" : text === "" ? "passes" : "tells",
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(text.includes("Maximum retry attempts") ? { exhausted: true } : {}),
  };
}

export function hashesOf(folder: string): Readonly<Record<string, string>> {
  const hashes = readdirSync(folder).map((file) => {
    const bytes = readFileSync(join(folder, file));
    return [file, createHash("sha256").update(bytes).digest("hex")];
  });
  return Object.fromEntries(hashes);
}
