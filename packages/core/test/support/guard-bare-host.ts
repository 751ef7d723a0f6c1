import { type AnyMachineSnapshot, type EventObject, initialTransition, transition } from "xstate";
import { entryOf, type JournalEntry, START_EVENT } from "../../src/journal/entry.js";
import type { Claim } from "../../src/todo-attempt-guard/claims.js";
import type { GuardEvent } from "../../src/todo-attempt-guard/events.js";
import { type GuardSettings, guardedTodo } from "../../src/todo-attempt-guard/guarded-todo.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import type { NamedTodo } from "../../src/todo-attempt-guard/todo-list.js";
import type { TodoVerdict } from "../../src/todo-attempt-guard/verdict.js";
import { heldUp, overruled } from "../../src/todo-attempt-guard/write.js";

type Deadline = { readonly id: string; readonly at: number; readonly event: EventObject };
type Live = {
  readonly snapshot: AnyMachineSnapshot;
  readonly deadlines: readonly Deadline[];
  readonly moves: number;
};
type Effects = readonly { readonly type: string; readonly params?: unknown }[];

/**
 * The smallest host there can be: XState's own pure transitions, a map, and a time that is told. It
 * holds no rule. `judge`: what a validator says of a claim; `undefined` when it says nothing.
 */
export function createBareHost(
  settings: GuardSettings,
  judge: ((todo: string, toolUseId: string) => GuardEvent | undefined) | undefined,
  start: number,
) {
  const live = new Map<string, Live>();
  const entries: JournalEntry[] = [];
  /** The verdicts that were told, for a claim may be gone together with its todo. */
  const heard = new Map<string, TodoVerdict>();
  let now = start;

  /** Keeps a step: the entry, the state and its deadlines. Returns what the machine told. */
  function keep(
    instance: string,
    event: EventObject,
    snapshot: AnyMachineSnapshot,
    effects: Effects,
  ) {
    const before = live.get(instance);
    let deadlines = (before?.deadlines ?? []).filter(({ id }) => id !== event.type);
    // biome-ignore lint/suspicious/noExplicitAny: the parameters of XState's built-in actions
    for (const { type, params } of effects as { type: string; params: any }[]) {
      const id = type === "xstate.raise" ? params.id : type === "xstate.cancel" && params.sendId;
      if (id) deadlines = deadlines.filter((one) => one.id !== id);
      if (type === "xstate.raise")
        deadlines = [...deadlines, { id, at: now + params.delay, event: params.event }];
    }
    deadlines = [...deadlines].sort((a, b) => a.at - b.at);
    const isLive = snapshot.status === "active";
    const sequence = (before?.moves ?? 0) + 1;
    if (isLive) live.set(instance, { snapshot, deadlines, moves: sequence });
    else live.delete(instance);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const told = effects.flatMap(({ type, params }: any) =>
      type === "xstate.emit" ? params.event : [],
    );
    const from = before?.snapshot ?? null;
    const entry = entryOf(now, instance, event, from, snapshot, isLive ? deadlines : [], told);
    entries.push({ ...entry, sequence });
    for (const { toolUseId, verdict } of told)
      if (verdict) heard.set(`${instance} ${toolUseId}`, verdict);
    return told;
  }

  function send(instance: string, event: EventObject) {
    const known = live.get(instance);
    if (!known) return [];
    const stamped = { ...event, at: now } as GuardEvent;
    const [next, effects] = transition(guardMachine, known.snapshot as never, stamped);
    if (next === known.snapshot && effects.length === 0) return [];
    return keep(instance, event, next, effects as Effects);
  }

  const claimsOf = (instance: string): readonly Claim[] =>
    live.get(instance)?.snapshot.context.claims ?? [];
  const verdictOn = (instance: string, toolUseId: string): TodoVerdict | null | undefined =>
    live.has(instance)
      ? claimsOf(instance).find((claim) => claim.toolUseId === toolUseId)?.verdict
      : heard.get(`${instance} ${toolUseId}`);

  function wait(ms: number): void {
    const end = now + ms;
    for (;;) {
      const due = [...live]
        .flatMap(([instance, { deadlines }]) => deadlines.map((one) => ({ instance, ...one })))
        .sort((a, b) => a.at - b.at)
        .find(({ at }) => at <= end);
      if (!due) break;
      now = due.at;
      send(due.instance, due.event);
    }
    now = end;
  }

  /** One write, to its end; `patience`: how long validators are waited for. */
  function write(
    session: string,
    toolUseId: string,
    todos: readonly NamedTodo[],
    from: "list" | "report" | undefined,
    patience: number,
  ): readonly TodoVerdict[] {
    const unchecked = !judge && todos.length === 1 && { unchecked: true };
    const claims = todos.flatMap(({ todo, instance }) => {
      const input = guardedTodo(session, todo, settings);
      if (!live.has(instance)) {
        const [snapshot, effects] = initialTransition(guardMachine, input);
        keep(instance, { type: START_EVENT, input } as EventObject, snapshot, effects as Effects);
      }
      const told = send(instance, {
        type: "CLAIM",
        toolUseId,
        ...(from && { from }),
        ...unchecked,
      } as EventObject);
      const atOnce = told.find(({ type }) => type === "guard.verdict")?.verdict;
      const verdict: TodoVerdict | null | undefined =
        atOnce ?? (live.has(instance) ? verdictOn(instance, toolUseId) : undefined);
      const isOurs = told.some(({ type }) => type === "guard.validate");
      return verdict === undefined ? [] : [{ todo, instance, verdict, isOurs }];
    });
    const held = heldUp(toolUseId, claims);
    for (const { instance, event } of held) send(instance, event);
    for (const { instance, todo, isOurs } of held.length > 0 ? [] : claims) {
      const event = judge ? judge(todo, toolUseId) : ({ type: "PASSED", toolUseId } as const);
      if (isOurs && event) send(instance, event);
    }
    const isOpen = ({ instance }: NamedTodo) => verdictOn(instance, toolUseId) === null;
    if (claims.some(isOpen)) wait(patience);
    const decided = () =>
      claims.map((claim) => ({
        ...claim,
        verdict: verdictOn(claim.instance, toolUseId) ?? claim.verdict,
      }));
    for (const { instance, event } of overruled(toolUseId, decided())) send(instance, event);
    return decided().flatMap(({ verdict }) => verdict ?? []);
  }

  return { entries, live, claimsOf, send, wait, write };
}
