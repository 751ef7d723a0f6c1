import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { cli, plainEnv } from "./run.js";

/** An agent with its own `readback mcp`. */
export async function startAgent(cwd: string, args: readonly string[] = [], name = "agent") {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", "--no-open", ...args],
    cwd,
    env: plainEnv(),
    stderr: "ignore",
  });
  const client = new Client({ name, version: "1.0.0" }, { capabilities: {} });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    pid: transport.pid as number,
    /** Asks, and waits for the result. */
    ask(questions: readonly object[]): Promise<Record<string, unknown>> {
      const result = client
        .callTool({ name: "ask_user", arguments: { questions } })
        .then(({ structuredContent }) => structuredContent as Record<string, unknown>);
      // A test that fails before it looks closes the connection: that is not what went wrong.
      result.catch(() => {});
      return result;
    },
  };
}
