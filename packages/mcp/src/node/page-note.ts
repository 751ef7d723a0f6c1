import { ownNotes } from "@readback/node";

const PORT = "page-port";
const HOST = "page-host";
const TAB = "page-tab";

/** What the processes of a project tell each other of its question page, in notes of its state folder. */
export interface PageNote {
  /** The port on which the page is, or was the last time. */
  port(): number | undefined;
  /** Writes down the port. With `onlyFirst`, false when another process was quicker. */
  notePort(port: number, onlyFirst: boolean): boolean;
  /** The name of the process that last served the page on that port; empty when it has left it. */
  host(port: number): string | undefined;
  /** What opens the page on that port. */
  link(port: number): string | undefined;
  /** Writes down which process serves the page on that port, and what opens it there; without them, nobody does. */
  noteHost(port: number, process?: string, link?: string): void;
  /** The process that saw a tab open, while one is open as far as it knows. */
  tab(): string | undefined;
  /** Writes down which process has a tab open. */
  noteTab(process: string | null): void;
}

/** The notes in a folder. Where one cannot be written, a question is worth more. */
export function pageNote(folder: string): PageNote {
  const notes = ownNotes(folder);

  function noted(): number | undefined {
    const port = Number(notes.read(PORT));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  }

  function hosted(port: number) {
    const [at, name, link] = notes.read(HOST)?.split(" ") ?? [];
    return at === String(port) && name !== undefined ? { name, link } : undefined;
  }

  function ifPossible(write: () => void): void {
    try {
      write();
    } catch {}
  }

  return {
    port: noted,
    notePort(port, onlyFirst) {
      try {
        if (onlyFirst) return notes.writeFirst(PORT, String(port));
        notes.write(PORT, String(port));
        return true;
      } catch {
        // Not every file system has links.
        if (onlyFirst && noted() === undefined) ifPossible(() => notes.write(PORT, String(port)));
        return true;
      }
    },
    host: (port) => hosted(port)?.name,
    link: (port) => hosted(port)?.link || undefined,
    noteHost: (port, name = "", link = "") =>
      ifPossible(() => notes.write(HOST, [port, name, link].join(" "))),
    tab: () => notes.read(TAB),
    noteTab(by) {
      if (by === null) ifPossible(() => notes.remove(TAB));
      else if (notes.read(TAB) !== by) ifPossible(() => notes.write(TAB, by));
    },
  };
}
