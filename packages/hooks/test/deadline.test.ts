import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@readback/core";
import type { FileJournal } from "@readback/node";
import { describe, expect, it, vi } from "vitest";
import { runHook } from "../src/run-hook.js";
import { ownTime, within } from "../src/within.js";
import { problemsFor } from "./support/host-schemas.js";
import { useProject } from "./support/project.js";

const project = useProject();

/** Whoever asks for the time never comes back. */
const endless = {
  ...systemClock,
  now(): number {
    for (;;);
  },
};

const ask = (fixture: string, more: object = {}) =>
  runHook({
    ...{ host: fixture.split("/", 1)[0] as string, clock: endless, patience: 200 },
    input: JSON.stringify(project.fixture(fixture, more)),
  });

/** What looks for the project, and what reads its settings, as a disk that is gone makes them. */
const slow = vi.hoisted(() => ({ which: "" }));
vi.mock("@readback/node", async (original) => {
  const real: Record<string, unknown> = await original();
  const slowOr =
    (name: string) =>
    (...args: unknown[]) => {
      while (slow.which === name);
      return (real[name] as (...args: unknown[]) => unknown)(...args);
    };
  const openJournal = (...args: unknown[]) => {
    const journal = (slowOr("openFileJournal") as (...args: unknown[]) => FileJournal)(...args);
    const append: FileJournal["append"] = (entry) => {
      const end = performance.now() + 4_000;
      while (entry.event === slow.which && performance.now() < end);
      return journal.append(entry);
    };
    return Object.create(journal, { append: { value: append } });
  };
  const names = ["projectFolder", "readConfig", "stateFolder"];
  const slowed = Object.fromEntries(names.map((name) => [name, slowOr(name)]));
  return { ...real, ...slowed, openFileJournal: openJournal };
});

describe("a hook whose own work never ends", () => {
  it.each([
    ["claude-code/todo-write", "PreToolUse"],
    ["codex/update-plan", "PreToolUse"],
    ["gemini/write-todos", "BeforeTool"],
    ["opencode/todowrite", "tool.execute.before"],
  ])("%s: answers in time that the guard failed, as its host wants it", async (fixture, event) => {
    const output = await ask(fixture);
    expect(problemsFor(fixture.split("/", 1)[0] as string, event, output)).toEqual([]);
    expect(output.stdout).toMatch(/"(deny|block)"/);
    expect(output.stdout).toContain("The todo guard itself failed: it took too long");
  });

  it("lets the claim pass with a remark where the project wants that", async () => {
    project.configure({ onGuardFailure: "allow" });
    for (const fixture of ["claude-code/todo-write", "opencode/todowrite"]) {
      expect((await ask(fixture)).stdout).toMatch(/took too long.*not blocked/);
    }
  });
});

describe("a hook whose project or settings are never found", () => {
  it.each(["projectFolder", "readConfig", "stateFolder"])("%s: answers in time", async (which) => {
    slow.which = which;
    try {
      const { stdout } = await ask("claude-code/todo-write");
      expect(stdout).toContain("The todo guard itself failed: it took too long");
      expect(stdout).toContain('"deny"');
    } finally {
      slow.which = "";
    }
  });
});

describe.skipIf(process.platform === "win32")("a hook whose validation has ended", () => {
  it("answers in time that the guard failed when it cannot go on", async () => {
    project.configure({ validate: "true" });
    const claim = (id: string) => {
      const input = project.fixture("claude-code/todo-write", { tool_use_id: id });
      return { host: "claude-code", input: JSON.stringify(input), patience: 1_000 };
    };
    await runHook({ ...claim("t1"), patience: 60_000 });
    slow.which = "PASSED";
    try {
      const later = { ...systemClock, now: () => systemClock.now() + 5_000 };
      const { stdout } = await runHook({ ...claim("t2"), clock: later });
      expect(stdout).toContain("it took too long");
      expect(stdout).toContain('"deny"');
    } finally {
      slow.which = "";
    }
  });
});

describe("a hook that instructions would keep from answering", () => {
  it("goes without them, and what was decided stands", async () => {
    slow.which = "openFileJournal";
    mkdirSync(join(project.path, ".readback", "instructions", "journal"), { recursive: true });
    const more = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {} };
    const asked = ask("claude-code/todo-write", more).finally(() => {
      slow.which = "";
    });
    expect(await asked).toMatchObject({ stdout: "", exitCode: 0 });
  });
});

describe("a hook's own time", () => {
  it("is one for all that it does, and what went by before counts", () => {
    const time = ownTime(100, 60);
    expect(() => time.run(() => endless.now())).toThrow("took too long");
    // The timer that ends endless work counts whole milliseconds, on a clock of its own.
    expect(time.used).toBeGreaterThan(98);
    expect(() => time.run(() => endless.now())).toThrow("took too long");
    expect(ownTime(60_000).run(() => 7)).toBe(7);
  });
});

describe("within", () => {
  it("gives back what was returned, and throws what was thrown", () => {
    expect(within(1_000, () => 7)).toBe(7);
    expect(() =>
      within(1_000, () => {
        throw new TypeError("mine");
      }),
    ).toThrow(new TypeError("mine"));
    expect(() => within(20, () => endless.now())).toThrow("took too long");
    expect(within(1_000, () => within(1_000, () => 8))).toBe(8);
  });
});
