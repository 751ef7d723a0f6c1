/** What is useful in the output of a program of a known kind. */
export interface OutputReading {
  /** The program's own sum, such as `1 passed, 2 failed`. */
  readonly summary: string;
  /** The part that says what is wrong. */
  readonly details: string;
  /** What failed, each by its name: the same names are the same failure. */
  readonly failures: readonly string[];
}

/** A kind of output that can be read. */
export interface OutputFormat {
  /** The program, such as `vitest`. */
  readonly name: string;
  /** Whether an output is of this kind. It has no control characters. */
  readonly pattern: RegExp;
  /** Reads it; `undefined` when nothing in it has failed. */
  read(output: string): OutputReading | undefined;
}

/** All first groups of a pattern with the flag `g`, without repetitions. */
export function namesIn(output: string, pattern: RegExp): readonly string[] {
  return [...new Set([...output.matchAll(pattern)].map((match) => (match[1] ?? match[0]).trim()))];
}

/** The part of an output from the first match of one pattern to before the next match of another. */
export function part(output: string, from: RegExp, to?: RegExp): string {
  const start = output.search(from);
  if (start < 0) return "";
  const rest = output.slice(start);
  const lineEnd = rest.indexOf("\n");
  const length = to && lineEnd >= 0 ? rest.slice(lineEnd).search(to) : -1;
  return (length < 0 ? rest : rest.slice(0, lineEnd + length)).trim();
}

/** Lines that match, in order. */
export function linesLike(output: string, pattern: RegExp): readonly string[] {
  return output.split("\n").filter((line) => pattern.test(line));
}

/** `1 error`, `2 errors`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
