import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTodoGuard, type JournalEntry } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { cli, plainEnv, run } from "./support/run.js";

let folder = "";
let journal = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "readback-viz-cli-"));
  journal = join(folder, "run.jsonl");
  write(await claims("Write the secret plan", "Deploy"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The journal of two todos that were claimed. */
async function claims(...todos: readonly string[]): Promise<readonly JournalEntry[]> {
  const guard = createTodoGuard();
  for (const [n, todo] of todos.entries()) {
    await guard.check({ session: "s", toolUseId: `t${n}`, completing: [todo] });
  }
  const entries = [...guard.runtime.journal.read()];
  guard.dispose();
  return entries;
}

function write(entries: readonly unknown[]): void {
  writeFileSync(journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}

const entriesIn = (path: string): JournalEntry[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const viz = (...args: readonly string[]) => run(["viz", ...args], {}, { cwd: folder });

describe("viz check", () => {
  it("proves a journal", async () => {
    const { code, stdout } = await viz("check", "run.jsonl");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "2 runs, 4 entries: each entry is what its machine would write today.\n",
    });
  });

  it("prints the first entry that differs with both values, and where the run ends", async () => {
    const entries = entriesIn(journal);
    const definition = "00000000";
    write(entries.map((one) => (one.event === "CLAIM" ? { ...one, to: "gone", definition } : one)));
    const { code, stdout } = await viz("check", "run.jsonl");
    expect(code).toBe(1);
    expect(stdout).toContain('to: was "gone", is "watching.reviewing"');
    expect(stdout).toContain("ended in gone, would end in watching.reviewing");
    expect(stdout).toContain("2 entries were written by another definition of their machine");
    expect(stdout).toContain("2 runs, 4 entries: 2 runs differ, 2 end elsewhere.");
    const json = JSON.parse((await viz("check", "run.jsonl", "--json")).stdout);
    expect(json).toMatchObject({
      ...{ proven: false, runs: 2, entries: 4, ofAnotherDefinition: 2 },
      differing: [{ event: "CLAIM", fields: [{ field: "to" }] }, {}],
      elsewhere: [{ written: "gone", now: "watching.reviewing" }, {}],
    });
  });

  it("proves nothing by what it cannot read, and says what that is", async () => {
    writeFileSync(journal, 'torn {"v":1\n{"v":1,"hello":"world"}\n');
    const { code, stdout } = await viz("check", "run.jsonl");
    expect(code).toBe(1);
    expect(stdout).toContain("torn");
    expect(stdout).toContain("There is no run to check.");
    const missing = await viz("check", "nowhere.jsonl");
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("nowhere.jsonl is not there");
  });
});

describe("viz check of a journal that was not read in full", () => {
  it.each<[what: string, damaged: (lines: string[]) => readonly string[], said: RegExp]>([
    ["torn", ([start = "", ...rest]) => [start.slice(0, -9), ...rest], /1 × torn/],
    ["foreign", (lines) => [...lines, '{"v":1,"hello":"world"}'], /1 × torn/],
    ["newer", (lines) => [...lines, '{"v":9,"w":"a","m":"b"}'], /1 × newer/],
    ["missing", ([, ...rest]) => rest, /1 × missing/],
    [
      "of an unknown machine",
      (lines) => [...lines, lines[0]?.replaceAll("todo-attempt-guard", "mine") ?? ""],
      /1 run of a machine that is not known/,
    ],
  ])("%s: proves nothing of the rest", async (_, damaged, said) => {
    const lines = readFileSync(journal, "utf8").trim().split("\n");
    writeFileSync(journal, `${damaged(lines).join("\n")}\n`);
    const { code, stdout } = await viz("check", "run.jsonl");
    expect(stdout).toMatch(said);
    expect(stdout).toContain("what could not be read or checked is not proven");
    expect(code).toBe(1);
    const json = JSON.parse((await viz("check", "run.jsonl", "--json")).stdout);
    expect(json.proven).toBe(false);
  });

  it("takes no project for proven whose journal somebody else wrote", async () => {
    mkdirSync(join(folder, ".readback", "journal"), { recursive: true });
    const segment = join(folder, ".readback", "journal", "000001.jsonl");
    copyFileSync(journal, segment);
    const { code, stdout } = await viz("check", ".", "run.jsonl");
    expect(stdout).toContain("1 × unproven");
    expect(code).toBe(1);
  });
});

describe("a journal that memory has no room for", () => {
  it("is read as far as there is room, which check and export say", async () => {
    const [start, claim] = entriesIn(journal);
    const note = "x".repeat(1_000_000);
    const lives = Array.from({ length: 50 }, (_, n) =>
      [start, claim].map((entry) => ({ ...entry, instance: `todo-${n}`, note })),
    );
    write(lives.flat());
    const small = { NODE_OPTIONS: "--max-old-space-size=256" };
    const viz = (...args: readonly string[]) => run(["viz", ...args], small, { cwd: folder });
    const check = await viz("check", "run.jsonl");
    expect(check.code).toBe(1);
    expect(check.stdout).toMatch(
      /There was no room for \d+ entries, among them \d+ whole instances/,
    );
    const json = JSON.parse((await viz("check", "run.jsonl", "--json")).stdout);
    expect(json).toMatchObject({ proven: false, forgotten: { entries: expect.any(Number) } });
    const exported = await viz("export", "todo-49", "--from", "run.jsonl", "-o", "run.html");
    expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining("no room for") });
  });
});

