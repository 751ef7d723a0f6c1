import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "chrome.exe",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a browser that can be used without a screen: `CHROME_PATH`, else what is found. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROME_PATH) return canRun(env.CHROME_PATH) ? env.CHROME_PATH : undefined;
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...found, ...PLACES].find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens an address without a screen, in a profile of its own. Returns how to close it. */
export function openHeadless(
  browser: string,
  url: string,
  onExit: (code: number | null) => void,
): () => void {
  const profile = mkdtempSync(join(tmpdir(), "readback-browser-"));
  const flags = ["--headless", "--disable-gpu", "--disable-quic", "--no-first-run"];
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  // Chromium refuses to sandbox what runs as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    browser,
    [...flags, ...quiet, ...(isRoot ? ["--no-sandbox"] : []), `--user-data-dir=${profile}`, url],
    // Its own process group, so that its helpers end with it.
    { stdio: "ignore", detached: process.platform !== "win32" },
  );
  let isOpen = true;
  const ended = (code: number | null) => {
    if (isOpen) onExit(code);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  child.on("error", () => ended(null));
  child.on("exit", ended);
  return () => {
    isOpen = false;
    try {
      if (process.platform === "win32" || child.pid === undefined) child.kill();
      else process.kill(-child.pid, "SIGTERM");
    } catch {
      // It is gone already.
    }
  };
}
