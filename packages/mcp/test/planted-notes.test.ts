import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AskUserHost, openAskUser } from "../src/node/open-ask-user.js";
import { pageNote } from "../src/node/page-note.js";
import { openTerminals } from "../src/node/terminals.js";
import { viewDrafts } from "../src/node/view-drafts.js";
import { viewMemory } from "../src/node/view-memory.js";

const habits = { views: "after", missed: 1 } as const;
const typed = { q1: { values: ["Ad"], custom: null } };

let dir: string;
let folder: string;
let host: AskUserHost | undefined;
let stranger: Server;
let port: number;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "readback-planted-"));
  folder = join(dir, "mcp");
  mkdirSync(folder, { mode: 0o700 });
  stranger = createServer((socket) => void socket.on("error", () => {}).end("hello"));
  await once(stranger.listen(0, "127.0.0.1"), "listening");
  port = (stranger.address() as { port: number }).port;
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  stranger.close();
  rmSync(dir, { recursive: true });
});

/** This process as the journals of the project know it, and one that lives beside it. */
function processesHere() {
  const journal = createFileJournal({ folder: join(dir, "other") });
  const { processes } = journal;
  journal.close();
  const [place] = processes.self.split(".");
  return { processes, living: `${place}.${process.ppid}..somebody` };
}

/** The names of all that the processes of a project tell each other in files, found by letting them do it. */
function namesOfNotes(): readonly string[] {
  const note = pageNote(folder);
  note.notePort(port, true);
  note.noteHost(port, "somebody", "file:///page.html");
  note.noteTab("somebody");
  viewMemory(folder).set("client", habits);
  viewDrafts(folder).set("ask", typed);
  const leave = openTerminals(folder, { self: "somebody", isGone: () => false }).attach();
  const names = readdirSync(folder);
  leave();
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  return names;
}

/** What each file said in versions without proofs: a living process has the page, a tab and a terminal. */
function forgedContents(living: string): Readonly<Record<string, string>> {
  return {
    "page-port": String(port),
    "page-host": `${port} ${living}`,
    "page-tab": living,
    "page-opening": `${living} opened ${Date.now()}`,
    "views.json": JSON.stringify({ client: { views: "after", missed: 9 } }),
    [join("terminals", living)]: "",
  };
}

