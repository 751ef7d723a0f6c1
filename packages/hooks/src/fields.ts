import { createHash } from "node:crypto";
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
 * Whose todos these are. Sub-agents have their own. Without a session id, what else tells this run
 * of the agent from others stands in for it, so that no two share a count by accident.
 */
export function sessionOf(input: HookInput): string {
  const session =
    text(input, "session_id") ||
    `no-session:${text(input, "transcript_path") || `${text(input, "cwd")}:${process.ppid}`}`;
  const agent = text(input, "agent_id");
  return agent ? `${session}/${agent}` : session;
}

/** The todos of a whole list; what is not a todo is left out. */
export function todosIn(input: HookInput, list: string, ...names: readonly string[]): TodoItem[] {
  const items = parsed(input[list]);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const content = text(item as HookInput, ...names).trim();
    return content ? [{ content, status: text(item as HookInput, "status") }] : [];
  });
}

/** The id of a tool call; a host that gives none is told apart by what it asks for. */
export function toolUseIdOf(input: HookInput): string {
  return (
    text(input, "tool_use_id", "tool_call_id") ||
    createHash("sha256")
      .update(JSON.stringify([input.tool_input, input.timestamp]))
      .digest("hex")
  );
}
