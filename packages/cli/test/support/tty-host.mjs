// A host that leaves its terminal free: it talks to `readback mcp` through pipes, and reads no key itself.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [cli, mode] = process.argv.slice(2);
if (mode === "raw") process.stdin.setRawMode(true).resume();
const question = "Shall everything that was built today be deployed to production?";
const args = [cli, "mcp", "--surface", "terminal"];
const { PATH = "", HOME = "", XDG_STATE_HOME = "", TERM = "" } = process.env;
const env = { PATH, HOME, XDG_STATE_HOME, TERM };
const client = new Client({ name: "host", version: "1.0.0" }, { capabilities: {} });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
);
const { structuredContent } = await client.callTool({
  name: "ask_user",
  arguments: { questions: [{ question, type: "confirm" }] },
});
const { outcome, answers, error } = structuredContent;
await client.close();
console.log(JSON.stringify({ outcome, answers, error }));
process.exit();
