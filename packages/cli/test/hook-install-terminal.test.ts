import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProject, type Project } from "./support/project.js";
import { hasTerminals, KEYS, openTerminal } from "./support/terminal.js";

const SETTINGS = ".claude/settings.json";

function open(project: Project, args: readonly string[]) {
  const env = { HOME: project.home };
  const terminal = openTerminal(args, { cwd: project.folder, env });
  onTestFinished(() => terminal.close());
  return terminal;
}

describe.skipIf(!hasTerminals)("readback hook install at a terminal", { timeout: 60_000 }, () => {
  it("asks, and writes on yes", async () => {
    const project = createProject();
    const terminal = open(project, ["hook", "install", "claude-code"]);
    await terminal.sees("Write this?");
    expect(terminal.screen()).toContain("Claude Code will ask the guard at PreToolUse");
    expect(existsSync(project.path(SETTINGS))).toBe(false);
    terminal.press(KEYS.enter);
    const { code, modes } = await terminal.ended;
    expect(code).toBe(0);
    expect(modes).toMatch(/(?<!-)icanon/);
    expect(terminal.isCursorVisible()).toBe(true);
    expect(terminal.everything()).toContain("Installed in .claude/settings.json");
    expect(terminal.brokenRows()).toEqual([]);
    expect(JSON.parse(project.read(SETTINGS)).hooks.Stop).toHaveLength(1);
  });

  it.each([
    ["no", [KEYS.down, KEYS.enter]],
    ["n and Enter", ["n", KEYS.enter]],
    ["N and Enter", ["N", KEYS.enter]],
    ["q", ["q"]],
    ["Ctrl-C", [KEYS.controlC]],
    ["Ctrl-D", [KEYS.controlD]],
  ])("writes nothing on %s", async (_, keys) => {
    const project = createProject();
    project.write(SETTINGS, "{}\n");
    const terminal = open(project, ["hook", "install", "claude-code"]);
    await terminal.sees("Write this?");
    terminal.press(...keys);
    const { code, modes } = await terminal.ended;
    expect(code).toBe(1);
    expect(modes).toMatch(/(?<!-)icanon/);
    expect(terminal.isCursorVisible()).toBe(true);
    expect(terminal.everything()).toContain("Nothing was written.");
    expect(project.read(SETTINGS)).toBe("{}\n");
  });

  it("asks even with --yes before it follows a link out of the project", async () => {
    const project = createProject();
    const outside = join(project.home, "theirs.json");
    writeFileSync(outside, "{}\n");
    mkdirSync(project.path(".claude"));
    symlinkSync(outside, project.path(SETTINGS));
    const terminal = open(project, ["hook", "install", "claude-code", "--yes"]);
    await terminal.sees("Write this?");
    expect(terminal.screen()).toContain("A symbolic link leads there.");
    terminal.press(KEYS.enter);
    expect((await terminal.ended).code).toBe(0);
    expect(readFileSync(outside, "utf8")).toContain("PreToolUse");
  });

  it("does not overwrite what changed while it asked", async () => {
    const project = createProject();
    project.write(SETTINGS, "{}\n");
    const terminal = open(project, ["hook", "install", "claude-code"]);
    await terminal.sees("Write this?");
    project.write(SETTINGS, '{ "model": "opus" }\n');
    terminal.press(KEYS.enter);
    expect((await terminal.ended).code).toBe(1);
    expect(terminal.everything().replace(/\s+/g, " ")).toContain(
      "was changed meanwhile. Nothing was written",
    );
    expect(project.read(SETTINGS)).toBe('{ "model": "opus" }\n');
  });

  it("explains the hook itself to a person", async () => {
    const project = createProject();
    const terminal = open(project, ["hook", "claude-code"]);
    expect((await terminal.ended).code).toBe(1);
    expect(terminal.everything()).toContain("readback hook install claude-code");
  });
});
