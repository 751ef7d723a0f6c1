import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodingAgent } from "../hosts/coding-agent.js";

/** How long to wait for an answer, in milliseconds. */
const PATIENCE = 20_000;
const TODO = "Find out whether the guard answers";

/** How a command answered. */
export interface Probe {
  readonly ms: number;
  /** What is wrong with the answer; `undefined` when nothing is. */
  readonly problem: string | undefined;
}

/**
 * Runs the command of a hook as the agent would, with a first claim, which is always sent back. Its
 * state is in a folder of its own, so that nothing of the project's is touched.
 */
export async function probe(host: CodingAgent, command: string, project: string): Promise<Probe> {
  const state = mkdtempSync(join(tmpdir(), "readback-doctor-"));
  try {
    // A folder that is named in the command would count more than the variable.
    const bare = command.replace(/ --dir "(?:[^"\\]|\\.)*"$/, "");
    const { env = {}, input } = host.probe(project, TODO);
    const common = { session_id: "readback-doctor", cwd: project, tool_use_id: "readback-doctor" };
    const variables = { ...environment(env), READBACK_DIR: state };
    const startedAt = performance.now();
    const answer = await run(bare, project, variables, { ...common, ...input });
    return { ms: performance.now() - startedAt, problem: problemWith(answer) };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What no agent sets may be set here. */
function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { CLAUDE_PROJECT_DIR: _, GEMINI_PROJECT_DIR: __, ...env } = process.env;
  return { ...env, ...own };
}

function run(command: string, cwd: string, env: NodeJS.ProcessEnv, input: object): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd, env, shell: true, detached: true });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => {
      stderr = `no answer within ${PATIENCE / 1_000} s`;
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended at this moment.
      }
    }, PATIENCE);
    const finish = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    };
    child.on("error", (error) => {
      stderr = error.message;
      finish(null);
    });
    child.on("close", finish);
    // Whoever does not read it says so by the answer.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(input));
  });
}

function problemWith({ code, stdout, stderr }: Answer): string | undefined {
  if (code !== 0) {
    const lines = stderr
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    const line =
      lines.find((one) => /^(\w*Error|.*not found|no answer)/.test(one)) ?? lines[0] ?? "";
    return `${code === null ? "it was stopped" : `exit code ${code}`}${line && `, ${line}`}`;
  }
  const reason = reasonIn(stdout);
  if (reason === undefined) return "it answered nothing that the agent understands";
  return reason.startsWith("Review your work first") ? undefined : reason;
}

/** The reason of an answer that blocks. */
function reasonIn(stdout: string): string | undefined {
  try {
    const answer = JSON.parse(stdout) as {
      decision?: string;
      reason?: string;
      hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    };
    if (answer.decision === "deny") return answer.reason;
    const { permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput ?? {};
    return permissionDecision === "deny" ? permissionDecisionReason : undefined;
  } catch {
    return undefined;
  }
}
