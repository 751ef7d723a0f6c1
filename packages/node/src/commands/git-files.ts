import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { FileState } from "@readback/core/formats";
import { STATE_FOLDER } from "../private-files.js";

/** What git says of the files of a folder: which differ from the last commit, and how they look now. */
export type FilesSeen = ReadonlyMap<string, string>;

const PATIENCE = 10_000;
const MOST_FILES = 1_000;

let latest: Promise<unknown> = Promise.resolve();

/**
 * How the files of a git repository stand now; empty where there is no git or no repository. Looks take turns, so
 * that a command that waits for its own look changes nothing before a verifier that was made earlier has looked.
 */
export function filesSeen(cwd: string): Promise<FilesSeen> {
  const seen = latest.then(() => look(cwd));
  latest = seen;
  return seen;
}

async function look(cwd: string): Promise<FilesSeen> {
  const seen = new Map<string, string>();
  const top = (await git(cwd, ["rev-parse", "--show-toplevel"])).trimEnd();
  if (top === "") return seen;
  const listed = await git(cwd, ["status", "--porcelain=v1", "-z", "--untracked-files=all"]);
  const fields = listed.split("\0");
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    const status = field.slice(0, 2);
    const path = field.slice(3);
    // A renamed file is followed by its old name.
    if (status.includes("R")) at += 1;
    if (path === "" || path.split("/").includes(STATE_FOLDER)) continue;
    seen.set(path, `${status} ${lookOf(join(top, path))}`);
  }
  return seen;
}

/** The files that differ from how they stood before, as a failure record tells of them. */
export async function filesChanged(cwd: string, before: FilesSeen): Promise<readonly FileState[]> {
  const now = await filesSeen(cwd);
  const changed = [...now].filter(([path, look]) => before.get(path) !== look);
  const gone = [...before.keys()].filter((path) => !now.has(path));
  if (changed.length === 0 && gone.length === 0) return [];
  const lines = await linesChanged(cwd);
  const files = [
    ...changed.map(([path, look]): FileState => {
      const count = lines.get(path);
      return {
        path,
        status: statusOf(look.slice(0, 2)),
        ...(count !== undefined && { linesChanged: count }),
      };
    }),
    ...gone.map((path): FileState => ({ path, status: "restored" })),
  ];
  return files.slice(0, MOST_FILES);
}

async function linesChanged(cwd: string): Promise<ReadonlyMap<string, number>> {
  const counted = await git(cwd, [
    "diff",
    "--numstat",
    "-z",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "HEAD",
  ]);
  return new Map(
    counted.split("\0").flatMap((line) => {
      const [added = "", removed = "", path = ""] = line.split("\t");
      const count = Number(added) + Number(removed);
      return path !== "" && Number.isInteger(count) ? [[path, count] as const] : [];
    }),
  );
}

function statusOf(status: string): string {
  if (status.includes("?") || status.includes("A")) return "created";
  if (status.includes("D")) return "deleted";
  return status.includes("R") ? "renamed" : "partially_modified";
}

/** How a file looks now. To git a link is a file of its own, wherever it leads. */
function lookOf(path: string): string {
  try {
    const { size, mtimeMs } = lstatSync(path);
    return `${size} ${mtimeMs}`;
  } catch {
    // It is gone, perhaps with its folder: a file may stand where that was.
    return "gone";
  }
}

/** What git prints; nothing when it fails. A repository's own settings must not run programs here. */
function git(cwd: string, args: readonly string[]): Promise<string> {
  const safe = ["-c", "core.fsmonitor=false", "--no-optional-locks", ...args];
  const options = { cwd, timeout: PATIENCE, maxBuffer: 64 * 2 ** 20, encoding: "utf8" } as const;
  return new Promise((resolve) => {
    execFile("git", safe, options, (error, stdout) => resolve(error ? "" : stdout));
  });
}
