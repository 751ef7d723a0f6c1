import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long to wait for a server to start, in milliseconds. */
const PATIENCE = 30_000;
/** How long to wait for one that has started. */
const PATIENCE_HTTP = 5_000;

const HELLO = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    ...{ protocolVersion: "2025-06-18", capabilities: {} },
    clientInfo: { name: "readback-doctor", version: "1" },
  },
};

/**
 * Starts `npx readback mcp` in the project, as an agent would, and says hello. Its state is in a folder of its
 * own, and it opens nothing. Returns what went wrong.
 */
export async function problemWithServer(project: string): Promise<string | undefined> {
  const state = mkdtempSync(join(tmpdir(), "readback-doctor-"));
  try {
    return await hello(["readback", "mcp", "--no-open", "--dir", state], project);
  } finally {
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
}

function hello(args: readonly string[], cwd: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // What is not installed must not be fetched by looking.
    const env = { ...process.env, npm_config_yes: "false" };
    const isWindows = process.platform === "win32";
    const child = spawn("npx", args, { cwd, env, shell: isWindows, detached: !isWindows });
    let [said, complaint] = ["", ""];
    let result: string | undefined;
    const end = (problem?: string) => {
      clearTimeout(timer);
      result = problem;
      child.stdin.end();
      try {
        if (child.pid && !isWindows) process.kill(-child.pid, "SIGKILL");
        else child.kill();
      } catch {
        // It has ended at this moment.
      }
    };
    const timer = setTimeout(() => end(`no answer within ${PATIENCE / 1_000} s`), PATIENCE);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (/"serverInfo"/.test(said)) end();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      clearTimeout(timer);
      if (/"serverInfo"/.test(said)) resolve(undefined);
      else resolve(result ?? `exit code ${code}${lastLine(complaint)}`);
    });
    child.stdin.on("error", () => {});
    child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  });
}

function lastLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const line = lines.find((one) => /error|missing/i.test(one)) ?? lines.find(Boolean);
  return line ? `, ${line}` : "";
}

/** Knocks at a server on this machine. Others are not looked at: the address may have come with the project. */
export async function problemWithAddress(url: string): Promise<string | undefined> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(PATIENCE_HTTP) });
    return undefined;
  } catch {
    return `nothing answers at ${url}`;
  }
}

export function isOnThisMachine(url: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(url);
}
