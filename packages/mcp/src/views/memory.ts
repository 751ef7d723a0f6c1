/** What a client that declares views was seen to do. */
export interface ViewHabits {
  /** `while`: its views come while the call waits. `after`: only when the call has its result. */
  readonly views?: "while" | "after";
  /** Questions in a row for which no view came. */
  readonly missed: number;
}

/** Remembers what each client was seen to do, by its name. */
export interface ViewMemory {
  get(client: string): ViewHabits | undefined;
  set(client: string, habits: ViewHabits): void;
}

/** So many questions without a view, and the next one does not wait for one. */
export const ENOUGH_MISSED = 2;

/** What it comes to when a view calls in. One that comes while a call waits says more than any that came late. */
export function withView(habits: ViewHabits | undefined, isAwaited: boolean): ViewHabits {
  return { views: isAwaited || habits?.views === "while" ? "while" : "after", missed: 0 };
}

/** What it comes to when none did. */
export function withoutView(habits: ViewHabits | undefined): ViewHabits {
  return { ...habits, missed: (habits?.missed ?? 0) + 1 };
}
