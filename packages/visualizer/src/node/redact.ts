import type { JournalEntry } from "@readback/core";
import { CHECKPOINT_EVENT, mustBeMachines, START_EVENT } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { allNodes, transitionsOf } from "../model/definition.js";
import { type Microstep, microstepsIn, type RecordedEntry } from "../model/recorded-state.js";
import { CHOICES, EARLIER, FIELDS, OUTCOMES } from "./redact-words.js";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** A name with a number that a machine has added to it. */
const NUMBERED = /^(.*\S)(\.\d+)$/s;
/** A response that a person typed. */
const FIX = /^(\s*fix\s*:\s*)(.+)$/is;
/** Names that XState makes of those of others, with what it says itself. */
const OF_XSTATE =
  /^(xstate\.(?:(?:after|done|error|snapshot|init|stop)(?:\.(?:actor|state))?))(?:\.(.*))?$/s;
/** What our machines put before the name of a caller. */
const PATIENCE = "patience.";

type Loose = Readonly<Record<string, unknown>>;

/**
 * Hides every text that is not a word of the machines or of Readback's own formats, wherever it stands: as a value,
 * as the name of a field, of an event, of a state. The same text gets the same stand-in everywhere, so that the run
 * still folds. Numbers, times and the course of events stay.
 */
