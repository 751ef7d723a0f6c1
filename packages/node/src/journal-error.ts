/** What is wrong with a journal on disk. */
export type JournalErrorCode =
  | "disk_full"
  | "no_permission"
  | "read_only"
  | "symlink"
  /** The folder or the file in use is gone. */
  | "deleted"
  /** The file in use was shortened from outside. */
  | "truncated"
  /** What this process has not read yet was compacted and pruned by others. */
  | "behind"
  /** The entry is larger than a record may be. */
  | "too_large"
  | "closed"
  | "io";

/** The journal could not do what it was asked to; the message says what to do about it. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;
  /** The file or folder it is about. */
  readonly path: string;

  constructor(code: JournalErrorCode, path: string, problem: string, options?: ErrorOptions) {
    super(`Journal ${path}: ${problem}`, options);
    this.code = code;
    this.path = path;
  }
}

const KNOWN: Readonly<Record<string, readonly [JournalErrorCode, string]>> = {
  ENOSPC: ["disk_full", "the disk is full: free some space"],
  EDQUOT: ["disk_full", "the disk quota is used up: free some space"],
  EACCES: ["no_permission", "permission denied: check who owns it and its mode"],
  EPERM: ["no_permission", "permission denied: check who owns it and its mode"],
  EROFS: ["read_only", "the file system is read-only: choose another folder"],
  ELOOP: ["symlink", "is a symbolic link: remove it, or name its target"],
  ENOTDIR: ["io", "something on the way there is not a folder: remove it"],
  EISDIR: ["io", "is a folder where a file should be: remove it"],
  ENOENT: ["deleted", "it was deleted while in use: open it again"],
};

/** A system error as a {@link JournalError}, about the file it names, else about `path`. */
export function asJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const { code = "", message = String(error), path: named = path } = error as NodeJS.ErrnoException;
  const [kind, problem] = KNOWN[code] ?? ["io", message];
  return new JournalError(kind, named, problem, { cause: error });
}

/** Whether reading on from here would miss something: only a fresh `read` helps. */
export function isLost({ code }: JournalError): boolean {
  return code === "deleted" || code === "truncated" || code === "behind";
}
