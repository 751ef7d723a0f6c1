import { execFile } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Failure } from "./failure.mjs";
import { root } from "./workspace.mjs";

const execute = promisify(execFile);

/** What to say where there is no Electron: these tests are not run, and nobody should think that they were. */
export const NO_ELECTRON =
  "SKIPPED: there is no Electron, so nothing of this was tried in the real one. " +
  "Set ELECTRON_PATH to an Electron binary to run these.";

/** Path of an Electron: `ELECTRON_PATH` if it is set, else the installed package's; else undefined. */
export function findElectron() {
  const { ELECTRON_PATH } = process.env;
  if (ELECTRON_PATH && !existsSync(ELECTRON_PATH)) {
    throw new Failure(`ELECTRON_PATH: there is no file ${ELECTRON_PATH}. Correct it, or unset it.`);
  }
  return ELECTRON_PATH || installed();
}

/** The package downloads its binary in an install script, which does not run here by itself. */
function installed() {
  const folder = join(root, "packages/electron/node_modules/electron");
  const note = join(folder, "path.txt");
  if (!existsSync(note)) return undefined;
  const path = join(folder, "dist", readFileSync(note, "utf8").trim());
  return existsSync(path) ? path : undefined;
}

/** Installs a screen without a screen, a window manager and what Electron links to, where Debian allows it. */
export async function installDisplay() {
  const commands = ["/usr/bin/Xvfb", "/usr/bin/xauth", "/usr/bin/openbox"];
  if (process.platform !== "linux" || commands.every((path) => existsSync(path))) return;
  const wanted = "xvfb xauth openbox libgtk-3-0 libnss3 libasound2 libgbm1".split(" ");
  const advice = `The tests in Electron need a display. On Debian: apt-get install ${wanted.join(" ")}.`;
  if (!existsSync("/usr/bin/apt-get")) throw new Failure(advice);
  const isRoot = process.getuid?.() === 0;
  const apt = (...args) =>
    isRoot ? execute("apt-get", args) : execute("sudo", ["-n", "apt-get", ...args]);
  // Another program may be installing something: wait for it.
  const options = ["-y", "-qq", "-o", "DPkg::Lock::Timeout=300", "--no-install-recommends"];
  console.log("▸ Installing a display for Electron …");
  try {
    // What is known from an earlier update may do when this one fails.
    await apt("update", "-qq").catch(() => {});
    await apt("install", ...options, ...wanted);
  } catch (error) {
    throw new Failure(`${advice}\nInstalling it failed: ${String(error.stderr ?? error).trim()}`);
  }
}

/**
 * How to start Electron: as a user without rights, and without a network. Returns the command with the
 * arguments that come before Electron's own, and the ids of the user if it is another one.
 */
export function confined(electron) {
  if (process.platform !== "linux") return { command: electron, before: [], user: undefined };
  if (process.getuid?.() !== 0) {
    return { command: "unshare", before: ["-rn", electron], user: undefined };
  }
  const nobody = 65_534;
  const before = ["-n", "setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"];
  return { command: "unshare", before: [...before, electron], user: nobody };
}

/**
 * A command that stands in for Electron where something starts it by itself: confined, and on a display of
 * its own. Put into a folder that everybody can read. Returns its path.
 */
export function confinedCommand(electron, folder) {
  if (process.platform !== "linux") return electron;
  const { command, before, user } = confined(electron);
  const home = join(folder, "home");
  mkdirSync(home);
  if (user !== undefined) chownSync(home, user, user);
  const display = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24 -nolisten tcp"];
  const words = [command, ...before.slice(0, -1), ...display, electron].map(quoted).join(" ");
  const path = join(folder, "electron");
  const environment = `HOME=${quoted(home)} XDG_RUNTIME_DIR=${quoted(home)}`;
  writeFileSync(path, `#!/bin/sh\nexport ${environment}\nexec ${words} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
