// Text from models, tools and people is untrusted wherever it lands. One escape per place.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/g;
/** Marks that reorder or hide the text around them (bidirectional overrides, zero-width). */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Shows control and invisible characters as `\u…` escapes; keeps tabs and line breaks. */
export function printable(text: string): string {
  return text.replace(LINE_BREAK, "\n").replace(CONTROL, escapeUnit).replace(INVISIBLE, escapeUnit);
}

/** One printable line: line breaks and tabs become spaces. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}

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

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
