/** Readback for LangChain's agents and LangGraph. */

import { type Asker, ReadbackError, type TodoGuard } from "@readback/core";
import { type AskUserCall, askUserTool } from "@readback/core/tools";
import { type ApprovalOptions, needsApproval, refusalOf } from "./approval.js";
import { createDelivery, type DeliveringQueue } from "./instructions.js";
import { checkGiven, checkOptions } from "./options.js";
import { type GuardTodosOptions, guarded } from "./todo-guard.js";

export type { ApprovalOptions } from "./approval.js";
export type { GuardTodosOptions } from "./todo-guard.js";

// The functions of LangChain are given by the caller (`import * as langchain from "langchain"`): so there is one
// LangChain in the program, the caller's, as a module of whichever kind.

// biome-ignore-start lint/suspicious/noExplicitAny: what LangChain's own functions take and give, in all versions of 1.

/** The part of `langchain` (or of `@langchain/core/tools`) that makes tools. */
export interface ToolMaker<T> {
  readonly tool: (run: (input: any, config: any) => Promise<string>, fields: any) => T;
}

/** The part of `langchain` that makes middleware. */
export interface MiddlewareMaker<M> {
  readonly createMiddleware: (config: any) => M;
  readonly ToolMessage: new (fields: any) => any;
  readonly HumanMessage: new (content: string) => any;
}

interface ToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: unknown };
  readonly runtime?: any;
}

// biome-ignore-end lint/suspicious/noExplicitAny: see above.

type Handler = (request: ToolRequest) => unknown;

/**
 * `ask_user` as a tool.
 * @example
 * import * as langchain from "langchain";
 * const agent = langchain.createAgent({ model, tools: [askUser(langchain, asker)] });
 */
export function askUser<T>(
  langchain: ToolMaker<T>,
  asker: Pick<Asker, "ask">,
  usual?: Omit<AskUserCall, "callId" | "signal">,
): T {
  checkGiven("askUser", { "tool maker": langchain });
  const { name, description, inputSchema: schema, call } = askUserTool(asker, usual);
  return langchain.tool(
    async (input, config) => {
      const { toolCall, signal } = (config ?? {}) as {
        readonly toolCall?: { readonly id?: string };
        readonly signal?: AbortSignal;
      };
      return JSON.stringify(await call(input, { callId: toolCall?.id, signal }));
    },
    { name, description, schema },
  );
}

/**
 * Middleware: tool calls happen once a person has said yes; else the model is told why not.
 * @example
 * createAgent({ model, tools, middleware: [approvals(langchain, asker, { tools: ["delete_file"] })] });
 */
export function approvals<M>(
  langchain: MiddlewareMaker<M>,
  asker: Pick<Asker, "ask">,
  options: ApprovalOptions = {},
): M {
  checkGiven("approvals", { langchain, asker });
  checkOptions("approval", "approvals", options);
  return langchain.createMiddleware({
    name: "ReadbackApprovals",
    async wrapToolCall(request: ToolRequest, handler: Handler) {
      const { name: tool, args: input } = request.toolCall;
      if (!needsApproval(options, { tool, input })) return handler(request);
      const signal = request.runtime?.signal ?? options.signal;
      const call = { tool, input, callId: idOf(request) };
      const refusal = await refusalOf(asker, call, { ...options, signal });
      return refusal === undefined ? handler(request) : refused(langchain, request, refusal);
    },
  });
}

/** Settings of {@link guardTodos}. */
export interface GuardMiddlewareOptions extends GuardTodosOptions {
  /** The tool that writes todos. Default: `write_todos`, of LangChain's `todoListMiddleware`. */
  readonly tool?: string | undefined;
}

/**
 * Middleware: guards the tool that writes todos. What the guard blocks does not happen, and the model is told why. The
 * session is the thread, unless it is given.
 * @example
 * createAgent({ model, tools, middleware: [todoListMiddleware(), guardTodos(langchain, guard)] });
 */
export function guardTodos<M>(
  langchain: MiddlewareMaker<M>,
  guard: TodoGuard,
  given: GuardMiddlewareOptions = {},
): M {
  checkGiven("guardTodos", { langchain, guard });
  checkOptions("guardMiddleware", "guardTodos", given);
  const { tool = "write_todos", session, ...options } = given;
  return langchain.createMiddleware({
    name: "ReadbackTodoGuard",
    async wrapToolCall(request: ToolRequest, handler: Handler) {
      if (request.toolCall.name !== tool) return handler(request);
      const own = { ...options, session: session ?? threadOf(request) };
      const call = { input: request.toolCall.args, callId: idOf(request) };
      const result = await guarded(guard, own, call, () => handler(request));
      return typeof result === "string" ? refused(langchain, request, result) : result;
    },
  });
}

/**
 * Middleware: hands queued instructions to the model before each of its calls, and acknowledges those whose `until` the
 * agent's tool calls meet.
 * @example
 * createAgent({ model, tools, middleware: [instructions(langchain, queue)] });
 */
