import { spawn } from "node:child_process";
import { constants } from "node:os";
import { Failure } from "./failure.mjs";
import { environment, root } from "./workspace.mjs";

const children = new Set();
const graceMs = 5_000;
let interruptedBy;

// At a terminal, Ctrl-C reaches the children by itself, and a second one would cut their clean-up
// short. Elsewhere each child leads a process group, so that a signal reaches its children too.
const atTerminal = process.stdin.isTTY === true;
const inGroups = !atTerminal && process.platform !== "win32";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interruptedBy = signal;
    if (children.size === 0) process.exit(exitCodeOf(signal));
    if (signal === "SIGINT" && atTerminal) return;
    for (const child of children) kill(child, signal);
    setTimeout(() => {
      for (const child of children) kill(child, "SIGKILL");
    }, graceMs).unref();
  });
}

/** Runs a command with this terminal as its own and returns its exit code. */
export async function run(command, args, options = {}) {
  const { code } = await spawned(command, args, { stdio: "inherit", ...options });
  return code;
}

export const runNode = (args, options) => run(process.execPath, args, options);

/** Runs a command out of sight and returns its exit code and what it printed. */
export async function capture(command, args, options = {}) {
  const result = await spawned(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  if (stoppedWith()) throw new Failure("Stopped.", stoppedWith());
  return result;
}

export const captureNode = (args, options) => capture(process.execPath, args, options);

/** The exit code to end with if someone stopped this process, else undefined. */
export const stoppedWith = () => interruptedBy && exitCodeOf(interruptedBy);

function spawned(command, args, options) {
  return new Promise((resolve, reject) => {
    const defaults = { cwd: root, env: environment(), detached: inGroups };
    const child = spawn(command, args, { ...defaults, ...options });
    let output = "";
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      children.delete(child);
      reject(new Failure(`Could not run ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? exitCodeOf(signal), output });
    });
  });
}

function kill(child, signal) {
  try {
    process.kill(inGroups ? -child.pid : child.pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);
