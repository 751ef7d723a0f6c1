/** A bridge does not do what bridges promise. The message says what was expected and what was seen. */
export class BrokenPromiseError extends Error {
  readonly code = "broken_promise";

  constructor(
    /** What a bridge promises: the name of the check. */
    readonly promise: string,
    readonly expected: string,
    readonly seen: string,
    options?: { cause?: unknown },
  ) {
    super(`A bridge ${promise}.\n  Expected: ${expected}\n  Seen: ${seen}`, options);
    this.name = new.target.name;
  }
}

/** A check does not apply to this surface, and was run all the same. */
export class NotApplicableError extends Error {
  readonly code = "not_applicable";

  constructor(promise: string, reason: string) {
    super(`"${promise}" does not apply to this surface: ${reason}. Report it as skipped.`);
    this.name = new.target.name;
  }
}
