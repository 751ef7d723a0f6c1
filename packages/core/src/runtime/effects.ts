/** Whose transition it was: one that this process wrote to the journal, or one that another did. */
export type Origin = "here" | "elsewhere";

export type Listener = (about: never, more: never, origin: Origin) => void;

/** Who is told, and what. */
interface Effect {
  readonly told: Iterable<Listener>;
  readonly about: unknown;
  readonly more: unknown;
  readonly origin: Origin;
}

/** Effects in the order of the journal, also when a listener sends events itself. */
export function createEffects(onError: (error: unknown) => void) {
  const waiting: Effect[] = [];

  function deliver({ told, about, more, origin }: Effect): void {
    for (const listener of told) {
      try {
        listener(about as never, more as never, origin);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    push: (effect: Effect): number => waiting.push(effect),
    /** Delivers what waits, and what is added meanwhile. */
    run(): void {
      for (let next = waiting.shift(); next; next = waiting.shift()) deliver(next);
    },
  };
}
