/** How to call a coding agent without a person, and how to read what it prints. */
export interface AgentPreset {
  readonly name: string;
  /** Reads its prompt on standard input, and prints one JSON event on each line. */
  readonly command: string;
  /** What it says in an event. */
  saidIn(event: AgentEvent): string | undefined;
  /** Events that follow each other say the pieces of one text. */
  readonly inPieces?: true;
  /** What it does in an event, in a few words for the person who looks on. */
  doneIn(event: AgentEvent): string | undefined;
  /** How its run stands with an event: what went wrong, or `null` when all is well, also after an error. */
  standIn(event: AgentEvent): string | null | undefined;
}

/** An event of an agent: whatever it may be. */
export type AgentEvent = Readonly<Record<string, unknown>>;

const LONGEST_PIECE = 10_000;
const UNKNOWN = "the agent reports an error";

/** A text at a path of an event. */
function at(event: unknown, ...path: readonly string[]): string | undefined {
  let value = event;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === "string" ? value : undefined;
}

/** What the blocks of a message hold, as far as it is there. */
function inBlocks(
  event: AgentEvent,
  read: (block: unknown) => string | undefined,
): string | undefined {
  const { message } = event as { message?: { content?: unknown } };
  const blocks: readonly unknown[] = Array.isArray(message?.content) ? message.content : [];
  const texts = event.type === "assistant" ? blocks.flatMap((block) => read(block) ?? []) : [];
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function isThought(event: AgentEvent): boolean {
  return at(event, "item", "type") === "reasoning";
}

function named(what: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `(${what}: ${name})`;
}

/** The coding agents that are known. */
const AGENTS: readonly AgentPreset[] = [
  {
    name: "claude-code",
    command: "claude -p --output-format stream-json --verbose --permission-mode acceptEdits",
    saidIn: (event) => inBlocks(event, (block) => at(block, "text")),
    doneIn: (event) =>
      inBlocks(event, (block) =>
        at(block, "type") === "tool_use" ? named("tool", at(block, "name")) : undefined,
      ),
    standIn(event) {
      if (event.type !== "result") return undefined;
      return event.is_error === true
        ? (at(event, "result") ?? at(event, "subtype") ?? UNKNOWN)
        : null;
    },
  },
  {
    name: "codex",
    command: "codex exec --json --sandbox workspace-write -",
    saidIn: (event) =>
      event.type === "item.completed" && !isThought(event) ? at(event, "item", "text") : undefined,
    doneIn(event) {
      if (event.type !== "item.completed") return undefined;
      const thought = isThought(event) ? at(event, "item", "text") : undefined;
      return thought ?? named("command", at(event, "item", "command"));
    },
    standIn(event) {
      if (event.type === "turn.completed") return null;
      // A connection that was lost is told as an error, too, and then made again.
      return event.type === "turn.failed" || event.type === "error"
        ? (at(event, "error", "message") ?? at(event, "message") ?? "the turn failed")
        : undefined;
    },
  },
  {
    name: "gemini",
    command: "gemini --output-format stream-json --approval-mode auto_edit",
    saidIn: (event) =>
      event.type === "message" && event.role === "assistant" ? at(event, "content") : undefined,
    inPieces: true,
    doneIn: (event) =>
      event.type === "tool_use" ? named("tool", at(event, "tool_name")) : undefined,
    standIn(event) {
      if (event.type !== "result") return undefined;
      return event.status === "error" ? (at(event, "error", "message") ?? UNKNOWN) : null;
    },
  },
  {
    name: "opencode",
    command: "opencode run --format json",
    saidIn: (event) => (event.type === "text" ? at(event, "part", "text") : undefined),
    doneIn: (event) =>
      event.type === "tool_use" ? named("tool", at(event, "part", "tool")) : undefined,
    standIn(event) {
      if (event.type === "step_finish") return null;
      return event.type === "error"
        ? (at(event, "error", "data", "message") ??
            at(event, "error", "message") ??
            at(event, "error", "name") ??
            UNKNOWN)
        : undefined;
    },
  },
];

/** The names of the coding agents that are known. */
export const AGENT_NAMES = AGENTS.map(({ name }) => name);

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

/** Shows what an agent prints line by line: what it says and does, and whatever is no event of it. */
export function agentView(agent: AgentPreset, show: (line: string) => void) {
  let piece = "";
  const end = () => {
    if (piece !== "") show(piece);
    piece = "";
  };
  return {
    line(line: string): void {
      const event = eventIn(line);
      const said = event && agent.saidIn(event);
      if (said !== undefined && agent.inPieces) {
        const lines = (piece + said).split("\n");
        // A text without line ends must not fill the memory.
        if ((lines.at(-1)?.length ?? 0) < LONGEST_PIECE) piece = lines.pop() ?? "";
        else piece = "";
        for (const one of lines) show(one);
        return;
      }
      end();
      const texts = event ? [said, agent.doneIn(event)] : [line];
      for (const one of texts.flatMap((text) => text?.split("\n") ?? [])) show(one);
    },
    end,
  };
}
