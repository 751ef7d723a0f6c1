// An MCP server that gives its agent instructions, and knows which were taken up.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createInstructionQueue, startRetryTimer } from "@readback/core";
import { withInstructions } from "@readback/mcp";
import * as z from "zod";

const server = new McpServer({ name: "project", version: "1.0.0" });
const text = (said) => ({ content: [{ type: "text", text: said }] });
const inputSchema = z.object({});
server.registerTool("open_project", { inputSchema }, () => text("The project is open."));
server.registerTool("read_spec", { inputSchema }, () => text("The spec: keep it simple."));
server.registerTool("list_failed", { inputSchema }, () =>
  text(JSON.stringify(queue.getFailedInstructions().map(({ content }) => content))),
);

// The whole integration. Keep the queue on disk with `journal: createFileJournal(…)` of @readback/node.
const queue = createInstructionQueue();
withInstructions(server, queue);
queue.queueInstructionWithAck("Call read_spec before you change anything", { until: "read_spec" });
queue.queueInstructionWithAck("Tell the person what you plan", { until: "tell_person" });
// Every minute in earnest; so quickly only for the demonstration.
startRetryTimer(queue, { everyMs: Number(process.env.REPEAT_EVERY ?? 60_000) });

await server.connect(new StdioServerTransport());
