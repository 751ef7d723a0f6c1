// `npm test`: starts the app in a real Electron, plays a person in it, and looks at what comes of that.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** `ELECTRON_PATH`, else what the package has downloaded. */
function findElectron() {
  if (process.env.ELECTRON_PATH) return process.env.ELECTRON_PATH;
  const note = here("node_modules/electron/path.txt");
  return existsSync(note)
    ? here(`node_modules/electron/dist/${readFileSync(note, "utf8").trim()}`)
    : undefined;
}

const electron = findElectron();
if (!electron) {
  console.log("SKIPPED: there is no Electron. Run `npx install-electron`, or set ELECTRON_PATH.");
} else {
  const args = ["--disable-gpu", here("check-main.mjs"), ...process.argv.slice(2)];
  const { status, error } = spawnSync(electron, args, { stdio: "inherit", timeout: 120_000 });
  if (error) console.error(error);
  process.exitCode = status ?? 1;
}
