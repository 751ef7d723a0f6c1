import { type Claim, createReplay, guardMachine, type JournalEntry } from "@readback/core";

type Verdict = NonNullable<Claim["verdict"]>;

/** Something that happened to a todo. */
export type Moment =
  /** The agent claimed that it is done. */
  | {
      readonly kind: "claim";
      /** `null` when the journal has been compacted since and no longer tells. */
      readonly at: number | null;
      readonly toolUseId: string;
      readonly attempt: number;
      readonly verdict: Verdict | null;
      readonly decidedAt: number | null;
      /** What the validator, or the failure, said; `null` when the verdict says it all. */
      readonly detail: string | null;
    }
  /** A person decided. */
  | { readonly kind: "approved" | "reset"; readonly at: number }
  /** It was seen to be completed, opened again after that or after it was only allowed, or forgotten. */
  | { readonly kind: "completed" | "reopened" | "undone" | "forgotten"; readonly at: number };

const EVENTS: Readonly<Record<string, Exclude<Moment["kind"], "claim">>> = {
  APPROVE: "approved",
  RESET: "reset",
  COMPLETED: "completed",
  REOPENED: "reopened",
  SESSION_ENDED: "forgotten",
};

/** What happened to each todo, oldest first, told from the journal. */
export function historiesOf(
  entries: Iterable<JournalEntry>,
): ReadonlyMap<string, readonly Moment[]> {
  const replay = createReplay([guardMachine]);
  const histories = new Map<string, Moment[]>();
  for (const entry of entries) {
    if (!replay.apply(entry)) continue;
    const moments = histories.get(entry.instance) ?? [];
    histories.set(entry.instance, moments);
    const snapshot = replay.instances.get(entry.instance)?.snapshot;
    const claims = (snapshot?.context as { claims?: readonly Claim[] } | undefined)?.claims ?? [];
    for (const claim of claims) tell(moments, claim, entry);
    const kind = kindOf(entry);
    if (kind) moments.push({ kind, at: entry.time });
  }
  return histories;
}

function kindOf({
  event,
  attempt,
  done,
}: JournalEntry): Exclude<Moment["kind"], "claim"> | undefined {
  if (event === "REOPENED" && attempt > 0) return "undone";
  return EVENTS[event] ?? (done ? "forgotten" : undefined);
}

/** Adds a claim that is new, or the verdict that it has got. */
function tell(moments: Moment[], { toolUseId, attempt, verdict }: Claim, entry: JournalEntry) {
  const index = moments.findIndex((one) => one.kind === "claim" && one.toolUseId === toolUseId);
  const known = moments[index];
  const { event, time } = entry;
  if (known?.kind !== "claim") {
    // A checkpoint only knows that it was made, not when.
    const at = event === "CLAIM" ? time : null;
    const decidedAt = verdict && at;
    moments.push({ kind: "claim", at, toolUseId, attempt, verdict, decidedAt, detail: null });
    return;
  }
  // A reset lets the machine forget earlier verdicts; they were given all the same.
  const isDecided = known.verdict !== null && event !== "OVERRULED";
  if (verdict === null || isDecided || known.verdict?.kind === verdict.kind) return;
  const { detail } = entry.payload ?? {};
  moments[index] = {
    ...known,
    verdict,
    decidedAt: time,
    detail: typeof detail === "string" ? detail : null,
  };
}
