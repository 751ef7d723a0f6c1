import {
  ASK_OUTCOMES,
  type AskedResult,
  type Asker,
  type AskHandle,
  type AskInput,
  type Clock,
} from "@readback/core";
import { askIdOf, type DetachedCall } from "@readback/core/host";
import { formOf } from "../forms.js";
import type { ToolResult } from "../mcp-server.js";
import type { Surfaces } from "../surfaces.js";
import type { ToolCall } from "../tool-call.js";
import type { Asked } from "../tool-result.js";
import { waitingMessage } from "../waiting-message.js";
import { createTaskIds, type TaskName } from "./task-ids.js";

/** Settings of {@link createTasks}. */
interface TasksOptions {
  readonly asker: Pick<Asker, "openDetached" | "findDetached">;
  readonly clock: Clock;
  readonly surfaces: Surfaces | undefined;
  /** Signs the ids of tasks; at least 32 bytes. Default: random, so that a restart makes them void. */
  readonly secret: Uint8Array | undefined;
  readonly sessionOf: (call: ToolCall) => string;
  readonly fromOf: (call: ToolCall) => string | undefined;
  /** Has surfaces know this call under its name, from before it is opened here until it has its result. */
  readonly attend: <H extends AskHandle | undefined>(
    caller: string,
    call: ToolCall,
    open: () => H,
  ) => H | undefined;
  /** What a tool returns for a result. */
  readonly resultOf: (tool: string, questions: Asked, result: AskedResult) => ToolResult;
}

/** What a client is told of a task. */
export interface Task {
  [key: string]: unknown;
  readonly taskId: string;
  readonly status: "working" | "input_required" | "completed" | "cancelled";
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
}

/** How often a client should ask: a person's answer is there within that time. */
const POLL_INTERVAL = 1_000;

/** A problem as JSON-RPC has it; both are thrown through the SDK, which passes code and data on. */
class TaskError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data?: object,
  ) {
    super(message);
  }
}

/** The client has not said that it takes tasks. */
export function missingCapability(extension: string): Error {
  const message = `Missing required client capability: declare extensions["${extension}"]`;
  const requiredCapabilities = { extensions: { [extension]: {} } };
  return new TaskError(message, -32_021, { requiredCapabilities });
}

const AGAIN =
  "Call the tool again with the same parameters: an answer that nobody came for is kept for that call.";

/**
 * The calls of clients that take tasks (SEP-2663). A task is a call that waits in no process: its state is what the ask
 * machine knows of it, and its id says where to look, so that nothing else is kept.
 */
export function createTasks(options: TasksOptions) {
  const { asker, clock, surfaces, secret, sessionOf, fromOf, attend, resultOf } = options;
  const ids = createTaskIds(secret);

  async function start(input: AskInput, call: ToolCall, tool: string): Promise<ToolResult> {
    const session = sessionOf(call);
    const from = fromOf(call);
    const key = ids.newKey();
    const createdAt = clock.now();
    // No agent waits that could be told to call again: this server presents it again by itself.
    const terms = { session, key, retry: "host", ...(from && { from }) } as const;
    const handle = attend(key, call, () => asker.openDetached(input, terms));
    const found = handle && asker.findDetached(handle.askId, key);
    // What is known at once needs no task.
    if (handle && (handle.state === "settled" || !found)) {
      found?.received();
      return resultOf(tool, input.questions, await handle.result);
    }
    if (!handle || !found) throw new Error("Two calls have one key");
    const { askId } = handle;
    const taskId = await ids.idOf({ askId, key, tool, createdAt }, session);
    const task = working(taskId, createdAt, found);
    // The SDK wants the structured content that the tool has promised for its results.
    return { resultType: "task", ...task, content: [], structuredContent: {} };
  }

  /** The task of this id, if it is one of the caller's session. */
  async function find(taskId: string, call: ToolCall): Promise<[TaskName, DetachedCall]> {
    const name = await ids.nameIn(taskId, sessionOf(call));
    const found = name && asker.findDetached(name.askId, name.key);
    if (!name || !found) {
      throw new TaskError(
        `taskId: not a task of this session, or no longer known. ${AGAIN}`,
        -32_602,
      );
    }
    if (found.result && clock.now() >= name.createdAt + lifeOf(found)) {
      throw new TaskError(`taskId: this task has expired. ${AGAIN}`, -32_602);
    }
    return [name, found];
  }

  function working(taskId: string, createdAt: number, found: DetachedCall): Task {
    const { state, surface, ask } = found;
    const form = surfaces?.forms.of(ask.askId);
    const isForm = form !== undefined && form.request.requestId === found.requestId;
    const seconds = Math.max(0, (clock.now() - createdAt) / 1_000);
    const task = {
      ...about(taskId, createdAt, found),
      status: "working",
      statusMessage: waitingMessage({ state, surface, isForm }, seconds),
    } as const;
    return task;
  }

  function about(taskId: string, createdAt: number, found: DetachedCall) {
    return {
      taskId,
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(found.settledAt ?? createdAt).toISOString(),
      ttlMs: lifeOf(found),
      pollIntervalMs: POLL_INTERVAL,
    };
  }

  /** The client's own form, while the question is shown there. */
  function inputRequestsOf({ ask, requestId, state }: DetachedCall) {
    const form = surfaces?.forms.of(ask.askId);
    if (!form || form.request.requestId !== requestId || state === "settled") return undefined;
    surfaces?.forms.given(form.request.requestId);
    const params = { mode: "form", ...formOf(form) };
    return {
      [`${form.request.requestId}#${form.round}`]: { method: "elicitation/create", params },
    };
  }

  return {
    start,
    async get(taskId: string, call: ToolCall): Promise<Task> {
      const [name, known] = await find(taskId, call);
      // Its process may have gone.
      attend(name.key, call, () => known.takeUp());
      const [, found] = await find(taskId, call);
      const { result } = found;
      if (!result) {
        const task = working(taskId, name.createdAt, found);
        const inputRequests = inputRequestsOf(found);
        return inputRequests ? { ...task, status: "input_required", inputRequests } : task;
      }
      found.received();
      const task = {
        ...about(taskId, name.createdAt, found),
        statusMessage: result.error ?? ASK_OUTCOMES[result.outcome].meaning,
      };
      if (result.outcome === "aborted") return { ...task, status: "cancelled" };
      const inlined = {
        ...resultOf(name.tool, found.ask.questions, result),
        resultType: "complete",
      };
      return { ...task, status: "completed", result: inlined };
    },
    /** Takes replies to the client's form. What belongs to no form of this task is ignored. */
    async update(taskId: string, replies: Readonly<Record<string, unknown>>, call: ToolCall) {
      const [{ askId }, { ask }] = await find(taskId, call);
      for (const [round, reply] of Object.entries(replies)) {
        const requestId = round.slice(0, Math.max(0, round.lastIndexOf("#")));
        if (askIdOf(requestId) === askId) surfaces?.reply(requestId, ask.questions, reply);
      }
    },
    async cancel(taskId: string, call: ToolCall) {
      const [, found] = await find(taskId, call);
      found.abort("The client cancelled the task");
    },
  };
}

/** The tasks of one set of tools. */
export type Tasks = ReturnType<typeof createTasks>;

/** An ask that has ended is remembered for so long, and one that is open longer: so its task is, too. */
function lifeOf({ ask }: DetachedCall): number {
  return Math.floor(ask.times.lateAnswerWindow);
}
