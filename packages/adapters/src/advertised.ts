import type { JsonSchema } from "@readback/core/tools";
import * as z from "zod";

/**
 * A zod schema that tells frameworks its JSON Schema and lets everything through: the input is checked once, by the
 * asker, whose answer names the field and the fix.
 */
export function advertised<T>(json: JsonSchema): z.ZodType<T, T> {
  const open = z.unknown();
  // Zod writes into what it gets.
  open._zod.toJSONSchema = () => structuredClone(json);
  return open as unknown as z.ZodType<T, T>;
}
