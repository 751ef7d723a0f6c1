import * as z from "zod";
import { InvalidInputError } from "../errors.js";
import { hashOf } from "../hash.js";
import { parse } from "../parse.js";
import { oneLine, printable } from "../printable.js";
import { truncate } from "../text.js";
import type { AskCallOptions, Asker } from "./asker-options.js";
import { mustBeAsker } from "./must-be-asker.js";
import { type AskOutcome, type AskResult, OUTCOMES } from "./result.js";

/** A tool call that waits for a person's decision. */
export interface ToolCallToApprove {
  /** Name of the tool. */
  readonly tool: string;
  /** What the tool is about to be called with: any JSON value. The person sees it as it is. */
  readonly input: unknown;
  /** Names this one call. The person's decision holds for it alone, even when another call looks the same. */
  readonly callId: string;
}

/** Whether a tool call may happen. */
export type Approval =
  | { readonly approved: true; readonly result: AskResult }
  | {
      readonly approved: false;
      /** Why not, for whoever made the call: what the person said, or that nobody did. */
      readonly reason: string;
      readonly outcome: AskOutcome;
      /** Whether to call again with the same `callId`: the person may still decide. */
      readonly shouldRetry: boolean;
      readonly result: AskResult;
    };

const YES = "Yes, run it";
const NO = "No";

/** So many characters of the input are shown from its beginning, and from its end. */
const HEAD = 3_000;
const TAIL = 1_000;

const callSchema = z.strictObject({
  tool: z.string("must be the name of the tool").min(1, "must be the name of the tool"),
  callId: z.string("must name this one call").min(1, "must name this one call"),
  input: z.unknown(),
});

/**
 * Asks a person whether a tool call may happen. Only "yes" approves it: no answer, a dismissed question and a
 * question that never appeared do not. A question that does not appear is shown again inside the call. A program
 * that asks again about the same call gets the same decision.
 * @example
 * const approval = await approve(asker, { tool: "delete_file", input: { path }, callId: call.id });
 * if (!approval.approved) return `Not done. ${approval.reason}`;
 */
export async function approve(
  asker: Pick<Asker, "ask">,
  call: ToolCallToApprove,
  options?: AskCallOptions,
): Promise<Approval> {
  mustBeAsker(asker, "approve");
  const { tool, callId } = parse(callSchema, call, "tool call to approve");
  const text = inputText(call.input);
  const result = await asker.ask(
    {
      title: "May this tool call happen?",
      questions: [
        {
          // What is folded counts, too: a decision about one input is none about another.
          id: `call-${hashOf([tool, text, callId])}`,
          question: `May ${JSON.stringify(truncate(oneLine(tool), 200))} run with this input?\n\n${folded(printable(text))}`,
          options: [YES, NO],
          custom: true,
          placeholder: "No: say what to do instead",
        },
      ],
    },
    { retry: "host", key: callId, ...options },
  );
  const { values = [], custom = null } = result.answers[0] ?? {};
  if (custom === null && values[0] === YES) return { approved: true, result };
  const { outcome, shouldRetry } = result;
  return { approved: false, reason: whyNot(result, custom), outcome, shouldRetry, result };
}

function whyNot({ outcome, retryReason, error }: AskResult, custom: string | null): string {
  if (custom !== null) return `The person said no: ${custom}`;
  if (outcome === "answered") return "The person said no.";
  return error ?? retryReason ?? OUTCOMES[outcome].meaning;
}

function inputText(input: unknown): string {
  try {
    return JSON.stringify(input, null, 2) ?? "nothing";
  } catch (error) {
    const problem = `cannot be shown to a person (${oneLine(String(error)).split(" --> ")[0]}): give a JSON value`;
    throw new InvalidInputError("tool call to approve", [{ field: "input", problem }]);
  }
}

/** A long text with its middle left out, and how much that is. */
function folded(text: string): string {
  const left = text.length - HEAD - TAIL;
  if (left <= 0) return text;
  const note = `… ${left.toLocaleString("en")} of ${text.length.toLocaleString("en")} characters are not shown …`;
  return `${text.slice(0, HEAD)}\n${note}\n${text.slice(-TAIL)}`;
}
