import type { AnyStateMachine } from "xstate";
import { ReadbackError } from "../../errors.js";
import { COMBINATIONS } from "./guards.js";
import { type Loose, list } from "./states.js";

const STATE = "id initial states on after always entry exit tags meta output type description";
const KNOWN = {
  state: new Set(STATE.split(" ")),
  machine: new Set(`${STATE} context version types`.split(" ")),
  transition: new Set("target guard actions reenter description meta".split(" ")),
};
/** The actions of XState that the interpreter runs. */
export const ACTIONS: ReadonlySet<unknown> = new Set(
  "assign emit enqueueActions raise cancel".split(" ").map((name) => `xstate.${name}`),
);

/** Throws when a machine has anything that the interpreter does not know for certain. */
export function refuseUnknown({ id, config, implementations }: AnyStateMachine): void {
  const { actions, guards } = implementations as Loose;

  function refuse(what: string): never {
    throw new ReadbackError(
      "not_interpretable",
      `The interpreter cannot run the machine "${id}": ${what}. XState can`,
    );
  }
  function checkKeys(kind: keyof typeof KNOWN, at: string, part: Loose): void {
    const unknown = Object.keys(part).find(
      (key) => part[key] !== undefined && !KNOWN[kind].has(key),
    );
    if (unknown !== undefined) refuse(`${at} has \`${unknown}\``);
  }
  function checkState(at: string, state: Loose, depth: number): void {
    checkKeys(depth === 0 ? "machine" : "state", at, state);
    const { type, on = {}, after = {}, always, entry, exit, states = {}, initial } = state;
    if (type !== undefined && type !== "final") refuse(`${at} is ${type}`);
    if (type === "final" && depth !== 1) refuse(`${at} is final within another state`);
    if (depth === 0 && Object.keys(states).length === 0) refuse(`${at} has no states`);
    for (const one of [entry, exit, initial?.actions]) list(one).forEach(checkAction);
    for (const event of Object.keys(on)) {
      if (event.includes("*")) refuse(`${at} listens to ${event}`);
      checkTransitions(`${at} on ${event}`, on[event]);
    }
    for (const delay of Object.keys(after)) checkTransitions(`${at} after ${delay}`, after[delay]);
    checkTransitions(`${at} always`, always);
    for (const name of Object.keys(states)) checkState(`state "${name}"`, states[name], depth + 1);
  }
  function checkTransitions(at: string, transitions: Loose): void {
    for (const one of list(transitions)) {
      if (typeof one === "string") continue;
      checkKeys("transition", at, one);
      if (list(one.target).length > 1) refuse(`${at} has several targets`);
      list(one.actions).forEach(checkAction);
      checkGuard(one.guard);
    }
  }
  function checkAction(action: Loose): void {
    const found = typeof action === "function" ? action : actions[action.type ?? action];
    if (found?.resolve && !ACTIONS.has(found.type)) refuse(`it has the action ${found.type}`);
  }
  function checkGuard(guard: Loose): void {
    if (guard === undefined) return;
    const isNamed = typeof guard !== "function";
    const found = isNamed ? guards[guard.type ?? guard] : guard;
    if (!found) refuse(`it has no guard "${guard.type ?? guard}"`);
    if (typeof found !== "function") checkGuard(found);
    else if (found.check && !COMBINATIONS.has(found.check)) refuse("it has a guard like stateIn");
    else if (found.check) found.guards.forEach(checkGuard);
  }

  checkState("the machine", config, 0);
}
