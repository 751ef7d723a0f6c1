import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlainFile } from "@readback/node";

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
  /** The file that is there while a browser is being opened. */
  readonly openingFile: string;
}

/** The notes in a folder. Where one cannot be written, a question is worth more. */
export function pageNote(folder: string): PageNote {
  const portFile = join(folder, "page-port");
  const hostFile = join(folder, "page-host");
  const tabFile = join(folder, "page-tab");

  function read(path: string): string | undefined {
    try {
      return readPlainFile(path)?.text;
    } catch {
      return undefined;
    }
  }

  function noted(): number | undefined {
    const port = Number(read(portFile));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  }

  /** Whole or not at all: another process may read it just now. False when another one was quicker. */
  function write(path: string, text: string, isWanted = (_temporary: string) => true): boolean {
    const temporary = `${path}.${process.pid}`;
    try {
      rmSync(temporary, { force: true });
      writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
      if (!isWanted(temporary)) return false;
      renameSync(temporary, path);
    } catch {
    } finally {
      rmSync(temporary, { force: true });
    }
    return true;
  }

  /** Whether no other process was quicker. What is no note of a port, whatever it is, does not count. */
  function isFirst(temporary: string): boolean {
    try {
      linkSync(temporary, portFile);
      return true;
    } catch {
      return noted() === undefined;
    }
  }

  return {
    tabFile,
    openingFile: join(folder, "page-opening"),
    port: noted,
    notePort: (port, onlyFirst) => write(portFile, String(port), onlyFirst ? isFirst : undefined),
    host(port) {
      const [at, name] = read(hostFile)?.split(" ") ?? [];
      return at === String(port) ? name : undefined;
    },
    noteHost(port, name) {
      write(hostFile, `${port} ${name}`);
    },
  };
}
