import { messageOf } from "@readback/core/host";
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  and,
  type EventObject,
  not,
  or,
} from "xstate";
import { type Reading, watch } from "./readings.js";
import { isRecorded } from "./recorded-state.js";

/**
 * `depends`: on what the event has in it, which is not known; `unseen`: it is asked in an app that is only
 * watched, which tells the names of its guards and not what they say.
 */
export type GuardResult = "holds" | "fails" | "depends" | "throws" | "unseen";

/** What a guard says, and what it looked at to say so. */
export interface GuardReport {
  readonly name: string;
  readonly params?: unknown;
  readonly result: GuardResult;
  readonly readings: readonly Reading[];
  /** The guards that `and`, `or`, `not` or another name stand for. */
  readonly inner: readonly GuardReport[];
  readonly error?: string;
  /** How the result of a guard is known that was asked elsewhere. */
  readonly seenBy?: string;
}

/** What a guard is asked about. */
export interface Asked {
  readonly machine: AnyStateMachine;
  readonly snapshot: AnyMachineSnapshot;
  /** With the moment as `at`, as a host stamps it. */
  readonly event: EventObject;
  /** Whether the event is only a name: what it has in it is not known. */
  readonly isOnlyName: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: XState publishes no useful type for what is inside
type Loose = any;

/** How XState marks the guards that `and`, `or` and `not` make. */
const KINDS = new Map<unknown, "and" | "or" | "not">([
  [(and([]) as Loose).check, "and"],
  [(or([]) as Loose).check, "or"],
  [(not(() => false) as Loose).check, "not"],
]);

/** Asks a guard as XState does, and notes why it says what it says. Never throws. */
export function reportOf(guard: Loose, asked: Asked): GuardReport {
  if (typeof guard === "function") return ofFunction(guard, guard.name || "(inline)", {}, asked);
  const name: string = typeof guard === "string" ? guard : guard.type;
  const found = asked.machine.implementations.guards[name] as Loose;
  if (!found) {
    if (isRecorded(asked.machine)) return plain(name, "unseen");
    return plain(name, "throws", { error: `The machine has no guard "${name}"` });
  }
  const given = guard.params;
  if (typeof found === "function") return ofFunction(found, name, { given }, asked);
  const inner = reportOf(found, asked);
  return plain(name, inner.result, { inner: [inner] });
}

function ofFunction(
  found: Loose,
  name: string,
  { given }: { given?: Loose },
  asked: Asked,
): GuardReport {
  if (!found.check) return ofPlainGuard(found, name, given, asked);
  const kind = KINDS.get(found.check);
  if (!kind) return ofStateIn(found, asked);
  const inner: GuardReport[] = found.guards.map((one: Loose) => reportOf(one, asked));
  return plain(name, combined(kind, inner), { inner });
}

function ofPlainGuard(found: Loose, name: string, given: Loose, asked: Asked): GuardReport {
  const { snapshot, event } = asked;
  const ask = (args: { readonly context: unknown; readonly event: EventObject }) => {
    const params = typeof given === "function" ? given(args) : given;
    return { params, holds: Boolean(found(args, params)) };
  };
  // Asked twice: what only looks like the context might be compared with what is in it.
  const watched = watch(snapshot.context, event);
  const seen = attempt(() => ask({ context: watched.context, event: watched.event }));
  const { readings } = watched;
  const isUnknown = readings.some(({ of, path }) => of === "event" && path !== "at");
  const told = attempt(() => ask({ context: snapshot.context, event }));
  if (asked.isOnlyName && (isUnknown || "error" in seen || "error" in told)) {
    return plain(name, "depends", { readings });
  }
  if ("error" in told) return plain(name, "throws", { readings, error: told.error });
  const { params, holds } = told.made;
  return plain(name, holds ? "holds" : "fails", {
    readings,
    ...(params !== undefined && { params }),
  });
}

function ofStateIn(found: Loose, { snapshot, event }: Asked): GuardReport {
  const name = `stateIn(${JSON.stringify(found.stateValue)})`;
  const told = attempt(() => found.check(snapshot, { context: snapshot.context, event }, found));
  if ("error" in told) return plain(name, "throws", { error: told.error });
  return plain(name, told.made ? "holds" : "fails");
}

/** As XState asks them, one after the other until it knows. */
function combined(kind: "and" | "or" | "not", inner: readonly GuardReport[]): GuardResult {
  if (kind === "not") {
    const [{ result } = { result: "fails" as GuardResult }] = inner;
    if (result === "holds") return "fails";
    return result === "fails" ? "holds" : result;
  }
  const goesOn: GuardResult = kind === "and" ? "holds" : "fails";
  let isUnknown = false;
  for (const { result } of inner) {
    if (result === goesOn) continue;
    if (result === "depends") isUnknown = true;
    else if (!(isUnknown && result === "throws")) return result;
  }
  return isUnknown ? "depends" : goesOn;
}

function plain(name: string, result: GuardResult, more: Partial<GuardReport> = {}): GuardReport {
  return { name, result, readings: [], inner: [], ...more };
}

function attempt<T>(make: () => T): { readonly made: T } | { readonly error: string } {
  try {
    return { made: make() };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
