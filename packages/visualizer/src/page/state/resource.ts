import { effect, type ReadonlySignal, signal } from "@preact/signals";

/** Something that was asked of the source. What was there stays until the next answer is. */
export interface Resource<T> {
  readonly value: ReadonlySignal<T | undefined>;
  /** Why the latest question was not answered. */
  readonly problem: ReadonlySignal<string | null>;
  readonly isLoading: ReadonlySignal<boolean>;
  stop(): void;
}

/**
 * Asks again whenever a signal changes that `ask` reads before its first `await`. An answer that comes
 * after a newer question was asked is dropped; who asks in parts asks on only while `isCurrent()`.
 */
export function createResource<T>(
  ask: (isCurrent: () => boolean) => Promise<T> | undefined,
): Resource<T> {
  const value = signal<T | undefined>(undefined);
  const problem = signal<string | null>(null);
  const isLoading = signal(false);
  let asked = 0;
  const stop = effect(() => {
    asked += 1;
    const mine = asked;
    const answer = ask(() => mine === asked);
    if (!answer) {
      value.value = undefined;
      return;
    }
    isLoading.value = true;
    answer.then(
      (given) => {
        if (mine !== asked) return;
        value.value = given;
        problem.value = null;
        isLoading.value = false;
      },
      (error: unknown) => {
        if (mine !== asked) return;
        problem.value = error instanceof Error ? error.message : String(error);
        isLoading.value = false;
      },
    );
  });
  return {
    value,
    problem,
    isLoading,
    stop() {
      asked += 1;
      stop();
    },
  };
}
