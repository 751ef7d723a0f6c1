// Plays the coding agent and, through the client's own form, the person: proves the server works.
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client(
  { name: "example-agent", version: "1.0.0" },
  { capabilities: { elicitation: {} } },
);
client.setRequestHandler("elicitation/create", async ({ params }) => {
  console.log(`The person sees: ${params.message}`);
  // A reply that comes sooner than anybody can read is no person's, and does not count.
  await setTimeout(1_000);
  return { action: "accept", content: { q1: "next" } };
});
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: ["server.mjs", "--no-open"] }),
);

const { tools } = await client.listTools();
console.log(`Tools: ${tools.map(({ name }) => name).join(", ")}`);

const { structuredContent: asked } = await client.callTool({
  name: "ask_user",
  arguments: {
    questions: [{ question: "Which branch do we release?", options: ["main", "next"] }],
  },
});
const [branch] = asked.answers[0].values;
console.log(`ask_user: ${asked.outcome} (${branch}), on ${asked.surface}`);

const { content } = await client.callTool({ name: "describe_branch", arguments: { branch } });
console.log(`describe_branch: ${content[0].text}`);
await client.close();
