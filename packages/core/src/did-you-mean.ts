import { InvalidInputError } from "./errors.js";
import { givenKind } from "./given.js";
import { oneLine } from "./printable.js";
import { truncate } from "./text.js";

/** Words that tools use for the same thing: whoever writes one of a line may mean another one of it. */
const SAME = [
  "maxRetries maxRetryAttempts maxAttempts maxRetry retries attempts limit",
  "options choices items enum alternatives",
  "question prompt message text query",
  "label value name title text",
  "header name title label",
  "type kind inputType",
  "multiSelect multiple type",
  "placeholder hint example",
  "custom allowCustom allowOther isOther other freeform",
  "initial default defaultValue preselected",
  "responseTimeout timeout timeoutMs answerTimeout",
  "patience timeout timeoutMs wait",
  "signal abortSignal abort",
  "session sessionId threadId conversation",
  "toolUseId callId toolCallId",
  "completing completed todos",
  "todo content text task",
  "validate validator",
  "onGuardFailure onFailure failOpen",
  "execute run executor task",
  "verify verifier check test",
  "escalate onEscalation askHuman",
  "reason message detail",
  "error message reason",
  "journal store storage log",
  "bridge surface ui",
  "folder dir directory path",
  "everyMs interval tickInterval",
].map((line) => line.split(" "));

/** What the bounds count, wherever one of them is meant. */
const BOUNDS: Readonly<Record<string, string>> = {
  maxRetries: "n retries allow 1 + n attempts",
  maxRetryAttempts: "n allows n attempts",
  maxAttempts: "n allows n attempts",
};

/** What is wrong with a name that is not known, and which one may be meant. */
export function unknownName(given: string, known: readonly string[]): string {
  const meant = didYouMean(given, known);
  if (meant === undefined) {
    return `is not known here. Known: ${known.length > 0 ? known.join(", ") : "nothing"}`;
  }
  const bound = Object.hasOwn(BOUNDS, meant) ? ` (${BOUNDS[meant]})` : "";
  return `is not known here: did you mean "${meant}"${bound}?`;
}

/** The name that somebody means who writes another one; `undefined` when none comes near. */
export function didYouMean(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given);
  // A name as long as this one is no slip.
  if (wanted.length > 40) return undefined;
  const close = known
    .map((name) => ({ name, far: distance(wanted, plain(name)) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(name.length / 4)))
    .sort((a, b) => a.far - b.far)[0];
  if (close) return close.name;
  const begun = wanted.length < 3 ? [] : known.filter((name) => plain(name).startsWith(wanted));
  if (begun.length === 1) return begun[0];
  const words = SAME.filter((line) => line.some((word) => plain(word) === wanted)).flat();
  return words.find((word) => known.includes(word));
}

/** A name that nobody has checked, as it can stand in an error. */
export function shownName(name: string): string {
  return truncate(oneLine(name), 60);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** How many letters have to be put in, taken out, exchanged or swapped. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] as number) + 1);
      }
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

/** Throws an {@link InvalidInputError} for every name in `given` that is not one of `known`, and for what is no object. */
export function refuseUnknown(given: object, known: readonly string[], subject: string): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const problem = `must be an object${givenKind(given)}`;
    throw new InvalidInputError(subject, [{ field: "", problem }]);
  }
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InvalidInputError(
    subject,
    unknown.map((name) => ({ field: shownName(name), problem: unknownName(name, known) })),
  );
}
