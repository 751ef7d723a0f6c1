import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { confined } from "../../../../scripts/lib/electron.mjs";
import { startDisplay } from "./display.mjs";

export { findElectron, installDisplay, NO_ELECTRON } from "../../../../scripts/lib/electron.mjs";

/** @typedef {import("../real/driver.js").World} World What the functions that run in Electron get. */

/**
 * A running Electron whose main process does what it is told. `run` runs a function there, which can use
 * nothing but its arguments; `until` does so again and again until it returns something true.
 * @typedef {object} RealElectron
 * @property {<T, A = undefined>(action: (world: World, arg: A) => T | Promise<T>, arg?: A) => Promise<T>} run
 * @property {<T, A = undefined>(action: (world: World, arg: A) => T | Promise<T>, arg?: A) => Promise<T>} until
 * @property {() => Promise<void>} stop
 */

/** On a busy machine a window may take its time; only what never happens takes this long. */
const PATIENCE = 60_000;

/**
 * Starts Electron on a display of its own, confined, from files of its own.
 * @param {string} electron
 * @returns {Promise<RealElectron>}
 */
export async function startElectron(electron) {
  const display = await startDisplay();
  const folder = mkdtempSync(join(tmpdir(), "readback-electron-test-"));
  const { command, before, user } = confined(electron);
  await makeApp(folder);
  mkdirSync(join(folder, "home"));
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(join(folder, "home"), user, user);
  const args = [...before, "--disable-gpu", join(folder, "driver.cjs")];
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      DISPLAY: display.name,
      HOME: join(folder, "home"),
      XDG_RUNTIME_DIR: join(folder, "home"),
    },
  });
  const waiting = new Map();
  let said = "";
  let calls = 0;
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  let isReady = () => {};
  const ready = new Promise((resolve, reject) => {
    isReady = resolve;
    child.on("exit", (code, signal) => {
      const error = new Error(`Electron has ended (${code ?? signal}): ${said.slice(-2_000)}`);
      reject(error);
      for (const one of waiting.values()) one.reject(error);
    });
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "READY") isReady();
    if (!line.startsWith("REPLY ")) return;
    const { id, result, error } = JSON.parse(line.slice(6));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error));
    else call?.resolve(result);
  });
  await ready;

  async function failure(what) {
    const heard = await run(({ heard, errors }) => JSON.stringify({ heard, errors }));
    return new Error(`It did not happen: ${what}\n${heard}\n${said.slice(-2_000)}`);
  }

  const run = (action, arg) =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id, code: String(action), arg })}\n`);
    });

  return {
    run,
    async until(action, arg) {
      const end = Date.now() + PATIENCE;
      for (;;) {
        const found = await run(action, arg);
        if (found) return found;
        if (Date.now() > end) throw await failure(String(action));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await display.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** One file for each part, so that a user without rights can read them all. */
async function makeApp(folder) {
  const source = join(import.meta.dirname, "../real");
  const shared = { bundle: true, external: ["electron"], logLevel: "error" };
  await build({
    ...shared,
    entryPoints: [join(source, "driver.ts")],
    outfile: join(folder, "driver.cjs"),
    platform: "node",
    format: "cjs",
  });
  await build({
    ...shared,
    entryPoints: [join(source, "../../src/preload.ts")],
    outfile: join(folder, "preload.cjs"),
    platform: "browser",
    format: "cjs",
  });
  await build({
    ...shared,
    entryPoints: [join(source, "page.ts")],
    outfile: join(folder, "page.js"),
    platform: "browser",
    format: "esm",
  });
  for (const name of ["page.html", "bare.html", "bare-preload.cjs"]) {
    cpSync(join(source, name), join(folder, name));
  }
}
