import * as z from "zod";
import { shownName, unknownName } from "../did-you-mean.js";
import { type InputProblem, InvalidInputError } from "../errors.js";
import { mustFit } from "../must-fit.js";
import { parse } from "../parse.js";
import { ASK_USER_TOOL_NAME, askUserDescription } from "./agent-instructions.js";
import { askUserInputSchema } from "./ask-user-schema.js";
import type { AskCallOptions, Asker } from "./asker-options.js";
import { callSchema } from "./create-ask.js";
import { mustBeAsker } from "./must-be-asker.js";
import { ASK_OUTCOMES } from "./outcomes.js";
import type { AskResult } from "./result.js";
import { askUserQuestionInputSchema } from "./strict-profile.js";
import type { AnyAskInput, AskedQuestion, AskedResult, ValuesOf } from "./values.js";

/** A JSON Schema as plain data, for tools of any framework. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What may hold for every call. */
const usualSchema = callSchema.pick({ session: true, from: true, patience: true, retry: true });

/** What agents may set. How often and how long to try is the asker's to say. */
const offeredSchema = askUserInputSchema.pick({ questions: true, title: true });

/** Of the schemas a model may know from elsewhere; they change nothing here. */
const NOT_OFFERED = ["maxRetries", "renderTimeout"];

/**
 * The JSON Schema of what the `ask_user` tool takes: questions and a title, no transforms, and nothing that would
 * override the settings of the asker.
 */
export function askUserJsonSchema(): JsonSchema {
  return plainSchema(offeredSchema, "input");
}

/** The JSON Schema of what the `ask_user_question` tool takes. */
export function askUserQuestionJsonSchema(): JsonSchema {
  return plainSchema(askUserQuestionInputSchema, "input");
}

/** The JSON Schema of what {@link askUserTool} answers. */
export function askUserResultJsonSchema(): JsonSchema {
  return plainSchema(askUserResultSchema, "output");
}

function plainSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return { ...json };
}

/** What every `ask_user` tool answers beside its outcome, as fields of a zod object. */
export const askReplyShape = {
  answered: z.boolean(),
  cancelled: z.boolean().describe("The person dismissed the question or refused to answer"),
  timedOut: z.boolean().describe("The question was on screen and no valid answer came in time"),
  shouldRetry: z.boolean().describe("Call again at once with the same parameters"),
  retryReason: z.string().nullable(),
  renderConfirmed: z.boolean().describe("Whether the question was seen to be on screen"),
  answers: z
    .array(
      z.object({
        id: z.string().describe("Id of the question"),
        values: z.array(z.string()).describe("Chosen labels, the typed text, or yes or no"),
        custom: z.string().nullable().describe("The person's own answer beside the options"),
      }),
    )
    .describe("In the order of the questions; empty unless answered"),
  values: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]).nullable())
    .describe("The same by id, and by header: a list where several may be chosen; null: left open"),
  error: z.string().nullable(),
  advice: z.string().describe("What to do now"),
};

/** What the tool answers, as a schema. */
export const askUserResultSchema = z.object({
  outcome: z.enum(["invalid_input", ...Object.keys(ASK_OUTCOMES)]).describe("How the call ended"),
  ...askReplyShape,
});

/** What the `ask_user` tool answers: the result of the call, and what to do now. */
export interface AskUserReply {
  /** How the call ended. `invalid_input`: nobody was asked, and `error` says why. */
  readonly outcome: AskResult["outcome"] | "invalid_input";
  /** Whether a person answered. */
  readonly answered: boolean;
  /** Whether the person dismissed the question or refused to answer. */
  readonly cancelled: boolean;
  /** Whether the question was on screen, and no valid answer came in time. */
  readonly timedOut: boolean;
  /** Whether to call again at once with the same parameters. */
  readonly shouldRetry: boolean;
  /** Why to call again, else `null`. */
  readonly retryReason: string | null;
  /** Whether the question was seen to be on screen. */
  readonly renderConfirmed: boolean;
  /** The answers in the order of the questions; empty unless answered. */
  readonly answers: AskResult["answers"];
  /** What went wrong, else `null`. */
  readonly error: string | null;
  /** What to do now. */
  readonly advice: string;
  /** The answers by the ids and the headers of the questions. */
  readonly values: ValuesOf<readonly AskedQuestion[]>;
}

