import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { useProject } from "./project.js";

const HOOK = fileURLToPath(new URL("../../dist/hook.cjs", import.meta.url));

/** Validates for longer than any test takes, and leaves its process id. */
export const SLOW = "echo $$ >> shells; sleep 300";

/** Starts the real hook file with a write that completes these todos. */
export function startHook(
  project: ReturnType<typeof useProject>,
  id: string,
  todos: readonly string[],
  nodeArguments: readonly string[] = [],
) {
  const input = project.fixture("claude-code/todo-write", {
    tool_use_id: id,
    tool_input: { todos: todos.map((content) => ({ content, status: "completed" })) },
  });
  const child = spawn(process.execPath, [...nodeArguments, HOOK, "claude-code"], {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(input));
  const ended = new Promise<number | string>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal ?? ""));
  });
  return { child, ended };
}

/** The process ids of the validators that were started and still run. */
export function running(project: ReturnType<typeof useProject>): readonly number[] {
  const file = join(project.path, "shells");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trim().split("\n").map(Number).filter(isAlive);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and that nobody has waited for yet is still in the table, as Z.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}
