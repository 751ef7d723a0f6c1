// Calls with garbage, and what may be said to them.

export type Exports = Readonly<Record<string, unknown>>;

export type Callable = (...given: unknown[]) => unknown;

/** What can be called of a module, or of what one makes; no classes. */
export function functionsOf(all: Exports): readonly (readonly [string, Callable])[] {
  return Object.entries(all).flatMap(([name, value]) =>
    typeof value === "function" && !String(value).startsWith("class")
      ? [[name, value as Callable] as const]
      : [],
  );
}

const GARBAGE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  Number.NaN,
  1n,
  "",
  "text",
  Symbol("symbol"),
  () => undefined,
  [],
  [null],
  [5],
  ["text"],
  [{}],
  [[]],
  {},
  new Map(),
  Promise.resolve(),
  Object.create(null),
  JSON.parse('{"__proto__":{"a":1},"constructor":1,"length":"x"}'),
];

/** Whether an error says what to give instead: one of ours, the charts' own, or the system's about a file. */
function isInWords(error: unknown): boolean {
  const { name, message, code } = error as Error & { readonly code?: unknown };
  if (code === "ENOENT") return true;
  return /^(?:InvalidInput|Readback|NoSurface)Error$/.test(name) || /^Not .+: give /.test(message);
}

/** Calls it, and waits for what comes at once. What it throws has to be an error of ours. */
export async function tried(call: () => unknown): Promise<string | undefined> {
  try {
    const made = call();
    if (typeof made === "object" && made !== null && Symbol.iterator in made) {
      for (const _ of made as Iterable<unknown>);
    }
    await Promise.race([made, Promise.resolve().then(() => {})]);
  } catch (error) {
    if (!isInWords(error)) return String(error);
  }
  return undefined;
}

/** What a function answers that is called with two kinds of garbage, when those are not words of ours. */
export async function complaints(
  run: Callable,
  own?: readonly unknown[],
): Promise<readonly string[]> {
  const wrong = new Set<string>();
  for (const first of GARBAGE) {
    for (const second of own ? [null] : GARBAGE) {
      const others = own ?? Array(Math.max(1, run.length)).fill(second);
      const said = await tried(() => run(first, ...others));
      if (said !== undefined) wrong.add(said);
    }
  }
  return [...wrong];
}