describe("viz export", () => {
  it("writes a run that can be checked again, with its texts or without", async () => {
    const [first] = entriesIn(journal);
    const whole = await viz(
      "export",
      first?.instance.slice(0, 12) ?? "",
      "-o",
      "a.html",
      "--from",
      "run.jsonl",
    );
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(whole.stdout).toMatch(/^1 run in a\.html \(\d+ kB\)\.\nIt holds all that was asked/);
    expect(readFileSync(join(folder, "a.html"), "utf8")).toContain("Write the secret plan");
    const hidden = await viz("export", "--all", "--redact", "-o", "b.html", "--from", "run.jsonl");
    expect(hidden.stdout).toMatch(/^2 runs in b\.html/);
    expect(readFileSync(join(folder, "b.html"), "utf8")).not.toContain("secret");
    const again = await viz("check", "a.html", "b.html");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("3 runs, 6 entries") });
  });

  it("brings a machine of a module along, which proves the run again", async () => {
    const config = {
      id: "lamp",
      initial: "off",
      states: { off: { on: { TOGGLE: "lit" } }, lit: {} },
    };
    const xstate = new URL(import.meta.resolve("xstate")).href;
    writeFileSync(
      join(folder, "own.mjs"),
      `import { createMachine } from ${JSON.stringify(xstate)};
export const lamp = createMachine({ ...${JSON.stringify(config)}, context: { attempt: 0, bound: 0, cause: null } });`,
    );
    const base = { v: 1, machine: "lamp", instance: "hall", attempt: 0, bound: 0, cause: null };
    write([
      { ...base, time: 1, event: "readback.start", from: null, to: "off" },
      { ...base, time: 2, event: "TOGGLE", payload: { by: "nobody" }, from: "off", to: "lit" },
    ]);
    const own = ["--machines", "own.mjs"];
    const from = ["--from", "run.jsonl", "--redact", "-o", "lamp.html"];
    const exported = await viz("export", "hall", ...from, ...own);
    expect(exported).toMatchObject({ code: 0, stderr: "" });
    const html = readFileSync(join(folder, "lamp.html"), "utf8");
    expect(html).toContain('"definitions":{"lamp"');
    expect(html).not.toContain("nobody");
    // Its states alone prove nothing.
    expect(await viz("check", "lamp.html")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("1 run of a machine that is not known"),
    });
    const checked = await viz("check", "lamp.html", ...own);
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 run, 2 entries: each entry is what"),
    });
  });

  it.each([
    [["x"], 2, "needs a file"],
    [["-o", "x.html"], 2, "needs the name of one instance, or --all"],
    [["x", "--all", "-o", "x.html"], 2, "needs the name of one instance, or --all"],
    [["nobody", "-o", "x.html", "--from", "run.jsonl"], 1, 'There is no instance "nobody"'],
    [["todo-attempt-guard", "-o", "x.html", "--from", "run.jsonl"], 1, "2 instances begin with"],
    [["x", "-o", "x.html", "--from", "nowhere"], 1, "nowhere is not there"],
  ])("%j is refused with %i", async (args, code, problem) => {
    const refused = await viz("export", ...args);
    expect(refused.stderr).toContain(problem);
    expect(refused.code).toBe(code);
  });
});

