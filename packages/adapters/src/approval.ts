import { type AskCallOptions, type Asker, approve, type ToolCallToApprove } from "@readback/core";

/** Which calls of tools a person is asked about, and how. */
export interface ApprovalOptions
  extends Pick<AskCallOptions, "session" | "from" | "patience" | "signal"> {
  /** The names of the tools whose calls need approval, or what decides. Default: every tool. */
  readonly tools?: readonly string[] | ((tool: string, input: unknown) => boolean) | undefined;
}

/** Whether a person is to be asked about this call. */
export function needsApproval(
  { tools }: ApprovalOptions,
  { tool, input }: Pick<ToolCallToApprove, "tool" | "input">,
): boolean {
  if (tools === undefined) return true;
  return typeof tools === "function" ? tools(tool, input) : tools.includes(tool);
}

/** What the person said about a call: `undefined` when it may happen, else what to tell the model. */
export async function refusalOf(
  asker: Pick<Asker, "ask">,
  call: ToolCallToApprove,
  { session, from, patience, signal }: ApprovalOptions,
): Promise<string | undefined> {
  const approval = await approve(asker, call, { session, from, patience, signal });
  return approval.approved ? undefined : refusalText(approval);
}

/** What the model is told of a call that did not happen. */
function refusalText({ reason, shouldRetry }: { reason: string; shouldRetry: boolean }): string {
  const next = shouldRetry
    ? "Nobody has decided yet. Making the call again asks the person again."
    : "Do not make the same call again unless the person asks for it.";
  return `This tool call did not happen. ${reason}\n${next}`;
}
