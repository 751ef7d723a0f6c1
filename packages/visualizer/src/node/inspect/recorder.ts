import { messageOf, stateName } from "@readback/core/host";
import { type AnyStateMachine, createMachine, type StateValue } from "xstate";
import { chartOf } from "../../chart/chart-of.js";
import { machineOfConfig } from "../../model/machine-of-config.js";
import type { Microstep, RecordedEntry } from "../../model/recorded-state.js";
import { sizeOf } from "../../model/size-of.js";

/** Where recorded runs go. */
export interface Recording {
  add(entry: RecordedEntry): void;
  note(kind: string, what: string): void;
  define(machine: AnyStateMachine): void;
}

type Loose = Readonly<Record<string, unknown>>;

interface Actor {
  readonly machine: string;
  readonly instance: string;
  state: string | null;
  /** Steps of the transition that is under way. */
  steps: Microstep[];
}

/** A context, an event or a state of more characters is left out: a run has many. */
const LARGEST = 64 * 1024;
/** At the same time; those that ended are remembered by their names, for late news of them. */
const MOST_ACTORS = 10_000;
/** Of all apps: each stays as long as the page. */
const MOST_MACHINES = 500;
const LONGEST_NAME = 120;
/** Of one transition: a machine that never comes to rest has any number. */
const MOST_STEPS = 100;

/** Promises, callbacks and observables: what is known of them is how they stand. */
const PLAIN = "xstate-actor";
const plainMachine = createMachine({
  id: PLAIN,
  initial: "active",
  meta: { recorded: true },
  states: {
    active: {},
    done: { type: "final" },
    error: { type: "final" },
    stopped: { type: "final" },
  },
});

/**
 * Makes entries of the inspection events of one app: `@xstate.actor`, `@xstate.snapshot` and the one that is to
 * take their place, `@xstate.transition`. Which machines there are, and by which hash, all apps share.
 */
