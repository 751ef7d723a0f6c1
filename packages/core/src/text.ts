import { oneLine, printable } from "./printable.js";

// Text from models, tools and people is untrusted wherever it lands. One escape per place.

/** At most `max` characters, the last one an ellipsis when something was cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // Never leave half of a surrogate pair behind.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Text for an XML element or attribute: nothing in it can open or close a tag. */
export function xmlText(text: string): string {
  return printable(text)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** Text for one cell of a Markdown table: nothing in it can end the cell or the row. */
export function tableCell(text: string): string {
  return oneLine(text).replace(/\\/g, "\\\\").replace(/\|/g, "\\|").replace(/</g, "&lt;");
}

/** A quoted value for one `key="value"` of a log line. */
export function logValue(text: string): string {
  return `"${oneLine(text).replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}

/** A fenced block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string): string {
  const clean = printable(text);
  const runs = clean.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 2) + 1);
  return `${fence}\n${clean}\n${fence}`;
}
