import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { joinProcesses } from "../src/processes.js";
import { useJournalFolder } from "./support/journal-folder.js";

// Callers and user interfaces in processes of their own, on one journal.

const place = useJournalFolder();
const program = fileURLToPath(new URL("./support/asking-process.mjs", import.meta.url));
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

type Line = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Starts a process; what it says can be awaited. */
function start(role: "page" | "caller", question?: string) {
  const args = [program, role, place.path, ...(question === undefined ? [] : [question])];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  running.add(child);
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (text) => {
    lines.push(JSON.parse(text) as Line);
    for (const look of waiting) look();
  });
  return {
    kill: () => child.kill("SIGKILL"),
    answer: (requestId: string, answer: string) =>
      child.stdin?.write(`${JSON.stringify({ requestId, answer })}\n`),
    /** What it says under this name, or (`value`) with this value. */
    said: (key: string, value?: string) =>
      new Promise<Line>((resolve) => {
        const isIt = (one: Line) => key in one && (value === undefined || one[key] === value);
        const look = () => {
          const line = lines.find(isIt);
          if (line) {
            waiting.delete(look);
            resolve(line);
          }
        };
        waiting.add(look);
        look();
      }),
  };
}

describe("an ask whose caller, page and answer are in three processes", () => {
  it("is answered", async () => {
    const page = start("page");
    await page.said("ready");
    const caller = start("caller");
    const { shown } = await page.said("shown");
    page.answer(String(shown), "yes");
    await page.said("acknowledged");
    expect(await caller.said("outcome")).toMatchObject({ outcome: "answered", values: ["yes"] });
  });

  it("goes on when the page is killed and another one comes", async () => {
    const page = start("page");
    await page.said("ready");
    const caller = start("caller");
    const { shown } = await page.said("shown");
    page.kill();
    const next = start("page");
    expect((await next.said("shown")).shown).toBe(shown);
    next.answer(String(shown), "yes");
    expect(await caller.said("outcome")).toMatchObject({ values: ["yes"] });
  });

  it("keeps the answer for the next caller when the first is killed", async () => {
    const page = start("page");
    await page.said("ready");
    const caller = start("caller");
    const { shown } = await page.said("shown");
    caller.kill();
    page.answer(String(shown), "yes");
    await page.said("acknowledged");
    expect(await start("caller").said("outcome")).toMatchObject({ values: ["yes"] });
  });

  it("goes on when somebody deletes the journal meanwhile", async () => {
    const page = start("page");
    await page.said("ready");
    const caller = start("caller");
    const { shown } = await page.said("shown");
    rmSync(place.path, { recursive: true });
    page.answer(String(shown), "yes");
    expect(await caller.said("outcome")).toMatchObject({ outcome: "answered", values: ["yes"] });
    const next = start("caller", "And now?");
    const again = await page.said("question", "And now?");
    page.answer(String(again.shown), "still there");
    expect(await next.said("outcome")).toMatchObject({ values: ["still there"] });
  });
});

describe("a process's name", () => {
  it("tells whether the process still runs", async () => {
    const { self, isGone } = joinProcesses();
    expect(isGone(self)).toBe(false);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    running.add(child);
    const [placeName, , , own] = self.split(".");
    // Without a start time, as where the system does not tell it.
    const name = [placeName, child.pid, "", own].join(".");
    expect(isGone(name)).toBe(false);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    expect(isGone(name)).toBe(true);
  });

  it("is not taken for the one of a later process with the same number", () => {
    const { self, isGone } = joinProcesses();
    const [placeName, pid, start, own] = self.split(".");
    if (start === "") return;
    expect(isGone([placeName, pid, "1", own].join("."))).toBe(true);
  });

  it("of another computer says nothing", () => {
    const [, ...rest] = joinProcesses().self.split(".");
    expect(joinProcesses().isGone(["elsewhere", ...rest].join("."))).toBe(false);
  });
});
