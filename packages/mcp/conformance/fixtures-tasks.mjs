// What the suite calls by name to get tasks. Each asks a question through our own ask_user, so that the tasks are ours:
// a script answers, or the client's own form does.

import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { createAsker, promptBridge } from "@readback/core";
import { createAskUserTools, createSurfaces } from "@readback/mcp";
import * as z from "zod";

const seconds = new Map();
/** Whether the script answers the question that is asked now. */
let isScripted = false;

const script = promptBridge(async ({ questions: [{ id, question }] }, { shown, signal }) => {
  shown();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, (seconds.get(question) ?? 0) * 1_000);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
  return [{ id, values: ["done"] }];
});
const surfaces = createSurfaces({
  local: [{ name: "script", bridge: script, hint: "", isReachable: () => isScripted }],
  quickestReply: 0,
});
const asker = createAsker({ bridge: surfaces });
const tools = createAskUserTools({ asker, surfaces });

/** Closes what is open still. */
export const stopTaskFixtures = () => asker.dispose();

/** Adds everything to a server that is not connected yet. */
export function registerTaskFixtures(server) {
  let askUser;
  // The tools themselves are there already: here only what they do is of use.
  const registerTool = (name, _, call) => {
    if (name === "ask_user") askUser = call;
    return { enable() {}, disable() {} };
  };
  tools.register({ registerTool, server: server.server });

  let count = 0;
  function ask(question, context, after) {
    count += 1;
    const asked = `${question} (${count})`;
    isScripted = after !== undefined;
    if (isScripted) seconds.set(asked, after);
    try {
      // The suite accepts every form with the same content, which fits no question of ours: left open, it does.
      return askUser({ questions: [{ question: asked, required: false }] }, context);
    } finally {
      isScripted = false;
    }
  }

  const add = (name, shape, call) =>
    server.registerTool(
      name,
      { description: `Becomes a task: ${name}`, inputSchema: z.looseObject(shape) },
      call,
    );
  add("slow_compute", { seconds: z.number().optional() }, (args, context) =>
    ask(`Compute ${args.label ?? ""}`, context, args.seconds ?? 0),
  );
  // Its result is no error, as it is to be; but it has a task.
  add("failing_job", {}, (_, context) => ask("Fail?", context, 1));
  add("confirm_delete", {}, (_, context) => ask("Delete it?", context));
  add("test_tool_with_task", {}, (_, context) => {
    const response = inputResponse(context.mcpReq.inputResponses, "user_name");
    if (response.kind === "elicit") return ask(`Greet ${response.content.name}`, context, 1);
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
    const user_name = inputRequired.elicit({ message: "What is your name?", requestedSchema });
    return inputRequired({ inputRequests: { user_name } });
  });
}
