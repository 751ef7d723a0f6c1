/** Readback for the AI SDK, versions 5, 6 and 7. */

import { type Asker, InvalidInputError, ReadbackError, type TodoGuard } from "@readback/core";
import {
  type AskUserCall,
  type AskUserInput,
  type AskUserReply,
  askUserTool,
} from "@readback/core/tools";
import type * as z from "zod";
import { advertised } from "./advertised.js";
import { type ApprovalOptions, needsApproval, refusalOf } from "./approval.js";
import { createDelivery, type DeliveringQueue } from "./instructions.js";
import { checkGiven, checkNames, checkOptions, checkRuns } from "./options.js";
import { type GuardTodosOptions, guarded } from "./todo-guard.js";

export type { ApprovalOptions } from "./approval.js";
export type { GuardTodosOptions } from "./todo-guard.js";

/** What the AI SDK tells a tool of its call. */
export interface ToolCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What the model gives. */
type AskedInput = Pick<AskUserInput, "questions" | "title">;

/** The tool `ask_user`, for `tools` of `generateText`, `streamText` and agents. */
export interface AskUserTool {
  readonly description: string;
  readonly inputSchema: z.ZodType<AskedInput, AskedInput>;
  execute(input: unknown, options: ToolCallOptions): Promise<AskUserReply>;
}

/**
 * `ask_user` as a tool.
 * @example
 * generateText({ model, prompt, tools: { ask_user: askUser(asker) }, stopWhen: stepCountIs(10) });
 */
export function askUser(
  asker: Pick<Asker, "ask">,
  usual?: Omit<AskUserCall, "callId" | "signal">,
): AskUserTool {
  const { description, inputSchema, call } = askUserTool(asker, usual);
  return {
    description,
    inputSchema: advertised<AskedInput>(inputSchema),
    execute: (input, { toolCallId, abortSignal }) =>
      call(input, { callId: toolCallId, signal: abortSignal }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tools take whatever their schema says, in three versions of the SDK.
type Execute = (input: any, options: any) => any;

/** A tool that the SDK runs. */
interface RunTool {
  readonly execute?: Execute | undefined;
}

/**
 * Tools whose calls happen once a person has said yes; else the model is told why not. `toolApproval` of AI SDK 7 is
 * ignored by 5 and 6, and so this wraps `execute`.
 * @example
 * generateText({ model, prompt, tools: withApproval(asker, { delete_file, read_file }, { tools: ["delete_file"] }) });
 */
export function withApproval<T extends Readonly<Record<string, object>>>(
  asker: Pick<Asker, "ask">,
  tools: T,
  options: ApprovalOptions = {},
): T {
  checkGiven("withApproval", { asker });
  checkOptions("approval", "withApproval", options);
  checkTools("withApproval", tools);
  checkNames("withApproval", options.tools, Object.keys(tools));
  const wrapped = Object.entries(tools).map(([tool, definition]) => {
    if (isMeant(options.tools, tool)) {
      checkRuns("withApproval", definition, {
        called: tool,
        method: "execute",
        instead: ELSEWHERE,
      });
    }
    const run = async (execute: Execute, input: unknown, call: ToolCallOptions) => {
      if (needsApproval(options, { tool, input })) {
        const { toolCallId, abortSignal = options.signal } = call;
        const about = { tool, input, callId: toolCallId };
        const refusal = await refusalOf(asker, about, { ...options, signal: abortSignal });
        if (refusal !== undefined) return refusal;
      }
      return lastOf(execute.call(definition, input, call));
    };
    return [tool, replaced(definition as RunTool, run)];
  });
  return Object.fromEntries(wrapped) as T;
}

const ELSEWHERE =
  "use needsApproval or toolApproval with runWithPeople, or name the other tools in tools";

/** Whether a person is asked about every call of this tool. */
function isMeant(tools: ApprovalOptions["tools"], tool: string): boolean {
  return tools === undefined || (typeof tools !== "function" && tools.includes(tool));
}

function checkTools(name: string, tools: unknown): void {
  if (typeof tools === "object" && tools !== null && !Array.isArray(tools)) return;
  const problem = "must be an object of tools, such as { delete_file }";
  throw new InvalidInputError(`tools of ${name}`, [{ field: "", problem }]);
}

/**
 * A tool that writes todos, guarded: what the guard blocks does not happen, and the model is told why.
 * @example
 * generateText({ model, prompt, tools: { write_todos: guardTodos(guard, writeTodos, { session }) } });
 */
export function guardTodos<T extends object>(
  guard: TodoGuard,
  tool: T,
  options: GuardTodosOptions = {},
): T {
  checkGiven("guardTodos", { guard });
  checkOptions("guard", "guardTodos", options);
  checkRuns("guardTodos", tool, { method: "execute", instead: "guard one that the SDK runs" });
  return replaced(tool as RunTool, (execute, input, call) => {
    const { toolCallId: callId, abortSignal: signal } = call;
    return guarded(guard, options, { input, callId, signal }, () =>
      lastOf(execute.call(tool, input, call)),
    );
  }) as T;
}

function replaced(
  tool: RunTool,
  run: (execute: Execute, input: unknown, call: ToolCallOptions) => unknown,
): RunTool {
  const { execute } = tool;
  if (!execute) return tool;
  return { ...tool, execute: (input: unknown, call: ToolCallOptions) => run(execute, input, call) };
}

/** A tool may give its result bit by bit: the last one counts. */
async function lastOf(given: unknown): Promise<unknown> {
  const result = await given;
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result))
    return result;
  let last: unknown;
  for await (const one of result as AsyncIterable<unknown>) last = one;
  return last;
}

interface Step {
  readonly toolCalls: readonly {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input?: unknown;
  }[];
}

// biome-ignore-start lint/suspicious/noExplicitAny: steps and settings, as three versions of the SDK have them.

/** Callbacks of your own, which run beside the delivery of instructions. */
export interface StepCallbacks {
  /** Runs before the instructions are added. What it returns is kept; its `messages` are the ones they are added to. */
  readonly prepareStep?: ((step: any) => any) | undefined;
  /** Runs after each step. */
  readonly onStepFinish?: ((step: any) => any) | undefined;
}

/** Settings of a call of the SDK that deliver instructions. */
export interface InstructionSettings {
  prepareStep(step: { readonly messages: any[] }): Promise<any>;
  onStepFinish(step: Step): Promise<void>;
}

/**
 * Hands queued instructions to the model before each step, and acknowledges those whose `until` the agent's tool calls
 * meet. The SDK does not put them into the messages that it returns. It takes one `prepareStep` and one `onStepFinish`:
 * give yours here, so that neither replaces the other.
 * @example
 * generateText({ model, prompt, tools, ...instructions(queue) });
 * @example
 * generateText({ model, prompt, tools, ...instructions(queue, { onStepFinish: ({ usage }) => count(usage) }) });
 */
export function instructions(queue: DeliveringQueue, own: StepCallbacks = {}): InstructionSettings {
  checkGiven("instructions", { queue });
  checkOptions("callbacks", "instructions", own);
  const delivery = createDelivery(queue);
  return {
    async prepareStep(step) {
      const prepared = await own.prepareStep?.(step);
      const content = delivery.text();
      if (content === undefined) return prepared;
      const { messages = step.messages } = prepared ?? {};
      return { ...prepared, messages: [...messages, { role: "user", content }] };
    },
    async onStepFinish(step) {
      delivery.saw(
        step.toolCalls.map(({ toolCallId, toolName, input }) => ({
          id: toolCallId,
          tool: toolName,
          input,
        })),
      );
      await own.onStepFinish?.(step);
    },
  };
}

// biome-ignore-end lint/suspicious/noExplicitAny: see above.

interface ApprovalRequest {
  readonly type: "tool-approval-request";
  readonly approvalId: string;
  readonly isAutomatic?: boolean;
  readonly toolCall: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  };
}

