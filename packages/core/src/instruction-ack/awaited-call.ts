import { mustFit } from "../must-fit.js";

/** A tool call of an agent, as far as it tells what was taken up. */
export interface ToolCallSeen {
  /** The name of the tool. */
  readonly tool: string;
  /** What it was called with: the command, paths and the like. */
  readonly texts: readonly string[];
}

/** How many texts of a call are looked at, and how much of each: a journal keeps what acknowledged. */
const MOST_TEXTS = 20;
const LONGEST_TEXT = 1_000;

/** The texts in the arguments of a tool call, also of a command that is a list of words. */
export function toolCallSeen(tool: string, input: unknown): ToolCallSeen {
  mustFit(tool, "text", "tool of toolCallSeen");
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const texts = values.flatMap((value) => {
    const text = Array.isArray(value) ? value.filter(isText).join(" ") : value;
    return isText(text) && text !== "" ? [text.slice(0, LONGEST_TEXT)] : [];
  });
  return { tool: tool.slice(0, LONGEST_TEXT), texts: texts.slice(0, MOST_TEXTS) };
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Whether a tool call is the one that is waited for: `until` is the tool's name, or whole words of what it was
 * called with, or its name and such words (`Read AGENTS.md`). Letter case and white space do not matter.
 */
export function isAwaitedCall(until: string | undefined, { tool, texts }: ToolCallSeen): boolean {
  const wanted = plain(until ?? "");
  if (wanted === "") return false;
  const name = plain(tool);
  if (wanted === name) return true;
  const rest = wanted.startsWith(`${name} `) ? wanted.slice(name.length + 1) : wanted;
  return texts.some((text) => {
    const said = plain(text);
    return hasWords(said, wanted) || hasWords(said, rest);
  });
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Whether the words stand in the text, and not as parts of longer ones. */
function hasWords(text: string, words: string): boolean {
  const isInWord = (at: number) => /[\p{L}\p{N}_]/u.test(text[at] ?? "");
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const startsInWord = isInWord(at) && isInWord(at - 1);
    const endsInWord = isInWord(at + words.length - 1) && isInWord(at + words.length);
    if (!startsInWord && !endsInWord) return true;
  }
  return false;
}
