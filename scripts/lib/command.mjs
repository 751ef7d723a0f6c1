import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./workspace.mjs";

const children = new Set();
const graceMs = 5_000;
let stoppedBy;

// At a terminal, Ctrl-C reaches the children by itself, and a second one would cut their clean-up
// short. Elsewhere each child leads a process group, so that a signal reaches its children too.
const atTerminal = process.stdin.isTTY === true;
const isWindows = process.platform === "win32";
const inGroups = !atTerminal && !isWindows;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stoppedBy = signal;
    if (children.size === 0) process.exit(exitCodeOf(signal));
    if (signal === "SIGINT" && atTerminal) return;
    for (const child of children) end(child, signal);
  });
}

/**
 * Runs an installed tool, or any command, with this terminal as its own. Returns its exit code;
 * past `limitMs` the command is ended, and that counts as a failure.
 */
export async function run(command, args, options = {}) {
  const { code } = await spawned(command, args, { stdio: "inherit", ...options });
  if (stoppedBy) throw new Failure("Stopped.", exitCodeOf(stoppedBy));
  return code;
}

/** Runs a command out of sight and returns its exit code and what it printed. */
export async function capture(command, args, options = {}) {
  const stdio = ["ignore", "pipe", "pipe"];
  const result = await spawned(command, args, { stdio, ...options });
  if (stoppedBy) throw new Failure("Stopped.", exitCodeOf(stoppedBy));
  return result;
}

function spawned(command, args, { limitMs, env, ...options }) {
  return new Promise((resolve, reject) => {
    const shell = isWindows && command !== process.execPath;
    const settings = { cwd: root, detached: inGroups, shell, ...options };
    const child = spawn(command, args, { ...settings, env: environment(env) });
    let output = "";
    children.add(child);
    const limit = limitMs && setTimeout(() => end(child, "SIGTERM"), limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      children.delete(child);
      clearTimeout(limit);
      reject(new Failure(`Could not run ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      children.delete(child);
      clearTimeout(limit);
      resolve({ code: code ?? exitCodeOf(signal), output });
    });
  });
}

/** Ends a child and, where it leads a group, what it started; the hard way if it takes too long. */
function end(child, signal) {
  kill(child, signal);
  setTimeout(() => kill(child, "SIGKILL"), graceMs).unref();
}

function kill(child, signal) {
  try {
    process.kill(inGroups ? -child.pid : child.pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/** The environment of tools: the installed ones on the PATH, and no telemetry. */
function environment(more) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", ...more };
  const pathKey = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const own = [join(root, "node_modules/.bin"), dirname(process.execPath)];
  env[pathKey] = [...own, env[pathKey] ?? ""].join(delimiter);
  env.npm_config_fetch_retry_mintimeout ??= "1000";
  env.npm_config_fetch_retry_maxtimeout ??= "5000";
  // Not every tool finds out for itself that nobody is watching.
  if (!process.stdout.isTTY && !env.FORCE_COLOR) env.NO_COLOR ??= "1";
  return env;
}
