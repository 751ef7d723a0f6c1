import { messageOf, stateName } from "@readback/core/host";
import { type AnyStateMachine, createMachine, type StateValue } from "xstate";
import { chartOf } from "../../chart/chart-of.js";
import type { Microstep, RecordedEntry } from "../../model/recorded-state.js";
import { machineOfConfig } from "./machine-of-config.js";

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
  isOver: boolean;
}

/** A context of more characters is left out: a run has many. */
const LARGEST_CONTEXT = 64 * 1024;
const MOST_ACTORS = 10_000;
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
    if (actors.size >= MOST_ACTORS) {
      to.note("actors", `${app} has more than ${MOST_ACTORS} actors: the others are not shown`);
      return undefined;
    }
    const name = textOf(event.name) || session;
    const machine = machineFor(name, event.definition);
    const instance = short(`${app}/${name === session ? session : `${name} ${session}`}`);
    const actor: Actor = { machine, instance, state: null, steps: [], isOver: false };
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
    if (!actor || actor.isOver) return;
    const snapshot = isObject(event.snapshot) ? event.snapshot : {};
    const status = textOf(snapshot.status) || "active";
    const isPlain = actor.machine === PLAIN;
    const value = (isPlain ? status : (snapshot.value ?? status)) as StateValue;
    const state = nameOf(value);
    const { type, ...payload } = cause;
    const isFirst = actor.state === null;
    const microsteps = actor.steps.splice(0);
    actor.isOver = status !== "active";
    to.add({
      v: 1,
      time: timeOf(event.createdAt),
      machine: actor.machine,
      instance: actor.instance,
      event: isFirst ? "readback.start" : textOf(type) || "(no name)",
      ...(isFirst ? {} : Object.keys(payload).length > 0 ? { payload } : {}),
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
      ...(actor.isOver && { done: true, outcome: status === "done" && !isPlain ? state : status }),
    });
    actor.state = state;
  }

  /** Takes a message of the app, as it came. What is none is counted; nothing is thrown. */
  return (message: unknown): void => {
    if (!isObject(message)) {
      to.note("foreign", `${app}: not an inspection event`);
      return;
    }
    const cause = isObject(message.event) ? message.event : {};
    switch (message.type) {
      case "@xstate.actor":
        if (!actors.has(textOf(message.sessionId))) record(message, {});
        return;
      case "@xstate.microstep": {
        const actor = actors.get(textOf(message.sessionId));
        if (actor && actor.steps.length < MOST_STEPS) actor.steps.push(microstepOf(message));
        return;
      }
      case "@xstate.snapshot":
      case "@xstate.transition":
        // What an actor begins with was told with the actor itself.
        if (cause.type === "xstate.init" && actors.has(textOf(message.sessionId))) return;
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
      targets: Array.isArray(target) ? target.map(textOf).map(short) : [],
      event: textOf(eventType),
      guard: guard === undefined || guard === null ? null : guardName(guard),
    })),
  };
}

function guardName(guard: unknown): string {
  return short(textOf(isObject(guard) ? guard.type : guard) || "a guard without a name");
}

function contextOf(context: unknown): Loose {
  if (!isObject(context)) return {};
  const { length } = JSON.stringify(context);
  if (length <= LARGEST_CONTEXT) return context;
  return { "(left out)": `${length} characters, more than ${LARGEST_CONTEXT}` };
}

function nameOf(value: unknown): string {
  try {
    return stateName(value as StateValue) || "(none)";
  } catch {
    return "(unknown)";
  }
}

function timeOf(given: unknown): number {
  const time = Number(given);
  return given !== "" && Number.isFinite(time) ? time : Date.now();
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
