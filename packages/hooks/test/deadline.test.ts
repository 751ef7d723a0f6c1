import { systemClock } from "@readback/core";
import { describe, expect, it } from "vitest";
import { runHook } from "../src/run-hook.js";
import { within } from "../src/within.js";
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

const ask = (fixture: string) =>
  runHook({
    ...{ host: fixture.split("/", 1)[0] as string, clock: endless, patience: 200 },
    input: JSON.stringify(project.fixture(fixture)),
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
