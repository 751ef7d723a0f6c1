import { object, sharedSessionOf, text, todosIn, toolUseIdOf } from "../fields.js";
import { fitting, type HookCall, type Host, json, PASS } from "../hook-call.js";
import { resultOf } from "../tool-result.js";

/** OpenCode: `todowrite`, as the plugin that `readback hook install opencode` writes tells of it. */
export const opencode: Host = {
  name: "opencode",
  deadline: 600_000,
  afterTool: "tool.execute.after",
  carriers: ["tool.execute.after"],
  read(input) {
    const event = text(input, "hook_event_name");
    const isTool = event === "tool.execute.before" || event === "tool.execute.after";
    if (!isTool || text(input, "tool_name") !== "todowrite") return { kind: "other" };
    const todos = todosIn(object(input, "tool_input"), "todos", "content");
    // A sub-agent is a session of its own, with its own list.
    const session = sharedSessionOf(input);
    const call: HookCall = { kind: "write", session, toolUseId: toolUseIdOf(input), todos };
    return event === "tool.execute.before" ? call : resultOf(call, input);
  },
  write(answer) {
    if (answer.kind === "block") return json({ decision: "deny", reason: fitting(answer.reason) });
    if (answer.kind === "context") return json({ context: fitting(answer.text) });
    if (answer.kind === "remark") return json({ remark: fitting(answer.text) });
    return PASS;
  },
};
