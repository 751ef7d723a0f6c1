// Everything on one machine: three nodes, an endpoint, two replicas of the MCP server, and a desk with the
// question page. The agent's replica is killed while the person thinks, and the other one brings the answer.
// `--auto` plays the person, too. Everything that was started ends with this program.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createBridgeListeners } from "@readback/core/surfaces";
import { connectDesk } from "@readback/restate/client";
import { openQuestionPage } from "@readback/web/server";
import { register, startCluster } from "./cluster.mjs";

const isAuto = process.argv.includes("--auto");
const TOKEN = "the-token-of-this-example-alone";
const folder = mkdtempSync(join(tmpdir(), "readback-example-"));
const require = createRequire(import.meta.url);
const readback = join(dirname(require.resolve("readback/package.json")), "dist", "cli.cjs");
const ends = [];

/** Starts a program, and returns the first line it says that matches. */
async function start(args, pattern) {
  const env = { ...process.env, READBACK_TOKEN: TOKEN, PORT: "0" };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
  ends.push(() => child.kill("SIGKILL"));
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    const lines = createInterface({ input: stream });
    lines.on("line", (line) => {
      said.push(line);
      child.emit("line", line);
    });
  }
  for (;;) {
    const found = said.map((line) => pattern.exec(line)).find(Boolean);
    if (found) return { child, found: found[0] };
    const [why] = await Promise.race([once(child, "line"), once(child, "exit")]);
    if (typeof why !== "string") throw new Error(`${args.join(" ")} ended: ${said.join("\n")}`);
  }
}

async function main() {
  const cluster = await startCluster();
  ends.push(() => cluster.stop());
  const ingress = cluster.ingress.join();
  const endpoint = await start([new URL("endpoint.mjs", import.meta.url).pathname], /http:\S+/);
  await register(cluster.admin[0], endpoint.found);
  console.log("Three nodes run, and an endpoint.");

  const args = [
    "mcp",
    "--http",
    "--port",
    "0",
    "--dir",
    folder,
    "--restate",
    ingress,
    "--session",
    "demo",
  ];
  const replicas = await Promise.all([1, 2].map(() => start([readback, ...args], /http:\S+/)));
  console.log("Two replicas of the MCP server run.");

  const bridge = isAuto ? scriptedPerson() : await openQuestionPage();
  if (!isAuto) {
    ends.push(() => bridge.stop());
    console.log(`The question appears on ${bridge.url}. To open it: ${bridge.link()}`);
    await bridge.openBrowser();
  }
  const desk = connectDesk({ ingress: cluster.ingress, desk: "demo", bridge });
  ends.unshift(() => desk.close());
  await desk.ready;

  const [first, second] = replicas;
  const onScreen = seen(bridge);
  // This call ends with its replica, and so without a result.
  const asked = call(first.found).then(
    () => new Error("it was answered before the replica could be killed"),
    (error) => error,
  );
  const failed = await Promise.race([onScreen, asked]);
  if (failed) throw new Error("The question did not appear", { cause: failed });
  first.child.kill("SIGKILL");
  await asked;
  console.log(
    "The replica that asked was killed while the person thinks. The agent calls the other one.",
  );
  const { structuredContent: result } = await call(second.found);
  console.log(
    `The answer: ${result.outcome}, ${result.answers[0]?.values}, on attempt ${result.attempt}`,
  );
}

async function call(url) {
  const client = new Client({ name: "example-agent", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    const questions = [{ question: "Which branch do we release?", options: ["main", "next"] }];
    return await client.callTool({ name: "ask_user", arguments: { questions } });
  } finally {
    await client.close().catch(() => {});
  }
}

/** Once the question is on screen. */
function seen(bridge) {
  return new Promise((resolve) => bridge.onRenderConfirmed(() => setTimeout(resolve, 500)));
}

function scriptedPerson() {
  const listeners = createBridgeListeners();
  return {
    ...listeners.methods,
    surfaceOf: () => "script",
    sendQuestion({ requestId, questions }) {
      listeners.emit("onRenderConfirmed", requestId);
      const [{ id }] = questions;
      setTimeout(() => listeners.emit("onAnswer", requestId, [{ id, values: ["next"] }]), 3_000);
    },
  };
}

async function end() {
  for (const one of ends.splice(0)) await one();
  rmSync(folder, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => end().then(() => process.exit(130)));
try {
  await main();
} finally {
  await end();
}
console.log("Everything has ended.");
