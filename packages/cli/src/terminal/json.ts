import { escapeUnit } from "./text.js";

/** What a terminal would obey or not show. Other control characters JSON escapes by itself. */
const UNSHOWN = /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/** JSON that a terminal shows as it is, and that means what it meant. */
export function printableJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(UNSHOWN, (found) => found.split("").map(escapeUnit).join(""));
}
