import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlainFile } from "@readback/node";

/** What the processes of a project tell each other of its question page, in files of its state folder. */
export interface PageNote {
  /** The port on which the page is, or was the last time. */
  port(): number | undefined;
  /** Writes down the port. With `onlyFirst`, false when another process was quicker. */
  notePort(port: number, onlyFirst: boolean): boolean;
  /** The file that is there while a tab is open, as far as the process that serves it knows. */
  readonly tabFile: string;
}

/** The notes in a folder. Where one cannot be written, a question is worth more. */
export function pageNote(folder: string): PageNote {
  const portFile = join(folder, "page-port");
  const tabFile = join(folder, "page-tab");

  function noted(): number | undefined {
    try {
      const port = Number(readPlainFile(portFile)?.text);
      return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    tabFile,
    port: noted,
    notePort(port, onlyFirst) {
      const temporary = `${portFile}.${process.pid}`;
      try {
        rmSync(temporary, { force: true });
        writeFileSync(temporary, String(port), { flag: "wx", mode: 0o600 });
        if (onlyFirst && !isFirst(temporary)) return false;
        renameSync(temporary, portFile);
      } catch {
      } finally {
        rmSync(temporary, { force: true });
      }
      return true;
    },
  };

  /** Whether no other process was quicker. What is no note of a port, whatever it is, does not count. */
  function isFirst(temporary: string): boolean {
    try {
      linkSync(temporary, portFile);
      return true;
    } catch {
      return noted() === undefined;
    }
  }
}
