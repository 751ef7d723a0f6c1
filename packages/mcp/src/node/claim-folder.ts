import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** A folder that belongs to this process until it gives it back or ends. */
export interface ClaimedFolder {
  readonly path: string;
  release(): void;
}

/**
 * Takes the first numbered folder in `parent` that no running process has, so that a server takes up
 * what a dead one left, and two servers of one project never present each other's questions. One that
 * others could have filled, or that came with a repository, is passed over: answers could stand in it.
 */
export function claimFolder(parent: string): ClaimedFolder {
  for (let number = 1; ; number += 1) {
    const path = join(parent, String(number));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!lstatSync(path).isDirectory() || (!isPrivate(path) && canBePrivate(parent))) continue;
    const owner = join(path, "owner");
    if (claim(owner)) return { path, release: () => rmSync(owner, { force: true }) };
  }
}

function isPrivate(path: string): boolean {
  if (process.platform === "win32") return true;
  const { uid, mode } = lstatSync(path);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

/** Whether a new folder there is private: not every file system keeps who may read what. */
function canBePrivate(parent: string): boolean {
  const probe = mkdtempSync(join(parent, "probe-"));
  try {
    return isPrivate(probe);
  } finally {
    rmdirSync(probe);
  }
}

function claim(owner: string): boolean {
  for (;;) {
    try {
      writeFileSync(owner, nameOf(process.pid), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const name = read(owner);
    if (name !== undefined && isRunning(name)) return false;
    if (name !== undefined) clear(owner, name);
  }
}

/** Removes a dead process's claim, and only that: another process may just have replaced it. */
function clear(owner: string, name: string): void {
  const aside = `${owner}.${process.pid}`;
  try {
    renameSync(owner, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (read(aside) === name) rmSync(aside, { force: true });
  else renameSync(aside, owner);
}

function isRunning(name: string): boolean {
  const pid = Number(name.split(" ")[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else is running, too.
    if (!hasCode(error, "EPERM")) return false;
  }
  return nameOf(pid) === name;
}

/** Process ids are used again; together with the start time, where that can be read, they are not. */
function nameOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  const startTime = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return startTime === undefined ? String(pid) : `${pid} ${startTime}`;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
