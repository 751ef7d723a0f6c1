/** A todo as an agent's tool call names it. */
export interface TodoItem {
  readonly content: string;
  readonly status: string;
  /** What the todo is known by, where its text may change. */
  readonly id?: string;
}

/** What a hook was called for, whichever the host. */
export type HookCall =
  /** The agent writes todos, all of them or one. */
  | {
      readonly kind: "write";
      readonly session: string;
      readonly toolUseId: string;
      readonly todos: readonly TodoItem[];
    }
  /** A write that completes these todos has happened; `toolUseId` is empty where the host gives none. */
  | {
      readonly kind: "written";
      readonly session: string;
      readonly toolUseId: string;
      readonly todos: readonly TodoItem[];
    }
  /** The host tells the text of todos that have an id: claims of them may name no more than that. */
  | { readonly kind: "named"; readonly session: string; readonly todos: readonly TodoItem[] }
  /** The host says that a task was completed; it has no tool call id. */
  | {
      readonly kind: "task-completed";
      readonly session: string;
      readonly todo: string;
      readonly id: string;
    }
  /** The agent wants to stop. */
  | { readonly kind: "stop"; readonly session: string; readonly wasBlocked: boolean }
  | { readonly kind: "session-start"; readonly session: string }
  /** Nothing to do with todos. */
  | { readonly kind: "other" };

/** What to tell the host. */
export type HookAnswer =
  /** Nothing: the host goes on as if there were no hook. */
  | { readonly kind: "pass" }
  /** The same, with a remark for the person. */
  | { readonly kind: "remark"; readonly text: string }
  /** More for the agent to know. */
  | { readonly kind: "context"; readonly text: string }
  | { readonly kind: "block"; readonly reason: string };

/** What a process prints and exits with. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A coding agent: how it calls hooks, and what it understands. */
export interface Host {
  readonly name: string;
  /** How long the host waits for a hook when nobody configured it, in milliseconds. */
  readonly deadline: number;
  /** The event that tells of a tool call that was made. */
  readonly afterTool: string;
  /** The events whose answer can tell the agent more. */
  readonly carriers: readonly string[];
  read(input: HookInput): HookCall;
  write(answer: HookAnswer, input: HookInput): HookOutput;
}

/** The JSON a host writes to a hook: an object, and nothing is certain about its fields. */
export type HookInput = Readonly<Record<string, unknown>>;

/** The longest text hosts take. */
const LONGEST = 10_000;

export const PASS: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

export function json(value: unknown): HookOutput {
  return { ...PASS, stdout: `${JSON.stringify(value)}\n` };
}

/** Cuts a text to what hosts take. */
export function fitting(text: string): string {
  if (text.length <= LONGEST) return text;
  const rest = " … (cut)";
  // Never leave half of a surrogate pair behind.
  return text.slice(0, LONGEST - rest.length).replace(/[\ud800-\udbff]$/, "") + rest;
}
