/** What is needed of an input to take it from those who read it. */
interface SharedInput {
  readonly isRaw?: boolean;
  readonly readableFlowing?: boolean | null;
  rawListeners?(event: string): readonly unknown[];
  on(event: string, listener: (news: unknown) => void): unknown;
  off(event: string, listener: (news: unknown) => void): unknown;
}

/** How an input was used before it was taken. */
interface Others {
  /** Whether keys came one by one. */
  readonly isRaw: boolean;
  /** Whether it was read at all. */
  readonly isReading: boolean;
  /** Gives it back to those who read it. */
  giveBack(): void;
}

/** What a program's own prompt, such as Node's `readline`, listens to. */
const EVENTS = ["data", "readable"] as const;

/**
 * Takes an input from everybody who reads it: what a person types for a question is no line of the program's
 * own prompt, and must not be drawn by it either.
 */
export function silenceOthers(input: SharedInput): Others {
  const silenced = EVENTS.flatMap((event) =>
    [...(input.rawListeners?.(event) ?? [])].map(
      (listener) => [event, listener as (news: unknown) => void] as const,
    ),
  );
  for (const [event, listener] of silenced) input.off(event, listener);
  return {
    isRaw: input.isRaw === true,
    isReading: input.readableFlowing === true,
    giveBack() {
      for (const [event, listener] of silenced) input.on(event, listener);
    },
  };
}
