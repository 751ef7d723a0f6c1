// Claude Code, by its SDK, with all the machines. Each of them is one line.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query } from "@anthropic-ai/claude-agent-sdk";
import { askPerson, askUserServer, readbackHooks } from "@readback/adapters/claude-agent-sdk";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { startModel } from "./model.mjs";
import { asker } from "./person.mjs";

// The clock is simulated because this model answers at once. Leave it out with a real one.
const clock = createSimulatedClock();
const guard = createTodoGuard({ clock, rememberCompleted: true });
const queue = createInstructionQueue();
queue.queueInstructionWithAck("Ask which file before you delete anything.", {
  until: "mcp__readback__ask_user", // as Claude Code calls it
});

const cwd = mkdtempSync(join(tmpdir(), "readback-claude-"));
writeFileSync(join(cwd, "draft.txt"), "old");
const model = await startModel(() => clock.advance(10_000));
const run = query({
  prompt: "Clean up",
  options: {
    cwd,
    settingSources: [],
    mcpServers: { readback: createSdkMcpServer(askUserServer(asker)) },
    allowedTools: ["mcp__readback__ask_user"],
    canUseTool: askPerson(asker), // permissions, and Claude's own AskUserQuestion
    hooks: readbackHooks({ guard, queue }),
    env: {
      ...process.env,
      CLAUDE_CODE_ENABLE_TODO_TOOLS: "1", // else it has no todo tools
      ...model.env(cwd), // leave this out with a real model
    },
  },
});
for await (const message of run) {
  for (const { type, content, is_error } of resultsIn(message)) {
    const text = String(type === "tool_result" && content);
    if (is_error) console.log(`todos    | ${text.replace(/^.* hook error: /, "")}`);
    else if (text.startsWith("Todos")) console.log("todos    | The list is written.");
  }
  if (message.type === "result") console.log(`agent    | ${message.result}`);
}
const { sent, acknowledged } = queue.stats();
console.log(`instructions | ${sent} sent, ${acknowledged} acknowledged`);
await model.close();
asker.dispose();
rmSync(cwd, { recursive: true });

/** The results of tools that a message carries. */
function resultsIn({ type, message }) {
  return type === "user" && Array.isArray(message.content) ? message.content : [];
}
