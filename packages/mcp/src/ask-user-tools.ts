import {
  ASK_USER_QUESTION_TOOL_NAME,
  ASK_USER_TOOL_NAME,
  type Asker,
  type AskInput,
  type AskResult,
  askMachine,
  askUserDescription,
  askUserInputSchema,
  askUserQuestionDescription,
  InvalidInputError,
  parseAskUserQuestion,
} from "@readback/core";
import * as z from "zod";
import { type Asking, askThroughSurfaces, isAskResult, type Passage } from "./ask-through.js";
import { createHeartbeat } from "./heartbeat.js";
import {
  type InputRequired,
  type McpServerLike,
  registerTool,
  type ToolResult,
  toolError,
} from "./mcp-server.js";
import { messageOf, parse } from "./parse.js";
import { createRequestStateCodec } from "./request-state.js";
import { toolSchemas } from "./schemas.js";
import type { Surfaces } from "./surfaces.js";
import { type ToolCall, toolCallOf } from "./tool-call.js";
import { type Asked, askUserQuestionResult, askUserResult } from "./tool-result.js";
import { waitingMessage } from "./waiting-message.js";

/** Settings of {@link createAskUserTools}. Durations are in milliseconds. */
export interface AskUserToolsOptions {
  readonly asker: Asker;
  /** The asker's bridge, when {@link createSurfaces} made it: lets the client's own form be used. */
  readonly surfaces?: Surfaces;
  /** Whose questions these are. Default: the MCP session over HTTP, else the client's name. */
  readonly session?: string | ((call: ToolCall) => string);
  /** How long a call waits that wants no progress, before it says "still waiting, call again". Default 45,000. */
  readonly patience?: number;
  /** The same for a call that gets progress; for clients whose limit progress does not move. Default 240,000. */
  readonly patienceWithProgress?: number;
  /** How often a waiting client that asked for progress gets it. Default 15,000. */
  readonly heartbeat?: number;
  /** Signs `requestState`; at least 32 bytes. Default: random, so that a restart makes it void. */
  readonly requestStateKey?: Uint8Array;
  /** How long a `requestState` holds. Default 1 hour. */
  readonly requestStateLifetime?: number;
}

/** The tools `ask_user` and `ask_user_question`, for any number of servers. */
export interface AskUserTools {
  register(server: McpServerLike): void;
}

/**
 * What the tool checks itself; the asker checks the rest, and has its own defaults. A tool call may
 * not choose any render timeout, as code may.
 */
const boundarySchema = z.object({
  renderTimeout: askUserInputSchema.shape.renderTimeout.unwrap().optional(),
});

const duration = z.number("must be a duration in milliseconds").positive("must be more than 0");

const settingsSchema = z.object({
  patience: duration.default(45_000),
  patienceWithProgress: duration.default(240_000),
  heartbeat: duration.default(15_000),
  requestStateLifetime: duration.default(3_600_000),
});

type Returned = ToolResult | InputRequired;
/** A call that gets progress. */
interface Waiting {
  readonly progress: NonNullable<ToolCall["progress"]>;
  readonly since: number;
  /** The ask that it has presented. */
  readonly instance: string | null;
}

type Format = (questions: Asked, result: AskResult, surface: string | null) => ToolResult;

