// A server of the 1.x SDK, as the docs say one is made, that tells its client often that it still waits.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openAskUser } from "@readback/mcp/node";

const [, , dir] = process.argv;
const page = { opener: async () => true };
const readback = await openAskUser({ dir, surface: "page", heartbeat: 20, page });
const server = new McpServer({ name: "v1", version: "1.0.0" });
readback.register(server);
await server.connect(new StdioServerTransport());
process.stdin.once("end", () => readback.close());
