import type { AnyStateMachine } from "xstate";
import { machineOfConfig } from "./machine-of-config.js";

/** A larger definition does not come along. */
const LARGEST = 2 ** 20;

/** What a machine is made of as JSON, with names in place of functions; `undefined` when it is too large or none. */
export function definitionJson({ config }: AnyStateMachine): unknown {
  try {
    // What an instance knows is in its entries.
    const text = JSON.stringify({ ...config, context: undefined }, named);
    return text.length > LARGEST ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Guards, actions and actors are known by their names. */
function named(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  const isLogic = (one: unknown) =>
    typeof one === "object" && one !== null && "transition" in one && "getInitialSnapshot" in one;
  if (typeof value !== "function" && !isLogic(value)) return value;
  const { type, id, name } = value as { type?: unknown; id?: unknown; name?: unknown };
  return { type: [type, id, name].find((one) => typeof one === "string" && one !== "") ?? "" };
}

/** The machine of a definition; its states are taken as they were recorded. `undefined` for what makes none. */
export function machineOfJson(id: string, definition: unknown): AnyStateMachine | undefined {
  try {
    return machineOfConfig(id, definition);
  } catch {
    return undefined;
  }
}
