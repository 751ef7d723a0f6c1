// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

export const textMutations = inFile("text.ts", [
  ["foreign line breaks stay", 'text.replace(LINE_BREAK, "\\n")', "text"],
  ["control characters stay", ".replace(CONTROL, escapeUnit)", ""],
  ["invisible characters stay", ".replace(INVISIBLE, escapeUnit)", ""],
  ["one line of several", '.replace(/\\s+/g, " ").trim()', ".trim()"],
  [
    "text of just the limit is cut",
    "if (text.length <= max) return text;",
    "if (text.length < max) return text;",
  ],
  ["cut text is one character too long", "text.slice(0, max - 1)", "text.slice(0, max)"],
  ["half a character stays", "/[\\ud800-\\udbff]$/.test(cut)", "false"],
  ["XML: & stays", '.replace(/&/g, "&amp;")', ""],
  ["XML: < stays", '.replace(/</g, "&lt;")\n', "\n"],
  ["XML: > stays", '.replace(/>/g, "&gt;")', ""],
  ['XML: " stays', '.replace(/"/g, "&quot;")', ""],
  ["XML: control characters stay", "return printable(text)\n", "return text\n"],
  [
    "table: \\ stays",
    'oneLine(text).replace(/\\\\/g, "\\\\\\\\").replace(/\\|/g, "\\\\|")',
    'oneLine(text).replace(/\\|/g, "\\\\|")',
  ],
  ["table: | stays", '.replace(/\\|/g, "\\\\|")', ""],
  ["table: < stays", '.replace(/</g, "&lt;");', ";"],
  [
    "table: line breaks stay",
    "return oneLine(text).replace(/\\\\/g",
    "return text.replace(/\\\\/g",
  ],
  ["log: \\ stays", '`"${oneLine(text).replace(/\\\\/g, "\\\\\\\\")', '`"${oneLine(text)'],
  ['log: " stays', ".replace(/\"/g, '\\\\\"')", ""],
  ["log: line breaks stay", '`"${oneLine(text)', '`"${text'],
  [
    "a fence as long as one in the text",
    "Math.max(longest, run.length), 2) + 1)",
    "Math.max(longest, run.length), 3))",
  ],
  ["a fence of two", "run.length), 2)", "run.length), 1)"],
  [
    "a fenced block keeps control characters",
    "const clean = printable(text);",
    "const clean = text;",
  ],
]);