/** Who calls a tool, and what its call is known by. */
export type AskUserCall = Pick<
  AskCallOptions,
  "session" | "from" | "patience" | "retry" | "signal"
> & {
  /** Id of the tool call. A run that is repeated gets the same answer by it, and shows nothing again. */
  readonly callId?: string | undefined;
};

/** The `ask_user` tool without a framework. */
export interface AskUserTool {
  readonly name: string;
  /** What the model reads. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /**
   * Asks, and answers what the model is to be told. Input that cannot be asked is an answer, too: `invalid_input`, with
   * what is wrong. Throws only when the journal cannot be written or the asker is disposed.
   */
  call(input: unknown, call?: AskUserCall): Promise<AskUserReply>;
}

/**
 * The `ask_user` tool for any framework. What holds for every call, such as the session, is given once.
 * @example
 * const { name, description, inputSchema, call } = askUserTool(asker);
 * const reply = await call(JSON.parse(args), { callId, signal });
 */
export function askUserTool(
  asker: Pick<Asker, "ask">,
  usual: Omit<AskUserCall, "callId" | "signal"> = {},
): AskUserTool {
  mustBeAsker(asker, "the ask_user tool");
  parse(usualSchema, usual, "options of the ask_user tool");
  return {
    name: ASK_USER_TOOL_NAME,
    description: askUserDescription(),
    inputSchema: askUserJsonSchema(),
    async call(input, call = {}) {
      mustFit(call, {}, "call of the ask_user tool");
      const { callId, ...own } = call;
      const unknown = problemsWith(input);
      if (unknown) return refusal(new InvalidInputError("ask input", unknown));
      try {
        const { questions, title } = input as AnyAskInput;
        const asked = title === undefined ? { questions } : { questions, title };
        return replyOf(await asker.ask(asked, { key: callId, ...usual, ...own }));
      } catch (error) {
        // Not by its class: a program may hold core twice.
        const { code, subject } = error as Partial<InvalidInputError>;
        if (code === "invalid_input" && subject === "ask input") {
          return refusal(error as InvalidInputError);
        }
        throw error;
      }
    },
  };
}

function problemsWith(input: unknown): readonly InputProblem[] | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return [
      { field: "", problem: 'must be an object such as { "questions": [{ "question": "…" }] }' },
    ];
  }
  const offered = Object.keys(offeredSchema.shape);
  const known = [...offered, ...NOT_OFFERED];
  const unknown = Object.keys(input).filter((key) => !known.includes(key));
  if (unknown.length === 0) return undefined;
  return unknown.map((key) => ({ field: shownName(key), problem: unknownName(key, offered) }));
}

function replyOf(result: AskedResult): AskUserReply {
  const { outcome, answered, cancelled, timedOut, shouldRetry, retryReason } = result;
  const { renderConfirmed, answers, values, error } = result;
  const flags = { outcome, answered, cancelled, timedOut, shouldRetry, retryReason };
  return {
    ...flags,
    renderConfirmed,
    answers,
    values,
    error,
    advice: ASK_OUTCOMES[outcome].advice,
  };
}

function refusal({ message }: InvalidInputError): AskUserReply {
  return {
    ...{ outcome: "invalid_input", answered: false, cancelled: false, timedOut: false },
    ...{ shouldRetry: false, retryReason: null, renderConfirmed: false, answers: [], values: {} },
    error: message,
    advice: "Nobody was asked. Fix the fields that the error names, then call again.",
  };
}
