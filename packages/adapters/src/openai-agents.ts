/** Readback for OpenAI Agents. */

import { type Asker, ReadbackError, type TodoGuard } from "@readback/core";
import { type AskUserCall, askUserTool } from "@readback/core/tools";
import { type ApprovalOptions, needsApproval, refusalOf } from "./approval.js";
import { createDelivery, type DeliveringQueue } from "./instructions.js";
import { checkGiven, checkNames, checkOptions, checkRuns } from "./options.js";
import { type GuardTodosOptions, guarded } from "./todo-guard.js";

export type { ApprovalOptions } from "./approval.js";
export type { GuardTodosOptions } from "./todo-guard.js";

/** What the SDK tells a tool of its call; older versions tell nothing. */
interface CallDetails {
  readonly toolCall?: { readonly callId?: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the context is the user's own.
type Invoke = (context: any, input: string, details?: any) => Promise<any>;

/** A tool of the SDK that is a function. */
interface FunctionTool {
  readonly name: string;
  readonly invoke: Invoke;
}

/** The part of `@openai/agents` that makes tools. It is given by the caller, so that there is one SDK in the program. */
export interface ToolMaker<T> {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own function, in all its versions.
  readonly tool: (options: any) => T;
}

/**
 * `ask_user` as a tool. What the model got wrong is told to it: the SDK hides errors that a tool throws.
 * @example
 * import * as agents from "@openai/agents";
 * const agent = new agents.Agent({ name: "Helper", tools: [askUser(agents, asker)] });
 */
export function askUser<T>(
  agents: ToolMaker<T>,
  asker: Pick<Asker, "ask">,
  usual?: Omit<AskUserCall, "callId" | "signal">,
): T {
  checkGiven("askUser", { "tool maker": agents });
  const { name, description, inputSchema, call } = askUserTool(asker, usual);
  return agents.tool({
    name,
    description,
    parameters: { ...inputSchema, additionalProperties: true },
    strict: false,
    async execute(input: unknown, _: unknown, { toolCall, signal }: CallDetails = {}) {
      return JSON.stringify(await call(input, { callId: toolCall?.callId, signal }));
    },
  });
}

/**
 * A tool whose calls happen once a person has said yes; else the model is told why not. The SDK's own `needsApproval`
 * interrupts the run instead: see {@link runWithPeople}.
 * @example
 * const agent = new Agent({ name: "Helper", tools: [withApproval(asker, deleteFile)] });
 */
export function withApproval<T extends object>(
  asker: Pick<Asker, "ask">,
  tool: T,
  options: ApprovalOptions = {},
): T {
  checkGiven("withApproval", { asker });
  checkOptions("approval", "withApproval", options);
  checkRuns("withApproval", tool, { method: "invoke", instead: "use needsApproval of the SDK" });
  checkNames("withApproval", options.tools, [(tool as unknown as FunctionTool).name]);
  return replaced(tool, async ({ name, invoke }, context, given, details: CallDetails = {}) => {
    const input = argumentsIn(given);
    if (needsApproval(options, { tool: name, input })) {
      const { toolCall, signal = options.signal } = details;
      const callId = callIdOf(toolCall, name);
      const refusal = await refusalOf(asker, { tool: name, input, callId }, { ...options, signal });
      if (refusal !== undefined) return refusal;
    }
    return invoke(context, given, details);
  });
}

/**
 * A tool that writes todos, guarded: what the guard blocks does not happen, and the model is told why.
 * @example
 * const agent = new Agent({ name: "Helper", tools: [guardTodos(guard, writeTodos, { session })] });
 */
export function guardTodos<T extends object>(
  guard: TodoGuard,
  tool: T,
  options: GuardTodosOptions = {},
): T {
  checkGiven("guardTodos", { guard });
  checkOptions("guard", "guardTodos", options);
  checkRuns("guardTodos", tool, { method: "invoke", instead: "guard one that the SDK runs" });
  return replaced(tool, ({ name, invoke }, context, given, details: CallDetails = {}) => {
    const callId = callIdOf(details.toolCall, name);
    const call = { input: argumentsIn(given), callId, signal: details.signal };
    return guarded(guard, options, call, () => invoke(context, given, details));
  });
}

function replaced<T extends object>(
  tool: T,
  run: (
    tool: FunctionTool,
    context: unknown,
    input: string,
    details?: CallDetails,
  ) => Promise<unknown>,
): T {
  const original = tool as unknown as FunctionTool;
  const invoke: Invoke = (context, input, details) => run(original, context, input, details);
  return { ...tool, invoke };
}

/** Without the id of a call, a word about it could count for another one. */
function callIdOf(call: CallDetails["toolCall"], tool: string): string {
  if (call?.callId) return call.callId;
  const problem = `The call of "${tool}" has no id: use @openai/agents 0.8 or newer`;
  throw new ReadbackError("invalid_input", problem);
}

/** What the model wrote; text that is no JSON stays text. */
function argumentsIn(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

interface ModelInput {
  // biome-ignore lint/suspicious/noExplicitAny: items of any kind, as the SDK has them.
  input: any[];
  instructions?: string;
}

/**
 * Hands queued instructions to the model with each request, and acknowledges those whose `until` the agent's tool calls
 * meet. The SDK does not put them into the history that it returns.
 * @example
 * new Runner({ callModelInputFilter: instructions(queue) });
 */
export function instructions(
  queue: DeliveringQueue,
): (request: { readonly modelData: ModelInput }) => ModelInput {
  checkGiven("instructions", { queue });
  const delivery = createDelivery(queue);
  return ({ modelData }) => {
    const calls = modelData.input.filter(({ type }) => type === "function_call");
    delivery.saw(
      calls.map(({ callId, name, arguments: given }) => {
        return { id: callId, tool: name, input: argumentsIn(given) };
      }),
    );
    const content = delivery.text();
    if (content === undefined) return modelData;
    return { ...modelData, input: [...modelData.input, { role: "user", content }] };
  };
}

/** A tool call that waits for approval. */
interface Interruption {
  readonly name?: string | undefined;
  readonly toolName?: string | undefined;
  readonly arguments?: string | undefined;
  readonly rawItem: object;
}

interface RunState {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own items go back as they came.
  approve(item: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own items go back as they came.
  reject(item: any, options?: { message?: string }): void;
}

/** What a run came to. */
interface RunResult {
  readonly interruptions?: readonly Interruption[] | undefined;
  readonly state: RunState;
  /** Of a run that streams: when it is over. */
  readonly completed?: PromiseLike<void> | undefined;
}

/** How often a run is resumed at most: more is a model that goes round in circles. */
const MOST_ROUNDS = 50;

/**
 * Runs, asks people about the tool calls that need approval, and resumes the run with what they said, until none is
 * open. A run that streams is waited for: until it is over it does not say what it waits for.
 * @example
 * const result = await runWithPeople(asker, "Clean up", (input) => run(agent, input));
 */
export async function runWithPeople<I, R extends RunResult>(
  asker: Pick<Asker, "ask">,
  input: I,
  // biome-ignore lint/suspicious/noExplicitAny: the input, then the state of the run, whose type only `run` knows.
  run: (input: any) => PromiseLike<R>,
  options: Omit<ApprovalOptions, "tools"> = {},
): Promise<R> {
  checkGiven("runWithPeople", { asker, run });
  checkOptions("run", "runWithPeople", options);
  let next: I | RunState = input;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = await run(next);
    await result.completed;
    const { interruptions = [], state } = result;
    if (interruptions.length === 0) return result;
    const refusals = await Promise.all(
      interruptions.map((one) => refusalOf(asker, callIn(one), options)),
    );
    for (const [index, item] of interruptions.entries()) {
      const message = refusals[index];
      if (message === undefined) state.approve(item);
      else state.reject(item, { message });
    }
    next = state;
  }
  throw new ReadbackError(
    "stopped",
    `The model asked for approvals in ${MOST_ROUNDS} runs in a row: look at what it does`,
  );
}

function callIn(item: Interruption) {
  const raw = item.rawItem as {
    readonly name?: string;
    readonly type?: string;
    readonly callId?: string;
    readonly id?: string;
    readonly arguments?: string;
  };
  const tool = item.name ?? item.toolName ?? raw.name ?? raw.type ?? "a tool";
  const given = item.arguments ?? raw.arguments;
  const callId = callIdOf({ callId: raw.callId ?? raw.id ?? "" }, tool);
  // Tools that are no functions have their input in fields of their own.
  return { tool, input: given === undefined ? raw : argumentsIn(given), callId };
}