export function createRedaction(machines: readonly AnyStateMachine[]) {
  mustBeMachines(machines);
  const own = new Set<string>(machines.flatMap(wordsOf));
  const ids = new Set(machines.map(({ id }) => id));
  const names = new Map<string, string>();

  function text(given: string): string {
    if (given === "" || MOMENT.test(given)) return given;
    const [, base, number] = NUMBERED.exec(given) ?? [];
    if (base !== undefined && number !== undefined) return `${text(base)}${number}`;
    // The id of a request names its ask.
    if (/^\w+~\w+$/.test(given)) return given.split("~").map(text).join("~");
    const name = names.get(given) ?? `redacted-${names.size + 1}`;
    names.set(given, name);
    return name;
  }

  /** The name of an event, or of what becomes due. */
  function named(given: string): string {
    if (own.has(given) || EARLIER.has(given)) return given;
    if (given === START_EVENT || given === CHECKPOINT_EVENT) return given;
    if (given.startsWith(PATIENCE)) return `${PATIENCE}${text(given.slice(PATIENCE.length))}`;
    const [, known, rest] = OF_XSTATE.exec(given) ?? [];
    if (known === undefined) return text(given);
    return rest === undefined ? known : `${known}.${rest.split(".").map(part).join(".")}`;
  }

  /** The name of a state: parallel ones side by side. */
  const state = (given: string): string => given.split("+").map(place).join("+");
  const place = (given: string): string =>
    own.has(given) ? given : given.split(".").map(part).join(".");
  const part = (one: string): string =>
    own.has(one) || EARLIER.has(one) || /^\d+$/.test(one) ? one : text(one);

  function value(given: unknown, field = ""): unknown {
    if (typeof given === "string") {
      if (CHOICES.get(field)?.has(given)) return given;
      const [, fix, what] = (CHOICES.get(field)?.has("fix") && FIX.exec(given)) || [];
      return fix !== undefined && what !== undefined ? `fix: ${text(what)}` : text(given);
    }
    if (Array.isArray(given)) return given.map((one) => value(one, field));
    if (typeof given !== "object" || given === null) return given;
    return fields(given as Loose, (inner, key) => value(inner, key));
  }

  function fields(given: Loose, inner: (one: unknown, key: string) => unknown): Loose {
    return Object.fromEntries(
      Object.entries(given).map(([key, one]) => [
        FIELDS.has(key) ? key : text(key),
        inner(one, key),
      ]),
    );
  }

  /** The value of a state: names of states within names of states. */
  function stateValue(given: unknown): unknown {
    if (typeof given === "string") return state(given);
    if (typeof given !== "object" || given === null || Array.isArray(given)) return value(given);
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => [state(key), stateValue(inner)]),
    );
  }

  /** A state as it is kept. */
  const keptState = (given: Loose): Loose =>
    fields(given, (one, key) => {
      if (key === "value") return stateValue(one);
      return key === "deadlines" && Array.isArray(one) ? one.map(keptDeadline) : value(one, key);
    });

  function keptDeadline(given: unknown): unknown {
    if (!isObject(given)) return value(given);
    return fields(given, (one, key) => {
      if (key === "id" && typeof one === "string") return named(one);
      return key === "event" && isObject(one) ? typed(one) : value(one, key);
    });
  }

  /** An event. */
  const typed = (given: Loose): Loose =>
    fields(given, (one, key) =>
      key === "type" && typeof one === "string" ? named(one) : value(one, key),
    );

  const microstep = ({ event, to, transitions }: Microstep): Microstep => ({
    event: named(event),
    to: state(to),
    transitions: transitions.map((one) => ({
      source: part(one.source),
      targets: one.targets.map(part),
      event: one.event === "" ? "" : named(one.event),
      guard: typeof one.guard === "string" ? part(one.guard) : null,
    })),
  });

  // Field by field: what an entry should not have is not taken along.
  return (entry: JournalEntry): JournalEntry => {
    const { v, sequence, time, attempt, bound, generation, exhausted, cause, done } = entry;
    const { machine, definition, instance, event, payload, deadline, from, to } = entry;
    const { outcome, timers, told } = entry;
    const { recorded } = entry as Partial<RecordedEntry>;
    const steps = microstepsIn(entry);
    const ended = (one: string) => (OUTCOMES.has(one) ? one : state(one));
    const redact = event === CHECKPOINT_EVENT ? keptState : value;
    return {
      v,
      ...(sequence !== undefined && { sequence }),
      time,
      machine: ids.has(machine) ? machine : text(machine),
      ...(definition !== undefined && {
        definition: /^[0-9a-f]{8}$/.test(definition) ? definition : text(definition),
      }),
      instance: text(instance),
      event: named(event),
      ...(payload && { payload: redact(payload) as Loose }),
      ...(deadline !== undefined && { deadline: named(deadline) }),
      from: from === null ? null : state(from),
      to: state(to),
      attempt,
      bound,
      ...(generation !== undefined && { generation }),
      cause,
      ...(exhausted && { exhausted }),
      ...(outcome !== undefined && { outcome: ended(outcome) }),
      ...(timers && { timers: timers.map(({ id, at }) => ({ id: named(id), at })) }),
      ...(told && {
        told: told.map((one) => ({ to: text(one.to), outcome: ended(one.outcome) })),
      }),
      ...(done && { done }),
      ...(isObject(recorded) && {
        recorded: {
          ...keptState({ value: recorded.value, context: recorded.context }),
          ...(recorded.deadlines && keptState({ deadlines: recorded.deadlines })),
          ...(steps && { microsteps: steps.map(microstep) }),
        },
      }),
    } as JournalEntry;
  };
}

/** The names of a machine's states, events, guards, tags and delays. */
function wordsOf(machine: AnyStateMachine): readonly string[] {
  return [
    ...["(none)", "(unknown)"],
    ...Object.keys(machine.implementations.delays),
    ...allNodes(machine).flatMap((node) => {
      const { key, id, path, tags, transitions } = node;
      const ways = transitionsOf(node).map(({ definition }) => definition);
      const actions = [...node.entry, ...node.exit, ...ways.flatMap((way) => way.actions)];
      return [
        ...[key, id, `#${id}`, path.join("."), ...tags, ...transitions.keys()],
        ...ways.flatMap(({ guard }) => namesIn(guard)),
        ...actions.flatMap((action) => namesIn(action)),
      ];
    }),
  ];
}

/** What a guard, or an action that lets something become due, is called in the definition. */
function namesIn(given: unknown): readonly string[] {
  if (typeof given === "string") return [given];
  if ((typeof given !== "object" && typeof given !== "function") || given === null) return [];
  const { type, id } = given as Loose;
  return [type, id].filter((one) => typeof one === "string");
}

function isObject(given: unknown): given is Loose {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
