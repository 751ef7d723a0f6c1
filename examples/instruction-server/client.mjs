// Plays an agent that follows one instruction and ignores the other: proves the server works.
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const EVERY = 300;
const client = new Client({ name: "example-agent", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ["server.mjs"],
    env: { ...process.env, REPEAT_EVERY: String(EVERY) },
  }),
);

/** Calls a tool; returns what its result says, and the instructions that ride on it. */
async function call(name) {
  const { content } = await client.callTool({ name, arguments: {} });
  const [said, ...riding] = content.map(({ text }) =>
    text.replace(/<\/?instruction[^>]*>/g, "").trim(),
  );
  return { said, riding };
}

console.log("open_project:", (await call("open_project")).riding[0]);
console.log("read_spec:", (await call("read_spec")).riding[0], "(the first one is acknowledged)");
for (let told = 1; told < 4; ) {
  await setTimeout(EVERY / 3);
  const [again] = (await call("open_project")).riding;
  if (again === undefined) continue;
  told += 1;
  console.log(`dispatch ${told}:`, again);
}
for (;;) {
  await setTimeout(EVERY / 3);
  const { said } = await call("list_failed");
  if (said === "[]") continue;
  console.log("failed:", JSON.parse(said)[0]);
  break;
}
await client.close();
