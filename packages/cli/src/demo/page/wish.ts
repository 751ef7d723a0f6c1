import { TROUBLES } from "../stage.js";
import { STORY_NAMES } from "../story-names.js";
import type { PanelWish } from "./panel-state.js";

/** Reads what the panel asks for, or throws: it comes from a browser. */
export function wishOf(message: unknown): PanelWish {
  const { type, machine, name, on } = (message ?? {}) as Record<string, unknown>;
  switch (type) {
    case "stop":
    case "look":
      return { type };
    case "play":
      return { type, machine: oneOf("machine", STORY_NAMES, machine) };
    case "switch":
      if (typeof on !== "boolean") throw new Error("on: must be true or false");
      return { type, name: oneOf("name", TROUBLES, name), on };
    default:
      throw new Error('type: must be "play", "stop", "look" or "switch"');
  }
}

function oneOf<T extends string>(field: string, known: readonly T[], value: unknown): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Error(`${field}: must be one of ${known.join(", ")}`);
  return found;
}
