import { mustFit } from "../must-fit.js";
import { oneLine } from "../printable.js";
import { xmlText } from "../text.js";
import { FAILURES_SHAPE, type VerifyContext } from "./context.js";
import type { FailureRecord } from "./failure.js";

const STORY = { attempt: "number", bound: "number", failures: FAILURES_SHAPE } as const;

/**
 * The `<retry_context>` block for the current attempt, to stand before the task in the prompt;
 * `null` on a first attempt, which has nothing to learn from.
 */
export function retryContext(
  context: Pick<VerifyContext, "attempt" | "bound" | "failures" | "intervention">,
): string | null {
  mustFit(context, STORY, "context of retryContext");
  const { attempt, bound, failures, intervention } = context;
  if (failures.length === 0 && intervention === null) return null;
  const learnings = [...new Set(failures.flatMap((failure) => failure.learnings))];
  const sections = [
    ...(intervention === null ? [] : [userIntervention(intervention)]),
    ...(failures.length === 0
      ? []
      : [element("previous_failures", failures.map(failureElement).join("\n"))]),
    ...(learnings.length === 0 ? [] : [textElement("accumulated_learnings", list(learnings))]),
    textElement("instruction", instruction(attempt, bound)),
  ];
  const open = `<retry_context attempt="${attempt}" max_attempts="${bound}">`;
  return [open, indent(sections.join("\n\n")), "</retry_context>"].join("\n");
}

function userIntervention(fix: string): string {
  const said = indent(xmlText(`User provided fix: ${fix}`));
  const children = [
    `<instruction priority="high">\n${said}\n</instruction>`,
    textElement(
      "context",
      "This instruction comes from the user after automated recovery failed.\nTreat this as authoritative guidance.",
    ),
  ];
  return element("user_intervention", children.join("\n"));
}

function failureElement(failure: FailureRecord): string {
  const { attempt, failure_type, timestamp, error_details, files_state, suggested_fix } = failure;
  const files = files_state.map(({ path, status }) => `${path} (${status.replace(/_/g, " ")})`);
  const children = [
    `<type>${xmlText(failure_type)}</type>`,
    `<timestamp>${xmlText(timestamp)}</timestamp>`,
    textElement("error_summary", errorSummary(failure)),
    ...(error_details === null ? [] : [textElement("error_details", error_details)]),
    ...(files.length === 0 ? [] : [textElement("files_affected", list(files))]),
    ...(suggested_fix === null ? [] : [textElement("suggested_fix", suggested_fix)]),
  ];
  return `<failure attempt="${attempt}">\n${indent(children.join("\n"))}\n</failure>`;
}

function errorSummary({ error_summary, executor_output }: FailureRecord): string {
  const { verification } = executor_output;
  if (!verification) return error_summary;
  const ran = `${verification.command} returned exit code ${verification.exit_code}`;
  return `${ran}\n${verification.output_summary ?? error_summary}`;
}

function instruction(attempt: number, bound: number): string {
  return [
    `This is retry attempt ${attempt} of ${bound}.`,
    "Review the previous failure(s) above.",
    "Address the specific issues before re-executing.",
    "If you believe the task is impossible, report status: blocked.",
  ].join("\n");
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join("\n");
}

/** An element that holds text from outside: escaped, so that it cannot end the element. */
function textElement(name: string, text: string): string {
  return element(name, xmlText(text.trim()));
}

function element(name: string, content: string): string {
  return `<${name}>\n${indent(content)}\n</${name}>`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
