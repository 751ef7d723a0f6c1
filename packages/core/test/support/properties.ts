import { type fc, test } from "@fast-check/vitest";
import { positive } from "./positive.js";

/** How many times a property is tried: 1,000, or what the environment variable `FC_RUNS` says. */
const RUNS = positive("FC_RUNS") ?? 1_000;

/** Long enough for 1,000 runs on a slow machine: a property that hangs still ends. */
const TIMEOUT = 120_000;

/**
 * A promise, checked with random input. The name reads as a sentence; the seed stands in the test's
 * name and in the failure, with the smallest input that breaks the promise.
 *
 * An input that once broke it is kept: pass it in `kept`, with a comment that says what was wrong.
 * Kept inputs are tried first, on every run and whatever `FC_RUNS` says.
 * @example
 * property("never counts past its bound", [fc.array(fc.nat(5))], (steps) => {
 *   expect(run(steps).count).toBeLessThanOrEqual(BOUND);
 * }, { kept: [[[5, 5, 0]]] }); // counted a step twice after a restart
 */
export function property<Ts extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  predicate: (...values: Ts) => void | PromiseLike<void>,
  {
    kept = [],
    runs = RUNS,
  }: { readonly kept?: readonly NoInfer<Ts>[]; readonly runs?: number } = {},
): void {
  const parameters: fc.Parameters<Ts> = {
    numRuns: Math.max(runs, kept.length),
    examples: [...kept],
    includeErrorInReport: true,
  };
  // biome-ignore lint/suspicious/noExplicitAny: `.prop` infers tuples from literals only
  test.prop(arbitraries as any, parameters as any)(name, predicate as any, TIMEOUT);
}
