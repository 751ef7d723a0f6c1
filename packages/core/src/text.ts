import { oneLine, printable } from "./printable.js";

// Text from models, tools and people is untrusted wherever it lands. One escape per place.

/** At most `max` characters, the last one an ellipsis when something was cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // Never leave half of a surrogate pair behind.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** What no XML document may hold, however it is written: halves of surrogate pairs, and two more. */
const NOT_XML = /[\ud800-\udfff\ufffe\uffff]/gu;

/** Text for an XML element or attribute: nothing in it can open or close a tag, and every parser takes it. */
export function xmlText(text: string): string {
  return printable(text)
    .replace(NOT_XML, (found) => `\\u${found.charCodeAt(0).toString(16)}`)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** Text for one cell of a Markdown table: nothing in it can end the cell or the row. */
export function tableCell(text: string): string {
  return inlineText(text).replace(/\|/g, "\\|");
}

/** What begins a heading, a list, a quotation or a fence where a line or an item begins. */
const BLOCK_START = /^(?=[#>+*=~`-])|^(\d+)(?=[.)])/;

/** Text within a line of Markdown: nothing in it is HTML, a link, an image or a block. */
export function inlineText(text: string): string {
  return oneLine(text)
    .replace(/\\/g, "\\\\")
    .replace(/\[/g, "\\[")
    .replace(/</g, "&lt;")
    .replace(BLOCK_START, "$1\\");
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
