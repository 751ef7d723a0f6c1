// One agent with all the machines. Each of them is one line.
import { approvals, askUser, guardTodos, instructions } from "@readback/adapters/langchain";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import * as langchain from "langchain";
import { model } from "./model.mjs";
import { asker } from "./person.mjs";

// The clock is simulated because this model answers at once. Leave it out with a real one.
const clock = createSimulatedClock();
const guard = createTodoGuard({ clock, rememberCompleted: true });
const queue = createInstructionQueue();
queue.queueInstructionWithAck("Ask which folder before you delete anything.", {
  until: "ask_user",
});

const deleteFile = langchain.tool(
  ({ path }) => {
    console.log(`deleted  | ${path}`);
    return "deleted";
  },
  {
    name: "delete_file",
    description: "Deletes a file",
    schema: { type: "object", properties: { path: { type: "string" } } },
  },
);
const ticking = langchain.createMiddleware({
  name: "Ticking",
  beforeModel: () => clock.advance(10_000),
});

const agent = langchain.createAgent({
  model,
  tools: [askUser(langchain, asker), deleteFile],
  middleware: [
    langchain.todoListMiddleware(),
    approvals(langchain, asker, { tools: ["delete_file"] }),
    guardTodos(langchain, guard),
    instructions(langchain, queue),
    ticking,
  ],
});
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Clean up" }] });
for (const { type, name, content } of messages) {
  if (type === "tool" && name === "write_todos") console.log(`todos    | ${content}`);
}
console.log(`agent    | ${messages.at(-1).content}`);
const { sent, acknowledged } = queue.stats();
console.log(`instructions | ${sent} sent, ${acknowledged} acknowledged`);
asker.dispose();
