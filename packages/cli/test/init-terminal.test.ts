import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProject, type Project } from "./support/project.js";
import { hasTerminals, KEYS, openTerminal } from "./support/terminal.js";

function open(project: Project, args: readonly string[]) {
  const env = { HOME: project.home };
  const terminal = openTerminal(args, { cwd: project.folder, env });
  onTestFinished(() => terminal.close());
  return terminal;
}

/** Answers what is asked as it stands. A question that has just appeared takes no key yet, so a key may not count. */
async function enterUntilItEnds(terminal: ReturnType<typeof open>): Promise<number | null> {
  const pressing = setInterval(() => terminal.press(KEYS.enter), 500);
  try {
    return (await terminal.ended).code;
  } finally {
    clearInterval(pressing);
  }
}

describe.skipIf(!hasTerminals)("readback init at a terminal", { timeout: 60_000 }, () => {
  it("asks which example and where, and copies it", async () => {
    const project = createProject();
    const before = readdirSync(project.folder);
    const terminal = open(project, ["init"]);
    await terminal.sees("Which example?");
    terminal.press(KEYS.down);
    expect(await enterUntilItEnds(terminal)).toBe(0);
    expect(terminal.everything()).toContain("Into which folder?");
    const [name = ""] = readdirSync(project.folder).filter((file) => !before.includes(file));
    // The second of the list, in the folder that was offered.
    expect(name).toBe(examples[1]);
    expect(terminal.everything()).toContain(`Copied ${name}`);
    expect(existsSync(project.path(`${name}/package.json`))).toBe(true);
  });

  it("asks only where, when the example is named", async () => {
    const project = createProject();
    const terminal = open(project, ["init", "verify-loop"]);
    await terminal.sees("Into which folder?");
    expect(terminal.screen()).not.toContain("Which example?");
    expect(await enterUntilItEnds(terminal)).toBe(0);
    expect(existsSync(project.path("verify-loop/loop.mjs"))).toBe(true);
  });

  it("copies nothing when the person leaves", async () => {
    const project = createProject();
    const before = readdirSync(project.folder);
    const terminal = open(project, ["init"]);
    await terminal.sees("Which example?");
    terminal.press(KEYS.controlC);
    expect((await terminal.ended).code).not.toBe(0);
    expect(readdirSync(project.folder)).toEqual(before);
  });
});

const examples = readdirSync(new URL("../../../examples/", import.meta.url)).sort();