export function createRecorder(app: string, to: Recording, hashes: Map<string, string>) {
  const actors = new Map<string, Actor>();
  /** The one that ended last comes last. */
  const ended = new Set<string>();

  function end(session: string): void {
    actors.delete(session);
    ended.add(session);
    if (ended.size <= MOST_ACTORS) return;
    for (const oldest of ended) {
      ended.delete(oldest);
      return;
    }
  }

  function machineFor(name: string, definition: unknown): string {
    const config = typeof definition === "string" ? parsed(definition) : definition;
    const isMachine = isObject(config) && (isObject(config.states) || isObject(config.on));
    if (!isMachine) {
      to.define(plainMachine);
      return PLAIN;
    }
    const wanted = short(typeof config.id === "string" && config.id ? config.id : name);
    try {
      const { hash } = chartOf(machineOfConfig(wanted, config));
      const isOther = (hashes.get(wanted) ?? hash) !== hash;
      const id = isOther ? `${wanted} ${hash.slice(0, 8)}` : wanted;
      if (!hashes.has(id) && hashes.size >= MOST_MACHINES) {
        to.note("definition", `${id}: more than ${MOST_MACHINES} machines`);
        return id;
      }
      if (!hashes.has(id)) to.define(machineOfConfig(id, config));
      hashes.set(id, hash);
      return id;
    } catch (error) {
      to.note("definition", `${wanted}: ${messageOf(error)}`);
      return wanted;
    }
  }

  /** An actor that was not told of may have been begun before the app was connected. */
  function actorOf(event: Loose, session: string): Actor | undefined {
    const known = actors.get(session);
    if (known) return known;
    if (ended.has(session)) return undefined;
    if (actors.size >= MOST_ACTORS) {
      to.note(
        "actors",
        `${app} has more than ${MOST_ACTORS} actors that go on: others are not shown`,
      );
      return undefined;
    }
    const name = textOf(event.name) || session;
    const machine = machineFor(name, event.definition);
    const instance = short(`${app}/${name === session ? session : `${name} ${session}`}`);
    const actor: Actor = { machine, instance, state: null, steps: [] };
    actors.set(session, actor);
    return actor;
  }

  function record(event: Loose, cause: Loose): void {
    const session = textOf(event.sessionId);
    if (session === "") {
      to.note("foreign", `${app}: an event without a sessionId`);
      return;
    }
    const actor = actorOf(event, session);
    if (!actor) return;
    const snapshot = isObject(event.snapshot) ? event.snapshot : {};
    const status = textOf(snapshot.status) || "active";
    const isPlain = actor.machine === PLAIN;
    const told = (isPlain ? status : (snapshot.value ?? status)) as StateValue;
    const value = sizeOf(told) > LARGEST ? "(too large)" : told;
    const state = nameOf(value);
    const { type, ...payload } = cause;
    const isFirst = actor.state === null;
    const microsteps = actor.steps.splice(0);
    const isOver = status !== "active";
    to.add({
      v: 1,
      time: timeOf(event.createdAt),
      machine: actor.machine,
      instance: actor.instance,
      event: isFirst ? "readback.start" : short(textOf(type)) || "(no name)",
      ...(isFirst || Object.keys(payload).length === 0 ? {} : { payload: bounded(payload) }),
      from: actor.state,
      to: state,
      attempt: 0,
      bound: 0,
      cause: null,
      recorded: {
        value,
        context: contextOf(isPlain ? snapshot : snapshot.context),
        ...(microsteps.length > 0 && { microsteps }),
      },
      ...(isOver && { done: true, outcome: status === "done" && !isPlain ? state : status }),
    });
    actor.state = state;
    if (isOver) end(session);
  }

  /** Takes a message of the app, as it came. What is none is counted; nothing is thrown. */
  return (message: unknown): void => {
    if (!isObject(message)) {
      to.note("foreign", `${app}: not an inspection event`);
      return;
    }
    const cause = isObject(message.event) ? message.event : {};
    const session = textOf(message.sessionId);
    switch (message.type) {
      case "@xstate.actor":
        // The snapshot that comes with it is of when it was sent, which may be long after the beginning.
        if (session === "") to.note("foreign", `${app}: an actor without a sessionId`);
        else actorOf(message, session);
        return;
      case "@xstate.microstep": {
        const actor = actors.get(session);
        if (actor && actor.steps.length < MOST_STEPS) actor.steps.push(microstepOf(message));
        return;
      }
      case "@xstate.snapshot":
      case "@xstate.transition":
        // An actor begins once.
        if (cause.type === "xstate.init" && (actors.get(session)?.state ?? null) !== null) return;
        record(message, cause);
        return;
      case "@xstate.event":
      case "@xstate.action":
        return;
      default:
        to.note("foreign", `${app}: ${short(textOf(message.type) || "a message without a type")}`);
    }
  };
}

/** A step as XState's own inspection events tell it: the transitions with their ids, the names of guards that held. */
function microstepOf({ event, snapshot, _transitions }: Loose): Microstep {
  const told = Array.isArray(_transitions) ? _transitions.filter(isObject) : [];
  return {
    event: isObject(event) ? short(textOf(event.type)) : "",
    to: nameOf(isObject(snapshot) ? snapshot.value : undefined),
    transitions: told.slice(0, MOST_STEPS).map(({ source, target, eventType, guard }) => ({
      source: short(textOf(source)),
      targets: Array.isArray(target) ? target.slice(0, MOST_STEPS).map(textOf).map(short) : [],
      event: short(textOf(eventType)),
      guard: guard === undefined || guard === null ? null : guardName(guard),
    })),
  };
}

function guardName(guard: unknown): string {
  return short(textOf(isObject(guard) ? guard.type : guard) || "a guard without a name");
}

function contextOf(context: unknown): Loose {
  return isObject(context) ? bounded(context) : {};
}

function bounded(given: Loose): Loose {
  const { length } = JSON.stringify(given);
  if (length <= LARGEST) return given;
  return { "(left out)": `${length} characters, more than ${LARGEST}` };
}

function nameOf(value: unknown): string {
  try {
    return stateName(value as StateValue) || "(none)";
  } catch {
    return "(unknown)";
  }
}

function timeOf(given: unknown): number {
  const isGiven = typeof given === "number" || (typeof given === "string" && given.trim() !== "");
  const time = Number(given);
  return isGiven && Number.isFinite(time) ? time : Date.now();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const short = (text: string) =>
  text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
