/** What a model does next, whichever the host; the host's program knows which tool that is. */
export type Action =
  | { readonly kind: "say"; readonly text: string }
  /** Writes the whole list of todos. */
  | { readonly kind: "todos"; readonly todos: readonly Todo[] }
  | { readonly kind: "create-task"; readonly subject: string }
  | { readonly kind: "finish-task" }
  | { readonly kind: "create-goal"; readonly objective: string }
  | { readonly kind: "finish-goal" }
  /** Calls an MCP tool of ours. */
  | { readonly kind: "tool"; readonly tool: string; readonly input: object }
  /** Has a sub-agent do something. */
  | { readonly kind: "delegate"; readonly prompt: string }
  /** Waits for the sub-agent, where the host does not do so itself. */
  | { readonly kind: "await-helper" }
  /** A sub-agent is done, and says what came of it. */
  | { readonly kind: "report"; readonly text: string }
  /** Several calls in one response. */
  | { readonly kind: "together"; readonly actions: readonly Action[] };

export interface Todo {
  readonly todo: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** What the model must have been told since its last action. */
export interface Told {
  readonly kind: "told";
  readonly text: RegExp;
  /** It must not have been told this. */
  readonly not?: true;
}

/** The model does something again and again, until it is told something: as often as a slow machine takes. */
export interface Until {
  readonly kind: "until";
  readonly action: Action;
  readonly text: RegExp;
}

export const say = (text: string): Action => ({ kind: "say", text });
export const told = (text: RegExp): Told => ({ kind: "told", text });
export const notTold = (text: RegExp): Told => ({ kind: "told", text, not: true });
export const until = (action: Action, text: RegExp): Until => ({ kind: "until", action, text });
export const todos = (...list: readonly Todo[]): Action => ({ kind: "todos", todos: list });
export const claim = (...names: readonly string[]): Action =>
  todos(...names.map((todo) => ({ todo, status: "completed" }) as const));
export const together = (...actions: readonly Action[]): Action => ({ kind: "together", actions });
export const ask = (question: string, more: object = {}): Action => ({
  kind: "tool",
  tool: "ask_user",
  input: { questions: [{ question }], ...more },
});

/** A story of one conversation: actions, and between them what the model must have been told. */
export type Story = readonly (Action | Told | Until)[];
