import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const server = fileURLToPath(new URL("server.mjs", import.meta.url));

/** A client with a server of its own process, connected by pipes. */
export async function connect(...args) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const command = process.execPath;
  await client.connect(
    new StdioClientTransport({ command, args: ["--expose-gc", server, ...args] }),
  );
  return {
    call: (name, question, options) =>
      client.callTool({ name, arguments: { questions: [{ question, type: "confirm" }] } }, options),
    /** What a tool of the server that measures says. */
    async read(name) {
      const { content } = await client.callTool({ name, arguments: {} }, { timeout: 120_000 });
      return Number(content[0].text);
    },
  };
}
