import { type GuardedTodoView, guardMachine, type JournalEntry } from "@readback/core";
import { type Claim, createReplay, guardedTodoView } from "@readback/core/host";

type Verdict = NonNullable<Claim["verdict"]>;

/** Something that happened to a todo. */
export type Moment =
  /** The agent claimed that it is done. */
  | {
      readonly kind: "claim";
      /** `null` when the journal no longer tells. */
      readonly at: number | null;
      readonly toolUseId: string;
      readonly attempt: number;
      /** It came so soon after another claim that it is the same. */
      readonly isTwin: boolean;
      readonly verdict: Verdict | null;
      readonly decidedAt: number | null;
      /** What the validator, or the failure, said; `null` when the verdict says it all. */
      readonly detail: string | null;
    }
  /** A person decided. */
  | { readonly kind: "approved" | "reset"; readonly at: number }
  /** It was seen to be completed, opened again after that or after it was only allowed, or forgotten. */
  | { readonly kind: "completed" | "reopened" | "undone" | "forgotten"; readonly at: number };

type Turn = Exclude<Moment["kind"], "claim">;

/** What happened to each todo, oldest first, told from the journal. */
export function historiesOf(
  entries: Iterable<JournalEntry>,
): ReadonlyMap<string, readonly Moment[]> {
  const replay = createReplay([guardMachine]);
  const viewOf = (instance: string): GuardedTodoView | undefined => {
    const snapshot = replay.instances.get(instance)?.snapshot;
    return snapshot && guardedTodoView(instance, snapshot);
  };
  const histories = new Map<string, Moment[]>();
  for (const entry of entries) {
    const before = viewOf(replay.nameOf(entry.instance));
    if (!replay.apply(entry)) continue;
    const { time: at } = entry;
    const instance = replay.nameOf(entry.instance);
    const moments = histories.get(instance) ?? [];
    histories.set(instance, moments);
    const after = viewOf(instance);
    if (isReopened(before, after)) moments.push({ kind: "reopened", at });
    for (const claim of after?.claims ?? []) tell(moments, claim, entry);
    const kind = turnOf(entry, before, after);
    if (kind) moments.push({ kind, at });
  }
  return histories;
}

function isReopened(before?: GuardedTodoView, after?: GuardedTodoView): boolean {
  return before?.standing === "completed" && after !== undefined && after.standing !== "completed";
}

function turnOf(
  { event, done, outcome }: JournalEntry,
  before?: GuardedTodoView,
  after?: GuardedTodoView,
): Turn | undefined {
  if (event === "APPROVE") return after?.standing === "completed" ? "completed" : "approved";
  if (event === "RESET") return "reset";
  if (done) return outcome === "completed" ? "completed" : "forgotten";
  if (!before || !after) return undefined;
  if (after.standing === "completed" && before.standing !== "completed") return "completed";
  return before.standing === "allowed" && after.standing === "open" ? "undone" : undefined;
}

/** Adds a claim that is new, or the verdict that it has got. */
function tell(moments: Moment[], claim: Claim, { event, time, payload }: JournalEntry) {
  const { toolUseId, attempt, verdict, twinOf } = claim;
  const index = moments.findIndex((one) => one.kind === "claim" && one.toolUseId === toolUseId);
  const known = moments[index];
  if (known?.kind !== "claim") {
    // Checkpoints of earlier versions only know that it was made, not when.
    const at = claim.at ?? (event === "CLAIM" ? time : null);
    const decidedAt = verdict && (claim.decidedAt ?? at);
    const isTwin = twinOf !== undefined;
    const made = { toolUseId, attempt, isTwin, verdict, decidedAt, detail: null };
    moments.push({ kind: "claim", at, ...made });
    return;
  }
  // A reset lets the machine forget earlier verdicts; they were given all the same.
  const isDecided = known.verdict !== null && event !== "OVERRULED";
  if (verdict === null || isDecided || known.verdict?.kind === verdict.kind) return;
  const { detail } = payload ?? {};
  moments[index] = {
    ...known,
    verdict,
    decidedAt: time,
    detail: typeof detail === "string" ? detail : null,
  };
}
