/**
 * The person may still be typing for a dialog that has just gone from under their hands, because it was
 * answered elsewhere, say. What they type then must decide nothing: keys count again after a pause.
 */
export interface Hold {
  /** Since when no key has come, in milliseconds. */
  readonly since: number;
}

/** What becomes of a key: `hold` is `null` when the key counts. Pure. */
export function passKey(hold: Hold | null, at: number, pause: number): Hold | null {
  return hold === null || at - hold.since >= pause ? null : { since: at };
}
