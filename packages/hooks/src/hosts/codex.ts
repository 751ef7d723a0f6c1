import { object, sessionOf, text, todosIn, toolUseIdOf } from "../fields.js";
import { fitting, type HookCall, type Host, json, PASS } from "../hook-call.js";
import { resultOf } from "../tool-result.js";

/** Codex: its plan tool, `Stop` and `SessionStart`. */
export const codex: Host = {
  name: "codex",
  deadline: 600_000,
  read(input) {
    const session = sessionOf(input);
    const event = text(input, "hook_event_name");
    if (event === "Stop") {
      return { kind: "stop", session, wasBlocked: input.stop_hook_active === true };
    }
    if (event === "SessionStart") return { kind: "session-start", session };
    const isTool = event === "PreToolUse" || event === "PostToolUse";
    if (!isTool || text(input, "tool_name") !== "update_plan") return { kind: "other" };
    const todos = todosIn(object(input, "tool_input"), "plan", "step", "content");
    const call: HookCall = { kind: "write", session, toolUseId: toolUseIdOf(input), todos };
    return event === "PreToolUse" ? call : resultOf(call, input);
  },
  write(answer, input) {
    const hookEventName = text(input, "hook_event_name");
    switch (answer.kind) {
      case "pass":
        return PASS;
      case "remark":
        return json({ systemMessage: fitting(answer.text) });
      case "context":
        return json({
          hookSpecificOutput: { hookEventName, additionalContext: fitting(answer.text) },
        });
      case "block": {
        const reason = fitting(answer.reason);
        if (hookEventName === "Stop") return json({ decision: "block", reason });
        return json({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        });
      }
    }
  },
};
