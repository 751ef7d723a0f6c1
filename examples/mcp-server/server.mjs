// Your own MCP server, with a tool of its own beside `ask_user` and `ask_user_question`.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { openAskUser } from "@readback/mcp/node";
import * as z from "zod";

// The question page, the journal on disk, and the questions that were open when the last server
// stopped. With --no-open no browser is opened: then a client that has forms of its own shows them.
const readback = await openAskUser({ openBrowser: !process.argv.includes("--no-open") });

const branches = { main: "4 commits since 4.1", next: "31 commits since 4.1" };

serveStdio(() => {
  const server = new McpServer({ name: "releases", version: "1.0.0" });
  readback.register(server);
  server.registerTool(
    "describe_branch",
    {
      description: "Say what a release from this branch would hold.",
      inputSchema: z.object({ branch: z.enum(["main", "next"]) }),
    },
    ({ branch }) => ({ content: [{ type: "text", text: `${branch}: ${branches[branch]}` }] }),
  );
  return server;
});

// When the client is gone, so is this server. Open questions are kept.
process.stdin.once("end", () => readback.close());
