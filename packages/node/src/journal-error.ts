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
  /** There is no key to prove by whose state this is. */
  | "no_key"
  /** Files that this user on this machine did not write: they are left aside. */
  | "unproven"
  /** Records that may concern what is asked cannot be read. */
  | "damaged"
  | "closed"
  | "io";

const LOST: { readonly [code in JournalErrorCode]?: "deleted" | "behind" } = {
  deleted: "deleted",
  truncated: "deleted",
  behind: "behind",
};

/** The journal could not do what it was asked to; the message says what to do about it. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;
  /** The file or folder it is about. */
  readonly path: string;
  /** This process has lost the journal: only reading it again helps. `behind`: what is missing was ended by others. */
  readonly lost: "deleted" | "behind" | undefined;

  constructor(code: JournalErrorCode, path: string, problem: string, options?: ErrorOptions) {
    super(`Journal ${path}: ${problem}`, options);
    this.code = code;
    this.path = path;
    this.lost = LOST[code];
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
