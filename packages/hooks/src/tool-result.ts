import { givenIdOf, object } from "./fields.js";
import type { HookCall, HookInput } from "./hook-call.js";

/** What the result of a tool call says of the write it was: it has happened, unless it failed. */
export function resultOf(call: HookCall, input: HookInput): HookCall {
  if (call.kind !== "write" || hasFailed(input)) return { kind: "other" };
  const { session } = call;
  const todos = call.todos.filter(({ status }) => status === "completed");
  if (todos.length === 0) return { kind: "other" };
  return { kind: "written", session, toolUseId: givenIdOf(input), todos };
}

/** Hosts and tools say it in several ways. Taking a success for a failure only ends a guard later. */
function hasFailed(input: HookInput): boolean {
  const { tool_response: response } = input;
  if (typeof response === "string" && /^\s*(<tool_use_error>|error\b)/i.test(response)) return true;
  return [input, object(input, "tool_response")].some(
    ({ is_error, isError, success, error }) =>
      is_error === true || isError === true || success === false || Boolean(error),
  );
}
