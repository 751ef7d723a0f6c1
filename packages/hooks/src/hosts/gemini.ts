import { object, sessionOf, text, todosIn, toolUseIdOf } from "../fields.js";
import { fitting, type HookCall, type Host, json, PASS } from "../hook-call.js";
import { resultOf } from "../tool-result.js";

/** Gemini CLI: `write_todos`, `AfterAgent` (which plays Stop's part) and `SessionStart`. */
export const gemini: Host = {
  name: "gemini",
  deadline: 60_000,
  read(input) {
    const session = sessionOf(input);
    const event = text(input, "hook_event_name");
    if (event === "AfterAgent") {
      return { kind: "stop", session, wasBlocked: input.stop_hook_active === true };
    }
    if (event === "SessionStart") return { kind: "session-start", session };
    const isTool = event === "BeforeTool" || event === "AfterTool";
    if (!isTool || text(input, "tool_name") !== "write_todos") return { kind: "other" };
    const todos = todosIn(object(input, "tool_input"), "todos", "description", "content");
    const call: HookCall = { kind: "write", session, toolUseId: toolUseIdOf(input), todos };
    return event === "BeforeTool" ? call : resultOf(call, input);
  },
  write(answer, input) {
    switch (answer.kind) {
      case "pass":
        return PASS;
      case "remark":
        return json({ systemMessage: fitting(answer.text) });
      case "context": {
        const hookEventName = text(input, "hook_event_name");
        return json({
          hookSpecificOutput: { hookEventName, additionalContext: fitting(answer.text) },
        });
      }
      case "block":
        return json({ decision: "deny", reason: fitting(answer.reason) });
    }
  },
};