describe("viz image", () => {
  it.each([
    ["chart.svg", /^<svg [\s\S]*reviewing[\s\S]*<\/svg>\s*$/],
    ["chart.mmd", /^(---[\s\S]*---\s*)?stateDiagram-v2[\s\S]*reviewing/],
    ["chart.json", /"reviewing"/],
  ])("draws a machine as %s", async (name, expected) => {
    expect(await viz("image", "todo-attempt-guard", "-o", name)).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(readFileSync(join(folder, name), "utf8")).toMatch(expected);
  });

  it("draws on standard output, and a machine of a module", async () => {
    const toggle = { id: "toggle", initial: "off", states: { off: { on: { T: "lit" } }, lit: {} } };
    const xstate = new URL(import.meta.resolve("xstate")).href;
    writeFileSync(
      join(folder, "own.mjs"),
      `import { createMachine } from ${JSON.stringify(xstate)};
export const toggle = createMachine(${JSON.stringify(toggle)});`,
    );
    const env = { XDG_STATE_HOME: join(folder, "state") };
    const drawn = () =>
      run(["viz", "image", "toggle", "--machines", "own.mjs"], env, { cwd: folder });
    const { code, stdout } = await drawn();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<svg [\s\S]*lit/);
    // The next time it is not laid out again.
    const charts = join(folder, "state", "readback", "charts");
    const [name = ""] = readdirSync(charts);
    const kept = JSON.parse(readFileSync(join(charts, name), "utf8"));
    writeFileSync(join(charts, name), JSON.stringify({ ...kept, width: 4_321 }));
    expect((await drawn()).stdout).toContain("4321");
  });

  it.each([
    [["todo-attempt-guard", "-o", "x.bmp"], 2, "Possible: .svg, .png, .mmd, .json"],
    [["nothing"], 1, 'There is no machine "nothing"'],
    [["x", "--machines", "none.mjs"], 1, "none.mjs cannot be loaded"],
    [["x", "--machines", "run.jsonl"], 1, "run.jsonl cannot be loaded"],
  ])("%j is refused with %i", async (args, code, problem) => {
    const refused = await viz("image", ...args);
    expect(refused.stderr).toContain(problem);
    expect(refused.code).toBe(code);
  });
});

it.skipIf(process.platform === "win32")("stops at Ctrl-C while it still reads", async () => {
  // A sparse file: it takes no room, and half a minute to read.
  writeFileSync(journal, "");
  truncateSync(journal, 8 * 2 ** 30);
  const child = spawn(process.execPath, [cli, "viz", "run.jsonl", "--no-open"], {
    ...{ cwd: folder, env: plainEnv(), stdio: ["ignore", "pipe", "inherit"] },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("file://")) child.kill("SIGINT");
  });
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(said).not.toContain("Following");
});

it.each([
  [["--port", "seventy"], 2, "--port"],
  [["--inspect", "0.5"], 2, "--inspect"],
  [["nowhere"], 1, "nowhere is not there"],
  [["run.jsonl", "--control"], 2, "--control is for the journals of one project"],
])("viz %j is refused with %i", async (args, code, problem) => {
  const refused = await viz("--no-open", ...args);
  expect(refused.stderr).toContain(problem);
  expect(refused.code).toBe(code);
});
