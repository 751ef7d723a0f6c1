import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browsers that `xdg-open` looks for when the desktop names none. */
const BROWSERS = [
  "x-www-browser",
  "firefox",
  "iceweasel",
  "seamonkey",
  "mozilla",
  "epiphany",
  "konqueror",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "brave-browser",
  "microsoft-edge",
];

/** How long to wait for the desktop's answer, in milliseconds. */
const PATIENCE = 10_000;

/** Why no browser would come up on this Linux machine, and what would help; nothing is opened to find out. */
export async function problemWithBrowser(): Promise<
  { readonly problem: string; readonly fix: string } | undefined
> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER, WSL_DISTRO_NAME } = process.env;
  if (!DISPLAY && !WAYLAND_DISPLAY && !BROWSER && !WSL_DISTRO_NAME) {
    return { problem: "There is no screen here to open a browser on", fix: "" };
  }
  if (!isInPath("xdg-open")) {
    return {
      problem: "There is no xdg-open here to open a browser with",
      fix: "install xdg-utils",
    };
  }
  if (BROWSER || WSL_DISTRO_NAME || BROWSERS.some(isInPath)) return undefined;
  // What cannot be asked is not known to be missing.
  if ((await browserOfDesktop()) !== "") return undefined;
  return { problem: "xdg-open finds no browser here", fix: "install one" };
}

/** The desktop's own choice; empty when there is none, `undefined` when it cannot be asked. */
function browserOfDesktop(): Promise<string | undefined> {
  const args = ["query", "default", "x-scheme-handler/http"];
  return new Promise((resolve) => {
    execFile("xdg-mime", args, { timeout: PATIENCE, encoding: "utf8" }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    );
  });
}

function isInPath(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}
