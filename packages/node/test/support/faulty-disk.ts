import { vi } from "vitest";

/** What a disk does with the next write. */
export type Fault =
  | "works"
  /** Refuses it. */
  | "full"
  /** Takes so many bytes of it, then is full. */
  | { readonly takes: number }
  /** Takes all but the last so many bytes, then is full. */
  | { readonly lacks: number }
  /** Takes it, but cannot say that it is safe. */
  | "unsafe";

/** The faults to come, one per write; after them everything works. */
export const disk = {
  faults: [] as Fault[],
  /** What every write does when no fault is left. */
  always: "works" as Fault,
  isUnsafe: false,
  hasNoLinks: false,
  /** How many second names can still be given. */
  linksLeft: Number.POSITIVE_INFINITY,
};

const systemError = (code: string) => Object.assign(new Error(`${code}: injected`), { code });

/** `node:fs` on a disk that fails as {@link disk} says. Only records of segments are affected. */
export async function faultyFs(original: () => Promise<typeof import("node:fs")>) {
  const fs = await original();
  const writeSync = (fd: number, data: Buffer | string, ...rest: [number?]) => {
    const bytes = Buffer.from(data as string);
    const isRecord = bytes[0] === 0x0a && rest.length === 0;
    if (!isRecord) return fs.writeSync(fd, bytes, ...rest);
    const fault = disk.faults.shift() ?? disk.always;
    disk.isUnsafe = fault === "unsafe";
    if (fault === "full") throw systemError("ENOSPC");
    if (typeof fault === "string") return fs.writeSync(fd, bytes);
    const length = "takes" in fault ? fault.takes : bytes.length - fault.lacks;
    const taken = bytes.subarray(0, Math.max(0, Math.min(length, bytes.length - 1)));
    if (taken.length === 0) throw systemError("ENOSPC");
    // What follows at once, the rest of the record, does not fit either.
    disk.faults.unshift("full");
    return fs.writeSync(fd, taken);
  };
  const fdatasyncSync = (fd: number) => {
    if (disk.isUnsafe) throw systemError("EIO");
    fs.fdatasyncSync(fd);
  };
  const linkSync = (from: string, to: string) => {
    disk.linksLeft -= 1;
    if (disk.hasNoLinks || disk.linksLeft < 0) throw systemError("EPERM");
    fs.linkSync(from, to);
  };
  return { ...fs, writeSync, fdatasyncSync, linkSync };
}

/** Everything works again. */
export function mendDisk(): void {
  Object.assign(disk, { faults: [], always: "works", isUnsafe: false, hasNoLinks: false });
  disk.linksLeft = Number.POSITIVE_INFINITY;
}

/** A listener that remembers. */
export const listener = () => vi.fn<(news: unknown) => void>();