export function instructions<M>(langchain: MiddlewareMaker<M>, queue: DeliveringQueue): M {
  checkGiven("instructions", { langchain, queue });
  const delivery = createDelivery(queue);
  return langchain.createMiddleware({
    name: "ReadbackInstructions",
    beforeModel({ messages }: { readonly messages: readonly AgentMessage[] }) {
      const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls);
      delivery.saw(calls.map(({ id = "", name, args }) => ({ id, tool: name, input: args })));
      const text = delivery.text();
      return text === undefined ? undefined : { messages: [new langchain.HumanMessage(text)] };
    },
  });
}

interface AgentMessage {
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly args: unknown;
  }[];
}

function refused<M>(
  { ToolMessage }: MiddlewareMaker<M>,
  { toolCall }: ToolRequest,
  content: string,
) {
  const { id: tool_call_id, name } = toolCall;
  return new ToolMessage({ content, tool_call_id, name, status: "error" });
}

/** Without the id of a call, a word about it could count for another one. */
function idOf({ toolCall: { id, name } }: ToolRequest): string {
  if (id) return id;
  throw new ReadbackError(
    "invalid_input",
    `The call of "${name}" has no id: use a model that gives tool calls an id`,
  );
}

function threadOf({ runtime }: ToolRequest): string {
  const { thread_id = "default" } = runtime?.configurable ?? {};
  return String(thread_id);
}

/** One `interrupt` of a graph. */
interface Interrupt {
  readonly id?: string | undefined;
  readonly value?: unknown;
}

/** How often a graph is resumed at most: more is a model that goes round in circles. */
const MOST_ROUNDS = 50;

/**
 * Runs a graph, asks people what it stops for, and resumes it with their answers, until nothing is open. A person is
 * asked by `interrupt("…?")`, by `interrupt({ questions })`, and by `humanInTheLoopMiddleware`. Each answer goes to the
 * interrupt it is for; the graph needs a checkpointer.
 * @example
 * const state = await runWithPeople({ Command }, asker, input, (input) => agent.invoke(input, config));
 */
export async function runWithPeople<I, C, R extends object>(
  langgraph: { readonly Command: new (fields: { resume: unknown }) => C },
  asker: Pick<Asker, "ask">,
  input: I,
  // biome-ignore lint/suspicious/noExplicitAny: the input, then a Command, as the graph takes them.
  run: (input: any) => PromiseLike<R>,
  options: Omit<ApprovalOptions, "tools"> = {},
): Promise<R> {
  checkGiven("runWithPeople", { Command: langgraph, asker, run });
  checkOptions("run", "runWithPeople", options);
  const { Command } = langgraph;
  let next: I | C = input;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const state = await run(next);
    const { __interrupt__: interrupts = [] } = state as { __interrupt__?: readonly Interrupt[] };
    if (interrupts.length === 0) return state;
    const answers = await Promise.all(interrupts.map((one) => answerTo(asker, one, options)));
    next = new Command({ resume: Object.fromEntries(answers) });
  }
  throw new ReadbackError(
    "stopped",
    `The graph was interrupted in ${MOST_ROUNDS} runs in a row: look at what it does`,
  );
}

/** What to resume an interrupt with, by its id. */
async function answerTo(
  asker: Pick<Asker, "ask">,
  { id, value }: Interrupt,
  options: Omit<ApprovalOptions, "tools">,
): Promise<readonly [id: string, answer: unknown]> {
  if (id === undefined) {
    const problem =
      "The graph stopped without an interrupt that can be answered: call interrupt(…) in the node";
    throw new ReadbackError("invalid_input", problem);
  }
  if (isReview(value)) {
    // All interrupts of one run of a node have the same id, and nothing numbers them: a yes to one is none to the next.
    const asked = crypto.randomUUID();
    const decisions = await Promise.all(
      value.actionRequests.map(async ({ name: tool, args: given }, index) => {
        const call = { tool, input: given, callId: `${id}:${asked}:${index}` };
        const message = await refusalOf(asker, call, options);
        return message === undefined ? { type: "approve" } : { type: "reject", message };
      }),
    );
    return [id, { decisions }];
  }
  const input = typeof value === "string" ? { questions: [{ question: value }] } : value;
  // No agent is there to ask again, and the id of the interrupt does not tell one question from the next.
  const reply = await askUserTool(asker).call(input, { retry: "host", ...options });
  if (reply.outcome !== "invalid_input") return [id, reply];
  const problem = `The graph was interrupted with a value that nobody can be asked. Interrupt with a question, or with { questions }. ${reply.error}`;
  throw new ReadbackError("invalid_input", problem);
}

/** What `humanInTheLoopMiddleware` interrupts with. */
function isReview(value: unknown): value is {
  readonly actionRequests: readonly { readonly name: string; readonly args: unknown }[];
} {
  return Array.isArray((value as { readonly actionRequests?: unknown } | null)?.actionRequests);
}
