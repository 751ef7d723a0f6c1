import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { Failure } from "./failure.mjs";

const execute = promisify(execFile);

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** How tests start Chromium: without a screen, and without calling home. */
export const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of a Chromium or Chrome: `CHROME_PATH` if it is set, else a usual place; else undefined. */
export function findChromium() {
  const { CHROME_PATH, PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH } = process.env;
  const named = CHROME_PATH || PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH;
  if (named && !existsSync(named)) {
    throw new Failure(`CHROME_PATH: there is no file ${named}. Correct it, or unset it.`);
  }
  return named || places.find((place) => existsSync(place));
}

/** Path of a Chromium, which is installed if there is none and this is a Debian that allows it. */
export async function chromium() {
  if (!findChromium()) await install();
  return findChromium();
}

async function install() {
  const advice =
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), " +
    "or set CHROME_PATH to a Chrome or Chromium that is already there.";
  await installFromDebian("Chromium", advice, ["chromium", "fonts-dejavu-core"]);
}

/** Installs packages of Debian, or fails with the advice and why it could not. */
export async function installFromDebian(name, advice, packages) {
  if (!existsSync("/usr/bin/apt-get")) throw new Failure(advice);
  const isRoot = process.getuid?.() === 0;
  const apt = (...args) =>
    isRoot ? execute("apt-get", args) : execute("sudo", ["-n", "apt-get", ...args]);
  // Another program may be installing something: wait for it.
  const options = ["-y", "-qq", "-o", "DPkg::Lock::Timeout=300", "--no-install-recommends"];
  console.log(`▸ Installing ${name} …`);
  try {
    // What is known from an earlier update may do when this one fails.
    await apt("update", "-qq").catch(() => {});
    await apt("install", ...options, ...packages);
  } catch (error) {
    throw new Failure(`${advice}\nInstalling it failed: ${String(error.stderr ?? error).trim()}`);
  }
}