/** Makes the tools around an asker. Register them on as many servers as there are connections. */
export function createAskUserTools(options: AskUserToolsOptions): AskUserTools {
  const { asker, surfaces, session, requestStateKey } = options;
  const settings = parse(settingsSchema, options, "options of the ask_user tools");
  const { clock } = asker.runtime;
  const codec = createRequestStateCodec(requestStateKey);
  const heartbeat = createHeartbeat(clock, settings.heartbeat, beat);
  const replied: Asking["replied"] = new Map();
  /** The ask that the call being started has presented. */
  let presented: string | null = null;

  asker.runtime.on(askMachine, (emitted, instance) => {
    if (emitted.type === "ask.present") presented = instance;
  });

  function sessionOf(call: ToolCall): string {
    if (typeof session === "string") return session;
    return session ? session(call) : (call.sessionId ?? call.client?.name ?? "default");
  }

  // Thousands of calls may wait at once. So nothing here is an async function, which would keep all
  // it has seen until the person answers, and no call has functions of its own without need.

  function ask(input: AskInput, call: ToolCall, format: Format): Promise<Returned> {
    presented = null;
    const passage = start(input, call);
    const { progress } = call;
    const waiting = progress && { progress, since: clock.now(), instance: presented };
    if (waiting) heartbeat.add(waiting);
    return finish(passage, input.questions, format, waiting);
  }

  function start(input: AskInput, call: ToolCall): Promise<Passage> {
    const { signal, progress, client } = call;
    const session = sessionOf(call);
    const patience = progress ? settings.patienceWithProgress : settings.patience;
    const options: Asking["options"] = client
      ? { session, signal, patience, from: client.title.slice(0, 200) }
      : { session, signal, patience };
    if (!surfaces) return asker.ask(input, options);
    const stateLifetime = settings.requestStateLifetime;
    return askThroughSurfaces({
      asker,
      surfaces,
      codec,
      stateLifetime,
      replied,
      input,
      call,
      options,
    });
  }

  function finish(
    passage: Promise<Passage>,
    questions: Asked,
    format: Format,
    waiting: Waiting | undefined,
  ): Promise<Returned> {
    return passage.then(
      (came) => {
        if (waiting) heartbeat.remove(waiting);
        if (!isAskResult(came)) return came;
        return format(questions, came, surfaces?.surfaceOf(came.requestId) ?? null);
      },
      (error: unknown) => {
        if (waiting) heartbeat.remove(waiting);
        return failure(error);
      },
    );
  }

  function beat({ progress, since, instance }: Waiting): void {
    const seconds = (clock.now() - since) / 1_000;
    const snapshot = instance === null ? undefined : asker.runtime.snapshot(instance);
    // A client that is gone is told nothing; its call is aborted in another way.
    progress(seconds, waitingMessage(snapshot?.context.renderConfirmed, seconds)).catch(() => {});
  }

  return {
    register(server) {
      const answer = (parseArgs: (args: unknown) => AskInput, format: Format) => {
        return (args: unknown, context: unknown) => {
          try {
            return ask(parseArgs(args), toolCallOf(server, context), format);
          } catch (error) {
            return Promise.resolve(failure(error));
          }
        };
      };
      registerTool(
        server,
        {
          name: ASK_USER_TOOL_NAME,
          title: "Ask the user",
          description: askUserDescription(),
          annotations,
          ...toolSchemas.askUser,
        },
        answer(askUserInput, askUserResult),
      );
      registerTool(
        server,
        {
          name: ASK_USER_QUESTION_TOOL_NAME,
          title: "Ask the user to choose",
          description: askUserQuestionDescription(),
          annotations,
          ...toolSchemas.askUserQuestion,
        },
        answer(parseAskUserQuestion, askUserQuestionResult),
      );
    },
  };
}

/**
 * Adds `ask_user` and `ask_user_question` to an `McpServer` of `@modelcontextprotocol/server` 2.x or
 * of `@modelcontextprotocol/sdk` 1.x.
 * @example
 * const asker = createAsker({ bridge });
 * registerAskUser(server, { asker });
 */
export function registerAskUser(server: McpServerLike, options: AskUserToolsOptions): void {
  createAskUserTools(options).register(server);
}

function askUserInput(args: unknown): AskInput {
  parse(boundarySchema, args, `${ASK_USER_TOOL_NAME} arguments`);
  const { questions, title, maxRetries, renderTimeout } = args as AskInput;
  return { questions, title, maxRetries, renderTimeout };
}

/** Asking changes nothing by itself, and asking twice is asking once. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

function failure(error: unknown): ToolResult {
  return toolError(
    error instanceof InvalidInputError
      ? `${error.message}. Nothing was asked. Mend the arguments and call again.`
      : `The question could not be asked: ${messageOf(error)}. Put it in your reply as plain text.`,
  );
}
