import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type { ValidationResult, Validator } from "@readback/core";

/** How much of a command's output the agent is shown: its end, where the failures stand. */
const SHOWN = 3_000;

/**
 * A validator that runs a shell command: exit code 0 passes. The command learns of the claim through
 * `READBACK_TODO`, `READBACK_SESSION` and `READBACK_ATTEMPT`, never through its arguments. All todos
 * of one write share one run.
 */
export function commandValidator(command: string, cwd: string): Validator {
  let running:
    | { readonly toolUseId: string; readonly result: Promise<ValidationResult> }
    | undefined;
  return (request) => {
    if (running?.toolUseId === request.toolUseId) return running.result;
    const env = {
      ...process.env,
      READBACK_TODO: request.todo,
      READBACK_SESSION: request.session,
      READBACK_ATTEMPT: String(request.attempt),
    };
    running = { toolUseId: request.toolUseId, result: run(command, cwd, env, request.signal) };
    return running.result;
  };
}

function run(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ValidationResult> {
  return new Promise((resolve, reject) => {
    // Its own process group, so that what the command started ends with it.
    const child = spawn(command, {
      cwd,
      env,
      shell: true,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stop = () => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder("utf8");
      stream.on("data", (chunk: Buffer) => {
        output = (output + decoder.write(chunk)).slice(-SHOWN);
      });
    }
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", reject);
    child.on("close", (code, killedBy) => {
      signal.removeEventListener("abort", stop);
      if (code === 0) resolve({ passed: true });
      else {
        const how = killedBy ? `was ended by ${killedBy}` : `exited with code ${code}`;
        resolve({ passed: false, reason: `\`${command}\` ${how}.\n${output.trim()}` });
      }
    });
  });
}
