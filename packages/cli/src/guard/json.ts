import type { Todo } from "./guard-store.js";
import type { Moment } from "./history.js";

/** A todo as programs read it; times are ISO 8601. */
export function todoJson(
  { instance, movedAt, ...todo }: Todo,
  id: string,
  moments: readonly Moment[],
): object {
  const history = moments.map((moment) => ({
    ...moment,
    at: iso(moment.at),
    ...(moment.kind === "claim" && { decidedAt: iso(moment.decidedAt) }),
  }));
  return { id, instance, ...todo, movedAt: iso(movedAt), history };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