/** The part of a result that tells what is still to be approved. */
interface Finished {
  readonly content: unknown;
  readonly response: unknown;
  readonly responseMessages?: unknown;
}

/** How often a run is resumed at most: more is a model that goes round in circles. */
const MOST_ROUNDS = 50;

/**
 * Runs, asks people about the tool calls that need approval (`needsApproval`, `toolApproval`), and runs again with what
 * they said, until none is open. For AI SDK 6 and 7; 5 has no approvals, there use {@link withApproval}.
 * @example
 * const result = await runWithPeople(asker, messages, (messages) => generateText({ model, tools, messages }));
 */
export async function runWithPeople<M, R extends object>(
  asker: Pick<Asker, "ask">,
  messages: readonly M[],
  run: (messages: M[]) => R | PromiseLike<R>,
  options: Omit<ApprovalOptions, "tools"> = {},
): Promise<R> {
  checkGiven("runWithPeople", { asker, run });
  checkOptions("run", "runWithPeople", options);
  if (!Array.isArray(messages)) {
    const problem = 'must be a list of messages, such as [{ role: "user", content: "…" }]';
    throw new InvalidInputError("messages of runWithPeople", [{ field: "", problem }]);
  }
  let history: unknown[] = [...messages];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = await run(history as M[]);
    const finished = result as unknown as Finished;
    const open = requestsIn(await finished.content);
    if (open.length === 0) return result;
    const content = await Promise.all(
      open.map(async ({ approvalId, toolCall: { toolName: tool, input, toolCallId: callId } }) => {
        const reason = await refusalOf(asker, { tool, input, callId }, options);
        const answer = {
          type: "tool-approval-response",
          approvalId,
          approved: reason === undefined,
        };
        return reason === undefined ? answer : { ...answer, reason };
      }),
    );
    history = [...history, ...(await newMessages(finished)), { role: "tool", content }];
  }
  throw new ReadbackError(
    "stopped",
    `The model asked for approvals in ${MOST_ROUNDS} runs in a row: look at what it does`,
  );
}

function requestsIn(content: unknown): readonly ApprovalRequest[] {
  const parts = content as readonly (
    | ApprovalRequest
    | { readonly type: "tool-approval-response"; readonly approvalId: string }
  )[];
  const answered = new Set(
    parts.flatMap((part) => (part.type === "tool-approval-response" ? part.approvalId : [])),
  );
  return parts.filter(
    (part): part is ApprovalRequest =>
      part.type === "tool-approval-request" && !part.isAutomatic && !answered.has(part.approvalId),
  );
}

/** All that the run added. In AI SDK 7 `response.messages` is what its last step added. */
async function newMessages({ response, responseMessages }: Finished): Promise<readonly unknown[]> {
  const all = await responseMessages;
  if (Array.isArray(all)) return all;
  return ((await response) as { readonly messages: readonly unknown[] }).messages;
}
