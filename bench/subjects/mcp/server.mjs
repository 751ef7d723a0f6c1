// An MCP server on stdio with trivial tools beside `ask_user`. Its person answers at once, or never (`away`); views are
// on offer to clients that have them with `views`.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createAsker } from "@readback/core";
import { createAskUserTools } from "@readback/mcp";
import * as z from "zod";
import { createBridge } from "../../lib/bridge.mjs";
import { settledHeap } from "../../lib/heap.mjs";

const [, , way] = process.argv;
const isAway = way === "away";
const bridge = createBridge();
const answering = {
  ...bridge,
  sendQuestion({ requestId, questions: [{ id }] }) {
    if (isAway) return;
    queueMicrotask(() => {
      bridge.confirm(requestId);
      bridge.answer(requestId, [{ id, values: ["yes"] }]);
    });
  },
};
const hour = 3_600_000;
const asker = createAsker({ bridge: answering, renderTimeout: hour });
const app = way === "views";
const tools = createAskUserTools({ asker, app, patience: hour, patienceWithProgress: hour });
const inputSchema = z.object({
  questions: z.array(z.object({ question: z.string(), type: z.string() })),
});
const outputSchema = z.object({ said: z.string() });

/** What will end the pending calls; else the garbage collector would. */
const waiting = new Set();

const said = (question) => ({
  content: [{ type: "text", text: question }],
  structuredContent: { said: question },
});
const number = (value) => ({ content: [{ type: "text", text: String(value) }] });

serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  tools.register(server);
  server.registerTool("trivial", { inputSchema, outputSchema }, ({ questions: [first] }) =>
    isAway ? new Promise((resolve) => waiting.add(resolve)) : said(first.question),
  );
  server.registerTool("cpu", {}, () => {
    const { user, system } = process.cpuUsage();
    return number(user + system);
  });
  server.registerTool("heap", {}, () => number(settledHeap()));
  server.registerTool("timers", {}, () =>
    number(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length),
  );
  return server;
});
