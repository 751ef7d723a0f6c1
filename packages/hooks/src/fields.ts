import { sha256Hex } from "@readback/core/host";
import type { HookInput, TodoItem } from "./hook-call.js";

/** A field that should hold a text, or nothing. */
export function text(input: HookInput, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return "";
}

/** A field that should hold an object. Some models send it as JSON text. */
export function object(input: HookInput, name: string): HookInput {
  const value = parsed(input[name]);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as HookInput)
    : {};
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * Whose todos these are, where an agent shares its list with its sub-agents. Without a session id, what
 * else tells this run of the agent from others stands in for it, so that no two share a count by accident.
 */
export function sharedSessionOf(input: HookInput): string {
  return (
    text(input, "session_id") ||
    `no-session:${text(input, "transcript_path") || `${text(input, "cwd")}:${process.ppid}`}`
  );
}

/** Whose todos these are, where every sub-agent has its own list. */
export function sessionOf(input: HookInput): string {
  const agent = text(input, "agent_id");
  return agent ? `${sharedSessionOf(input)}/${agent}` : sharedSessionOf(input);
}

/** The todos of a whole list; what is not a todo is left out. */
export function todosIn(input: HookInput, list: string, ...names: readonly string[]): TodoItem[] {
  const items = parsed(input[list]);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const content = nameOf(text(item as HookInput, ...names));
    return content ? [{ content, status: text(item as HookInput, "status") }] : [];
  });
}

/** The longest text that names a todo as it is. */
const LONGEST_NAME = 10_000;

/** What a todo is known by: its text, and of a very long one its beginning and its hash. */
export function nameOf(todo: string): string {
  const name = todo.trim();
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, 200)}… (${name.length} characters, SHA-256 ${sha256Hex(name)})`;
}

/** The id that a host gives a tool call, the same before it and after it; empty when it gives none. */
export function givenIdOf(input: HookInput): string {
  const id = text(input, "tool_use_id", "tool_call_id");
  return id.length <= 1_000 ? id : sha256Hex(id);
}

/**
 * The id of a tool call. A host that gives none is told apart by what it asks for and when. Without
 * that, each report is a call of its own: better to count one twice than to count none.
 */
export function toolUseIdOf(input: HookInput): string {
  const id = givenIdOf(input);
  if (id) return id;
  const timestamp = text(input, "timestamp");
  if (!timestamp) return crypto.randomUUID();
  try {
    return sha256Hex(JSON.stringify([input.tool_input, timestamp]));
  } catch {
    // Nested too deeply to be written down.
    return crypto.randomUUID();
  }
}
