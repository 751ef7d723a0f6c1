/** So many times as long as a part took, the next one waits while entries come. */
const REST = 2;
/** In milliseconds: a single part may have taken very long. */
const LONGEST_REST = 1_000;

/**
 * Lets work that is asked for in parts, again and again, leave room for reading: while entries come, which
 * `revision` tells, the next part waits. The same question, asked once more meanwhile, gets the same answer.
 */
export function createTurns(revision: () => number) {
  const waiting = new Map<string, Promise<unknown>>();
  /** The latest part: what was known then, and until when others have their turn. */
  let latest = { revision: 0, until: 0 };

  const rest = () =>
    revision() === latest.revision ? 0 : Math.max(0, latest.until - performance.now());

  async function work<T>(run: () => Promise<T>): Promise<T> {
    const known = revision();
    const startedAt = performance.now();
    try {
      return await run();
    } finally {
      const now = performance.now();
      const until = now + Math.min(LONGEST_REST, REST * (now - startedAt));
      latest = { revision: known, until };
    }
  }

  async function afterRest<T>(question: string, run: () => Promise<T>): Promise<T> {
    do await new Promise((resolve) => setTimeout(resolve, rest()));
    while (rest() > 0);
    waiting.delete(question);
    return work(run);
  }

  return async <T>(question: string, run: () => Promise<T>): Promise<T> => {
    if (rest() === 0) return work(run);
    const answer = waiting.get(question) ?? afterRest(question, run);
    waiting.set(question, answer);
    return answer as Promise<T>;
  };
}
