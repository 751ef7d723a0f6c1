// One agent with all the machines.
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { z } from "zod";
import { model } from "./model.mjs";
import { asker } from "./person.mjs";
import { askUser, instructions, readbackHooks } from "./readback.mjs";

// The clock is simulated because this model answers at once. Leave it out with a real one.
const clock = createSimulatedClock();
const guard = createTodoGuard({ clock, rememberCompleted: true });
const queue = createInstructionQueue();
queue.queueInstructionWithAck("Ask which folder before you delete anything.", {
  until: "ask_user",
});

const delete_file = createTool({
  id: "delete_file",
  description: "Deletes a file",
  inputSchema: z.object({ path: z.string() }),
  async execute({ path }) {
    console.log(`deleted  | ${path}`);
    return "deleted";
  },
});
const write_todos = createTool({
  id: "write_todos",
  description: "Writes the list of todos",
  inputSchema: z.object({ todos: z.array(z.object({ content: z.string(), status: z.string() })) }),
  execute: async ({ todos }) => `The list has ${todos.length} todo.`,
});

const agent = new Agent({
  id: "helper",
  name: "Helper",
  instructions: "You clean up.",
  model,
  tools: { ask_user: askUser(asker), delete_file, write_todos },
  hooks: readbackHooks({ asker, tools: ["delete_file"], guard, session: "clean-up" }),
});
const { text } = await agent.generate("Clean up", {
  maxSteps: 20,
  ...instructions(queue),
  onStepFinish({ toolResults }) {
    for (const { payload } of toolResults) {
      if (payload.toolName === "write_todos") console.log(`todos    | ${payload.result}`);
    }
    clock.advance(10_000);
  },
});
console.log(`agent    | ${text}`);
const { sent, acknowledged } = queue.stats();
console.log(`instructions | ${sent} sent, ${acknowledged} acknowledged`);
asker.dispose();