describe("notes that came with a project", () => {
  it("say nothing: a stranger's port is left, no terminal is attached, no tab is open", async () => {
    const { processes, living } = processesHere();
    mkdirSync(join(folder, "terminals"));
    for (const [name, text] of Object.entries(forgedContents(living))) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    }
    // Also in the names and the form that they have now, with a proof that somebody made up.
    const proof = "0".repeat(32);
    writeFileSync(join(folder, `terminal.${living}`), `\n${proof}`, { mode: 0o600 });
    expect(openTerminals(folder, processes).isAttached()).toBe(false);
    expect(viewMemory(folder).get("client")).toBeUndefined();
    viewDrafts(folder).set("ask", typed);
    const [draft = ""] = readdirSync(folder).filter((name) => name.startsWith("view-draft."));
    writeFileSync(join(folder, draft), `${JSON.stringify(typed)}\n${proof}`, { mode: 0o600 });
    expect(viewDrafts(folder).get("ask")).toBeUndefined();
    expect(pageNote(folder).tab()).toBeUndefined();
    for (const text of [`${port}`, `${port}\n${proof}`]) {
      writeFileSync(join(folder, "page-port"), text, { mode: 0o600 });
      host = await openAskUser({ dir, openBrowser: false });
      expect(host.page?.isServing).toBe(true);
      expect(host.page?.port).not.toBe(port);
      expect(await host.isReachable()).toBe(false);
      await host.close();
    }
  });

  it("that are copies of another project's say nothing", () => {
    const other = join(dir, "mcp-of-another");
    mkdirSync(other);
    const note = pageNote(other);
    note.noteTab("somebody");
    writeFileSync(join(folder, "page-tab"), readFileSync(join(other, "page-tab")), { mode: 0o600 });
    writeFileSync(join(other, "page-port"), readFileSync(join(other, "page-tab")));
    expect(pageNote(folder).tab()).toBeUndefined();
    expect(note.port()).toBeUndefined();
    expect(note.tab()).toBe("somebody");
  });

  it("in place of which there is something else are neither followed nor waited for", async () => {
    const names = namesOfNotes();
    expect(names).toHaveLength(6);
    const target = join(dir, "precious");
    const places: readonly ((path: string) => void)[] = [
      (path) => symlinkSync(target, path),
      (path) => symlinkSync("/dev/zero", path),
      (path) => symlinkSync(join(dir, "made-by-following"), path),
      (path) => mkdirSync(join(path, "inside"), { recursive: true }),
      ...(process.platform === "win32"
        ? []
        : [(path: string) => void execFileSync("mkfifo", [path])]),
    ];
    for (const put of places) {
      for (const name of names) {
        rmSync(join(folder, name), { recursive: true, force: true });
        put(join(folder, name));
      }
      writeFileSync(target, "precious");
      host = await openAskUser({ dir, openBrowser: false });
      expect(host.page?.isServing).toBe(true);
      expect(openTerminals(folder, processesHere().processes).isAttached()).toBe(false);
      const note = pageNote(folder);
      note.noteTab("somebody");
      viewMemory(folder).set("client", habits);
      viewDrafts(folder).set("ask", typed);
      await host.close();
      expect(readFileSync(target, "utf8")).toBe("precious");
      expect(existsSync(join(dir, "made-by-following"))).toBe(false);
    }
  });

  it("are replaced, whatever is there, by what is true", () => {
    for (const name of namesOfNotes()) symlinkSync("/dev/zero", join(folder, name));
    const note = pageNote(folder);
    expect(note.notePort(port, true)).toBe(true);
    expect(note.port()).toBe(port);
    note.noteHost(port, "somebody", "file:///page.html");
    expect([note.host(port), note.link(port)]).toEqual(["somebody", "file:///page.html"]);
    viewMemory(folder).set("client", habits);
    expect(viewMemory(folder).get("client")).toEqual(habits);
    viewDrafts(folder).set("ask", typed);
    expect(viewDrafts(folder).get("ask")).toEqual(typed);
    openTerminals(folder, { self: "somebody", isGone: () => false }).attach();
    expect(openTerminals(folder, processesHere().processes).isAttached()).toBe(true);
  });
});

describe("a terminal", () => {
  it("from before the computer was started again is attached no more", () => {
    const { processes } = processesHere();
    const [place = "", ...rest] = processes.self.split(".");
    const [machine, , container] = place.split("-");
    const before = [[machine, "0123abcd", container].join("-"), ...rest].join(".");
    openTerminals(folder, { ...processes, self: before }).attach();
    expect(readdirSync(folder)).toEqual([`terminal.${before}`]);
    expect(openTerminals(folder, processes).isAttached()).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("what clients did with views", () => {
  it("is kept for each client, whoever else writes at that moment", () => {
    const one = viewMemory(folder);
    const other = viewMemory(folder);
    one.set("a", habits);
    other.set("b", { missed: 2 });
    one.set("../c", { missed: 3 });
    expect([other.get("a"), one.get("b"), other.get("../c")]).toEqual([
      habits,
      { missed: 2 },
      { missed: 3 },
    ]);
  });

  it("is forgotten of those who came first when there are many", () => {
    const memory = viewMemory(folder);
    for (let n = 0; n <= 100; n += 1) memory.set(`client ${n}`, habits);
    expect(readdirSync(folder)).toHaveLength(100);
    expect(memory.get("client 100")).toEqual(habits);
  });
});

describe("what was typed in views", () => {
  it("is forgotten of the oldest questions when there are many", () => {
    const drafts = viewDrafts(folder);
    for (let n = 0; n <= 100; n += 1) drafts.set(`ask ${n}`, typed);
    expect(readdirSync(folder)).toHaveLength(100);
    expect(drafts.get("ask 100")).toEqual(typed);
  });
});
