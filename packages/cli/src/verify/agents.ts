import type { Execution } from "@readback/core";
import { readResultDocument } from "@readback/core/formats";
import { type CommandResult, captureFailure } from "@readback/node";

/** How to call a coding agent without a person, and how to read what it prints. */
export interface AgentPreset {
  readonly name: string;
  /** Reads its prompt on standard input, and prints one JSON event on each line. */
  readonly command: string;
  /** What it says in an event, for the person who looks on; `undefined`: nothing. */
  textIn(event: AgentEvent): string | undefined;
  /** What went wrong, if the event says that the run has failed. */
  errorIn(event: AgentEvent): string | undefined;
}

/** An event of an agent: whatever it may be. */
export type AgentEvent = Readonly<Record<string, unknown>>;

/** A text at a path of an event. */
function at(event: unknown, ...path: readonly string[]): string | undefined {
  let value = event;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === "string" ? value : undefined;
}

function blocksIn(event: AgentEvent): readonly unknown[] {
  const { message } = event as { message?: { content?: unknown } };
  return Array.isArray(message?.content) ? message.content : [];
}

/** The coding agents that are known. */
const AGENTS: readonly AgentPreset[] = [
  {
    name: "claude-code",
    command: "claude -p --output-format stream-json --verbose --permission-mode acceptEdits",
    textIn(event) {
      if (event.type !== "assistant") return undefined;
      const said = blocksIn(event).flatMap((block) => at(block, "text") ?? toolIn(block) ?? []);
      return said.length > 0 ? said.join("\n") : undefined;
    },
    errorIn: (event) =>
      event.type === "result" && event.is_error === true
        ? (at(event, "result") ?? at(event, "subtype") ?? "the agent reports an error")
        : undefined,
  },
  {
    name: "codex",
    command: "codex exec --json --sandbox workspace-write -",
    textIn: (event) =>
      event.type === "item.completed"
        ? (at(event, "item", "text") ?? named("command", at(event, "item", "command")))
        : undefined,
    errorIn: (event) =>
      event.type === "turn.failed" || event.type === "error"
        ? (at(event, "error", "message") ?? at(event, "message") ?? "the turn failed")
        : undefined,
  },
  {
    name: "gemini",
    command: "gemini --output-format stream-json --approval-mode auto_edit",
    textIn: (event) =>
      event.type === "message" && event.role === "assistant"
        ? at(event, "content")
        : named("tool", event.type === "tool_use" ? at(event, "tool_name") : undefined),
    errorIn: (event) =>
      event.type === "result" && event.status === "error"
        ? (at(event, "error", "message") ?? "the agent reports an error")
        : undefined,
  },
  {
    name: "opencode",
    command: "opencode run --format json",
    textIn: (event) => (event.type === "text" ? at(event, "part", "text") : undefined),
    errorIn: (event) =>
      event.type === "error"
        ? (at(event, "error", "data", "message") ??
          at(event, "error", "message") ??
          at(event, "error", "name") ??
          "the agent reports an error")
        : undefined,
  },
];

function toolIn(block: unknown): string | undefined {
  return at(block, "type") === "tool_use" ? named("tool", at(block, "name")) : undefined;
}

function named(what: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `(${what}: ${name})`;
}

/** The preset of a name. */
export function agentNamed(name: string): AgentPreset | undefined {
  return AGENTS.find((agent) => agent.name === name);
}

/** An event in a line, or `undefined`. */
export function eventIn(line: string): AgentEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as AgentEvent;
  } catch {
    return undefined;
  }
}

/** Reads what an agent's run came to: what it says in its last words, and whether it failed. */
export function agentReader(agent: AgentPreset) {
  return async ({ stdout }: CommandResult): Promise<Execution<unknown> | undefined> => {
    const events = stdout.split("\n").flatMap((line): AgentEvent[] => {
      const event = eventIn(line);
      return event ? [event] : [];
    });
    const error = events.flatMap((event) => agent.errorIn(event) ?? []).at(-1);
    if (error !== undefined) {
      const { hopeless } = captureFailure(error);
      return { status: "failure", error, ...(hopeless && { hopeless }) };
    }
    const said = events.flatMap((event) => agent.textIn(event) ?? []).join("\n");
    const status = /^\s*status: *["']?(blocked|impossible|failure)\b/m.exec(said)?.[1];
    if (status === undefined) return undefined;
    const reason = said.slice(said.lastIndexOf("status:")).trim().slice(0, 2_000);
    return readResultDocument({ status, reason });
  };
}
