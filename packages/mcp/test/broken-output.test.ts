import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const v1 = fileURLToPath(new URL("support/v1-server.mjs", import.meta.url));
const v2 = fileURLToPath(new URL("support/server.mjs", import.meta.url));

const SERVERS = [
  ["of the 1.x SDK", (dir: string) => [v1, dir]],
  ["of the 2.x SDK", (dir: string) => [v2, JSON.stringify({ dir, heartbeat: 20, canOpen: true })]],
] as const;

/** A server in a process of its own, that waits for the answer to a question. */
async function asking(args: readonly string[]) {
  const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  let complaints = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const send = (message: object) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "client", version: "1.0.0" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params });
  await heard(server, '"id":1');
  send({ method: "notifications/initialized" });
  const call = { name: "ask_user", arguments: { questions: [{ question: "Why?" }] } };
  send({ id: 2, method: "tools/call", params: { ...call, _meta: { progressToken: 1 } } });
  await heard(server, "notifications/progress");
  return { server, complaints: () => complaints };
}

function heard({ stdout }: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", function listen(chunk) {
      text += chunk;
      if (!text.includes(what)) return;
      stdout.off("data", listen);
      resolve();
    });
  });
}

it.each(SERVERS)(
  "a server %s whose client dies mid-question ends without an error",
  async (_, argsFor) => {
    const dir = mkdtempSync(join(tmpdir(), "readback-broken-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const { server, complaints } = await asking(argsFor(dir));
    const ended = once(server, "exit");
    // What it still has to say to the client has nowhere to go.
    server.stdout.destroy();
    server.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(complaints()).not.toContain("Unhandled");
  },
);
