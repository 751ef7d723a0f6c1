import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * A file that leads a browser to the page. Its path can be shown to anybody: command lines, logs and
 * transcripts are read by others. The address in it, with the code, can be read by this user alone.
 */
export function createLaunchFile(port: number, address: () => string, wanted = defaultFolder()) {
  const name = `readback-${port}.html`;
  let folder: string | undefined;

  function write(): void {
    folder = isPrivateFolder(wanted) ? wanted : mkdtempSync(join(tmpdir(), "readback-page-"));
    const temporary = join(folder, `${name}.${process.pid}`);
    rmSync(temporary, { force: true });
    writeFileSync(temporary, html(address()), { flag: "wx", mode: 0o600 });
    // In place of what is there, whatever it is: a link is replaced, not followed.
    renameSync(temporary, join(folder, name));
  }

  return {
    /** Where the file is; it is made if it is not there. */
    url(): string {
      if (folder === undefined || !existsSync(join(folder, name))) write();
      return pathToFileURL(join(folder ?? wanted, name)).href;
    },
    /** To call when the code in the address has changed. */
    renew(): void {
      if (folder !== undefined) write();
    },
    remove(): void {
      if (folder === undefined) return;
      rmSync(join(folder, name), { force: true });
      if (folder !== wanted) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A folder that browsers can read: those from the Snap store see neither hidden folders at the top of
 * the home folder nor `/tmp` nor the run-time folder.
 */
function defaultFolder(): string {
  const { platform, env } = process;
  if (platform === "win32") return join(env.LOCALAPPDATA || homedir(), "readback", "page");
  if (existsSync("/var/lib/snapd")) return join(homedir(), "readback-page");
  const state = env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return join(state, "readback", "page");
}

/** Makes the folder if need be; whether only this user can read it and put something there. */
function isPrivateFolder(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const status = lstatSync(path);
    if (!status.isDirectory()) return false;
    if (process.platform === "win32") return true;
    return status.uid === process.getuid?.() && (status.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

const html = (address: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Readback</title>
<p>The page is on <a href="${address}">${address}</a></p>
</html>
`;
