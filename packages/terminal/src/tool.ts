import {
  ASK_OUTCOMES,
  type Asker,
  type AskerOptions,
  type AskResult,
  createAsker,
  InvalidInputError,
} from "@readback/core";
import {
  ASK_USER_QUESTION_TOOL_NAME,
  type AskUserQuestionAnswers,
  type AskUserQuestionArgs,
  askUserQuestionDescription,
  askUserQuestionInputSchema,
  formatAskUserQuestionOutput,
  parseAskUserQuestion,
  toHeaderAnswers,
} from "@readback/core/tools";
import { ALREADY_OPEN, createTerminalBridge } from "./bridge.js";
import type { TerminalBridge } from "./bridge-options.js";

/** What the tool gives back: `content` is for the model, `details` for the program. */
export interface AskUserQuestionToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly details: { readonly answers: AskUserQuestionAnswers };
}

/** A tool as agent frameworks take one. */
export interface AskUserQuestionTool {
  readonly name: typeof ASK_USER_QUESTION_TOOL_NAME;
  readonly label: string;
  readonly description: string;
  /** A zod schema, which is a Standard Schema as well. */
  readonly parameters: typeof askUserQuestionInputSchema;
  /** What a tool call is about, in a few words: `2 questions`. */
  title(args: unknown): string;
  /** Asks. Rejects with an `Error` that says why there are no answers. */
  execute(
    toolCallId: string,
    args: AskUserQuestionArgs,
    signal?: AbortSignal,
  ): Promise<AskUserQuestionToolResult>;
}

/** Settings of {@link createAskUserQuestionTool}. */
export interface AskUserQuestionToolOptions {
  /** The terminal. Default: standard input and output. */
  readonly bridge?: TerminalBridge;
  /** A second call while a dialog is open: refused at once, or asked after it. Default `reject`. */
  readonly concurrency?: "reject" | "queue";
  /** Settings of the asker, such as its times. */
  readonly asker?: Omit<AskerOptions, "bridge" | "concurrency">;
}

/** The tool, and what is needed to let go of it. */
export interface AskUserQuestionToolHost {
  /** The tool to register; `null` without a terminal: an agent must not have what cannot work. */
  readonly tool: AskUserQuestionTool | null;
  /** Why there is no tool, or `null`. */
  readonly missing: string | null;
  readonly asker: Asker;
  /** Gives the terminal back. */
  dispose(): void;
}

/**
 * Makes the `ask_user_question` tool for an agent that runs in a terminal.
 * @example
 * const { tool } = createAskUserQuestionTool();
 * const tools = [...codingTools, ...(tool ? [tool] : [])];
 */
export function createAskUserQuestionTool(
  options: AskUserQuestionToolOptions = {},
): AskUserQuestionToolHost {
  const { concurrency = "reject", bridge = createTerminalBridge() } = options;
  const asker = createAsker({ retry: "host", ...options.asker, bridge, concurrency });
  const missing = bridge.missing();
  const tool: AskUserQuestionTool = {
    name: ASK_USER_QUESTION_TOOL_NAME,
    label: ASK_USER_QUESTION_TOOL_NAME,
    description: askUserQuestionDescription(),
    parameters: askUserQuestionInputSchema,
    title: titleOf,
    async execute(toolCallId, args, signal) {
      const ask = parsed(args);
      if (signal?.aborted) throw new Error("Operation aborted");
      const result = await asker.ask(ask, {
        ...(toolCallId !== "" && { caller: `tool-call-${toolCallId}`.slice(0, 200) }),
        ...(signal && { signal }),
      });
      if (!result.answered) throw new Error(whyNot(result));
      const answers = toHeaderAnswers(ask.questions, result.answers);
      const text = formatAskUserQuestionOutput(ask.questions, answers);
      return { content: [{ type: "text", text }], details: { answers } };
    },
  };
  return {
    tool: missing === null ? tool : null,
    missing,
    asker,
    dispose() {
      asker.dispose();
      bridge.dispose();
    },
  };
}

/** `2 questions`; empty for a call that makes no sense. */
function titleOf(args: unknown): string {
  const { questions } = (args ?? {}) as { readonly questions?: unknown };
  const count = Array.isArray(questions) ? questions.length : 0;
  return count === 0 ? "" : `${count} questions`;
}

/** The ask, or an error with the one sentence that the contract has for it. */
function parsed(args: AskUserQuestionArgs) {
  try {
    return parseAskUserQuestion(args);
  } catch (error) {
    const [problem] = error instanceof InvalidInputError ? error.problems : [];
    if (!problem) throw error;
    throw new Error(
      problem.field === "" ? problem.problem : `${problem.problem} (${problem.field})`,
    );
  }
}

/** What the model reads instead of answers. */
function whyNot(result: AskResult): string {
  const { outcome, error } = result;
  const { meaning, advice } = ASK_OUTCOMES[outcome];
  if (outcome === "rejected") return ALREADY_OPEN;
  const why = error !== null && error !== meaning ? ` ${error}` : "";
  if (outcome === "cancelled") return `AskUserQuestion cancelled by user. ${advice}`;
  if (outcome === "aborted") return `AskUserQuestion cancelled: the operation was aborted.${why}`;
  return `${meaning}${why} ${advice}`;
}
