// One agent with all the machines. Each of them is one line.
import * as agents from "@openai/agents";
import { askUser, guardTodos, instructions, runWithPeople } from "@readback/adapters/openai-agents";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { model } from "./model.mjs";
import { asker } from "./person.mjs";

// The clock is simulated because this model answers at once. Leave it out with a real one.
const clock = createSimulatedClock();
const guard = createTodoGuard({ clock, rememberCompleted: true });
const queue = createInstructionQueue();
queue.queueInstructionWithAck("Ask which folder before you delete anything.", {
  until: "ask_user",
});

const parameters = { type: "object", properties: {}, required: [], additionalProperties: true };
const deleteFile = agents.tool({
  name: "delete_file",
  description: "Deletes a file",
  parameters,
  strict: false,
  needsApproval: true,
  execute: ({ path }) => {
    console.log(`deleted  | ${path}`);
    return "deleted";
  },
});
const writeTodos = agents.tool({
  name: "write_todos",
  description: "Writes the list of todos",
  parameters,
  strict: false,
  execute: ({ todos }) => `The list has ${todos.length} todo.`,
});

const agent = new agents.Agent({
  name: "Helper",
  model,
  tools: [
    askUser(agents, asker),
    deleteFile,
    guardTodos(guard, writeTodos, { session: "clean-up" }),
  ],
});
const deliver = instructions(queue);
const runner = new agents.Runner({
  tracingDisabled: true,
  callModelInputFilter(request) {
    clock.advance(10_000);
    return deliver(request);
  },
});
const result = await runWithPeople(asker, "Clean up", (input) => runner.run(agent, input));
for (const { type, name, output } of result.history) {
  if (type === "function_call_result" && name === "write_todos")
    console.log(`todos    | ${output.text}`);
}
console.log(`agent    | ${result.finalOutput}`);
const { sent, acknowledged } = queue.stats();
console.log(`instructions | ${sent} sent, ${acknowledged} acknowledged`);
asker.dispose();
