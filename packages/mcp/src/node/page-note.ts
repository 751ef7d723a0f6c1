import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the processes of a project tell each other of its question page, in files of its state folder. */
export interface PageNote {
  /** The port on which the page is, or was the last time. */
  port(): number | undefined;
  /** Writes down the port. With `onlyFirst`, false when another process was quicker. */
  notePort(port: number, onlyFirst: boolean): boolean;
  /** The name of the process that last served the page on that port. */
  host(port: number): string | undefined;
  /** Writes down that a process serves the page on that port. */
  noteHost(port: number, process: string): void;
  /** The file that is there while a tab is open, as far as the process that serves it knows. */
  readonly tabFile: string;
}

/** The notes in a folder. Where one cannot be written, a question is worth more. */
export function pageNote(folder: string): PageNote {
  const portFile = join(folder, "page-port");
  const hostFile = join(folder, "page-host");
  const tabFile = join(folder, "page-tab");

  /** Whole or not at all: another process may read it just now. */
  function replace(path: string, text: string): void {
    const temporary = `${path}.${process.pid}`;
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  }

  return {
    tabFile,
    port() {
      try {
        const port = Number(readFileSync(portFile, "utf8"));
        return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
      } catch {
        return undefined;
      }
    },
    notePort(port, onlyFirst) {
      try {
        if (onlyFirst) writeFileSync(portFile, String(port), { flag: "wx", mode: 0o600 });
        else replace(portFile, String(port));
        return true;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== "EEXIST";
      }
    },
    host(port) {
      try {
        const [noted, name] = readFileSync(hostFile, "utf8").split(" ");
        return noted === String(port) ? name : undefined;
      } catch {
        return undefined;
      }
    },
    noteHost(port, name) {
      try {
        replace(hostFile, `${port} ${name}`);
      } catch {}
    },
  };
}
