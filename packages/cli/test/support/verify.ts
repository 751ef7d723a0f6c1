import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { Project } from "./project.js";
import { cli, plainEnv } from "./run.js";

export const ID = "03-01:task-3";
/** The task of most tests. */
export const base = ["verify", "--task-id", ID, "--name", "Create the class"];
/** An executor that counts its runs, and keeps what each of them read. */
export const counting = ["--exec", 'echo x >> tries; cat > "input-$(wc -l < tries | tr -d " ")"'];
export const failing = ["--verify", 'echo "error: 2 tests failed"; exit 1'];

/** How often {@link counting} ran. */
export const tries = (project: Project) =>
  existsSync(project.path("tries")) ? project.read("tries").trim().split("\n").length : 0;

/** Starts the program, for as long as it runs. */
export function start(
  project: Project,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: project.folder,
    env: plainEnv({ HOME: project.home, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, stderr: () => stderr, stdout: () => stdout };
}
