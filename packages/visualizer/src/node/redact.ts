import type { JournalEntry } from "@readback/core";
import type { AnyStateMachine } from "xstate";
import { allNodes } from "../model/definition.js";
import { microstepsIn, type RecordedEntry } from "../model/recorded-state.js";

/** Fields that hold one of a few words, which say nothing of anybody. */
const CHOICES = new Set([
  ...["type", "retry", "concurrency", "cause", "outcome", "kept", "failure", "failure_type"],
  ...["status", "escalation", "action", "reason", "onGuardFailure", "kind", "decision", "how"],
  ...["by", "from", "exhausted", "ending", "hopeless"],
]);
const WORD = /^[a-z][a-zA-Z]*(?:[_-][a-z]+)*$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A name with a number that a machine has added to it. */
const NUMBERED = /^(\S+)(\.\d+)$/;

/** A name that programs give to a field, not something a person wrote. */
const FIELD = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/**
 * Hides every text that is not a word of the machines: questions, answers, todos, instructions, errors, names
 * of sessions and of instances. The same text gets the same stand-in everywhere, so that the run still folds.
 * Numbers, times and the course of events stay.
 */
export function createRedaction(machines: readonly AnyStateMachine[]) {
  const own = new Set<string>(machines.flatMap(wordsOf));
  const names = new Map<string, string>();

  function text(given: string): string {
    if (given === "" || own.has(given) || MOMENT.test(given)) return given;
    const [, base, number] = NUMBERED.exec(given) ?? [];
    if (base !== undefined && number !== undefined) return `${text(base)}${number}`;
    // The id of a request names its ask.
    if (/^\w+~\w+$/.test(given)) return given.split("~").map(text).join("~");
    const name = names.get(given) ?? `redacted-${names.size + 1}`;
    names.set(given, name);
    return name;
  }

  function value(given: unknown, field = ""): unknown {
    if (typeof given === "string") {
      const isWord = CHOICES.has(field) && (WORD.test(given) || given.startsWith("xstate."));
      return isWord ? given : text(given);
    }
    if (Array.isArray(given)) return given.map((one) => value(one, field));
    if (typeof given !== "object" || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => [
        FIELD.test(key) ? key : text(key),
        value(inner, key),
      ]),
    );
  }

  /** A machine makes the ids of deadlines of the texts it knows. */
  function made(id: string): string {
    if (own.has(id) || id.startsWith("xstate.")) return id;
    const known = [...names].filter(([one]) => one.length > 2 && id.includes(one));
    const [longest] = known.sort(([a], [b]) => b.length - a.length);
    return longest ? id.replaceAll(longest[0], longest[1]) : text(id);
  }

  return (entry: JournalEntry): JournalEntry => {
    const { payload, told, timers, deadline, instance, ...rest } = entry;
    const { recorded } = entry as Partial<RecordedEntry>;
    // The names of states, events and guards.
    const microsteps = microstepsIn(entry);
    return {
      ...rest,
      instance: text(instance),
      ...(payload && { payload: value(payload) as NonNullable<JournalEntry["payload"]> }),
      ...(deadline !== undefined && { deadline: made(deadline) }),
      ...(timers && { timers: timers.map(({ id, at }) => ({ id: made(id), at })) }),
      ...(told && { told: told.map((one) => ({ ...one, to: text(one.to) })) }),
      ...(recorded !== undefined && {
        recorded: { ...(value(recorded) as object), ...(microsteps && { microsteps }) },
      }),
    };
  };
}

/** The names of a machine's states, events, guards and tags. */
function wordsOf(machine: AnyStateMachine): readonly string[] {
  const nodes = allNodes(machine);
  return [
    machine.id,
    ...nodes.flatMap(({ key, id, path, tags }) => [key, id, path.join("."), ...tags]),
    ...nodes.flatMap(({ transitions }) => [...transitions.keys()]),
  ];
}
