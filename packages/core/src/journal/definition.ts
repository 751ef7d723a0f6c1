import type { AnyStateMachine } from "xstate";
import { mustBeMachine } from "../must-be-machine.js";

const known = new WeakMap<AnyStateMachine, string>();

/**
 * A short hash of how a machine is written: its states, transitions, delays, and the names of guards and
 * actions. What their functions say is not in it, so every build of one version gives the same.
 */
export function definitionOf(machine: AnyStateMachine): string {
  let hash = known.get(machine);
  if (hash === undefined) {
    mustBeMachine(machine);
    hash = fnv1a(JSON.stringify(machine.config, named) ?? "");
    known.set(machine, hash);
  }
  return hash;
}

/** A combination of guards (`and`, `not`) is a function, too: it goes by the guards in it. */
function named(_: string, value: unknown): unknown {
  if (typeof value !== "function") return value;
  const { type, guards } = value as { readonly type?: unknown; readonly guards?: unknown };
  return ["function", type, guards];
}

/** A checksum that needs nothing to be loaded: it tells versions apart, and proves nothing. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
