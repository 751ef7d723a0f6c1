// One agent with all the machines. Each of them is one line.
import { askUser, guardTodos, instructions, withApproval } from "@readback/adapters/ai";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { model } from "./model.mjs";
import { asker } from "./person.mjs";

// The clock is simulated because this model answers at once. Leave it out with a real one.
const clock = createSimulatedClock();
const guard = createTodoGuard({ clock, rememberCompleted: true });
const queue = createInstructionQueue();
queue.queueInstructionWithAck("Ask which folder before you delete anything.", {
  until: "ask_user",
});

const delete_file = tool({
  description: "Deletes a file",
  inputSchema: jsonSchema({ type: "object", properties: { path: { type: "string" } } }),
  execute: ({ path }) => {
    console.log(`deleted  | ${path}`);
    return "deleted";
  },
});
const write_todos = tool({
  description: "Writes the list of todos",
  inputSchema: jsonSchema({ type: "object", properties: { todos: { type: "array" } } }),
  execute: ({ todos }) => `The list has ${todos.length} todo.`,
});

const { text } = await generateText({
  model,
  prompt: "Clean up",
  tools: {
    ask_user: askUser(asker),
    ...withApproval(asker, { delete_file }),
    write_todos: guardTodos(guard, write_todos, { session: "clean-up" }),
  },
  // The SDK takes one onStepFinish: your own goes in here.
  ...instructions(queue, {
    onStepFinish({ toolResults }) {
      for (const { toolName, output } of toolResults) {
        if (toolName === "write_todos") console.log(`todos    | ${output}`);
      }
      clock.advance(10_000);
    },
  }),
  stopWhen: stepCountIs(20),
});
console.log(`agent    | ${text}`);
const { sent, acknowledged } = queue.stats();
console.log(`instructions | ${sent} sent, ${acknowledged} acknowledged`);
asker.dispose();
