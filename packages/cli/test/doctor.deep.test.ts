import { appendFileSync, chmodSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createProject, type Project } from "./support/project.js";

const SETTINGS = ".claude/settings.json";
const COMMAND = 'node "$CLAUDE_PROJECT_DIR/node_modules/readback/dist/hook.cjs" claude-code';

async function createInstalled(): Promise<Project> {
  const project = createProject();
  await project.run(["hook", "install", "claude-code", "--yes"]);
  return project;
}

/** What doctor says, on one line each. */
async function examine(project: Project, ...args: readonly string[]) {
  const { code, stdout, stderr } = await project.run(["doctor", "--json", ...args]);
  expect(stderr).toBe("");
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; status: string; message: string; next?: string[] }[];
  };
  expect(code).toBe(ok ? 0 : 1);
  return {
    ok,
    lines: checks.map(({ name, status, message, next = [] }) =>
      [`${status} ${name}: ${message}`, ...next].join(" → "),
    ),
  };
}

/** Changes the settings that were installed. */
function change(
  project: Project,
  by: (
    settings: Record<string, unknown> & {
      hooks: Record<string, { matcher?: string; hooks: { command: string; timeout?: number }[] }[]>;
    },
  ) => void,
) {
  const settings = JSON.parse(project.read(SETTINGS));
  by(settings);
  project.write(SETTINGS, JSON.stringify(settings));
}

describe("readback doctor", { timeout: 30_000 }, () => {
  it("says that nothing is installed, and what to do", async () => {
    const project = createProject();
    const { code, stdout } = await project.run(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ Hooks     No coding agent asks the guard here");
    expect(stdout).toContain("→ readback hook install claude-code");
    expect(stdout).toContain("The guard cannot do its work here yet");
  });

  it("finds a healthy project healthy, and says when it fired last", async () => {
    const project = await createInstalled();
    change(project, (settings) => {
      settings.env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" };
    });
    await project.claim("s1", "t1", "Write tests");
    const { code, stdout } = await project.run(["doctor"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "✓ Config    no readback.config.json, so the defaults: 5 attempts, no",
    );
    expect(stdout).toContain("✓ Hooks     Claude Code asks the guard: .claude/settings.json");
    expect(stdout).toMatch(/✓ Command {3}The hook answers, in \d+ ms/);
    expect(stdout).toContain("✓ Tools     TaskUpdate is on for every model");
    expect(stdout).toContain("✓ State     .readback is writable, and private");
    expect(stdout).toMatch(/✓ Journal {3}2 entries, 1\.\d kB/);
    expect(stdout).toContain("✓ Fired     The last claim came just now");
    expect(stdout).toContain("\nThe guard can fire.\n");
    // Looking leaves no trace.
    expect((await project.run(["guard", "list"])).stdout).not.toContain("doctor");
  });

  it("explains that newer models have no todo tools", async () => {
    const { ok, lines } = await examine(await createInstalled());
    expect(ok).toBe(true);
    expect(lines.join("\n")).toMatch(
      /warning Tools: .*TodoWrite with CLAUDE_CODE_ENABLE_TASKS=0.* → .*CLAUDE_CODE_ENABLE_TODO_TOOLS/,
    );
    expect(lines.join("\n")).toContain("warning Fired: The guard has not seen a claim yet");
  });

  it.each<[string, Parameters<typeof change>[1], string]>([
    [
      "a missing main event",
      ({ hooks }) => delete hooks.PreToolUse,
      "broken Hooks: Claude Code does not ask the guard: PreToolUse is missing",
    ],
    [
      "a missing side event",
      ({ hooks }) => delete hooks.Stop,
      "warning Hooks: Claude Code asks the guard, but Stop is missing",
    ],
    [
      "an installation from before tool results were used",
      ({ hooks }) => delete hooks.PostToolUse,
      "ok Hooks: Claude Code asks the guard: .claude/settings.json → To have a todo's guard end as soon as it is done (PostToolUse): readback hook install claude-code",
    ],
    [
      "all hooks turned off",
      (all) => {
        all.disableAllHooks = true;
      },
      "broken Hooks: Hooks are turned off",
    ],
    [
      "a narrow matcher",
      ({ hooks }) => {
        if (hooks.PreToolUse?.[0]) hooks.PreToolUse[0].matcher = "TodoWrite";
      },
      "warning Hooks: The matcher of PreToolUse leaves out TaskUpdate",
    ],
    [
      "a denied tool",
      (all) => {
        all.permissions = { deny: ["TaskUpdate"] };
      },
      "broken Tools: TaskUpdate is denied",
    ],
    [
      "a command of somebody else",
      ({ hooks }) => {
        for (const [group] of Object.values(hooks))
          if (group?.hooks[0]) group.hooks[0].command = `touch ran; ${COMMAND}`;
      },
      `warning Command: Not one that readback writes, so it was not tried: touch ran; ${COMMAND}`,
    ],
    [
      "a command that is not there",
      ({ hooks }) => {
        for (const [group] of Object.values(hooks))
          if (group?.hooks[0]) group.hooks[0].command = COMMAND.replace("node_modules", "gone");
      },
      "exit code 1, Error: Cannot find module",
    ],
  ])("sees %s", async (_, by, line) => {
    const project = await createInstalled();
    change(project, by);
    const { lines } = await examine(project);
    expect(lines.join("\n")).toContain(line);
    expect(() => project.read("ran")).toThrow();
  });

  it("sees settings that are broken", async () => {
    const project = createProject();
    project.write(SETTINGS, "{ nope");
    project.write(".claude/settings.local.json", '{ "hooks": [] }');
    const { ok, lines } = await examine(project);
    expect(ok).toBe(false);
    expect(lines.join("\n")).toContain(
      "broken Settings: .claude/settings.json is not valid JSON: line 1, column 3",
    );
    expect(lines.join("\n")).toContain(
      'broken Settings: .claude/settings.local.json: "hooks" is not an object.',
    );
  });

  it.each([
    [
      '{ "guard": { "maxRetryAttempts": 50 } }',
      "guard.maxRetryAttempts: must be 1 to 10 (given: 50)",
    ],
    ['{ "gaurd": {} }', 'gaurd: is not known here: did you mean "guard"?'],
    ["{", "is not JSON"],
  ])("names the field in the config %j", async (config, problem) => {
    const project = await createInstalled();
    project.write("readback.config.json", config);
    const { ok, lines } = await examine(project);
    expect(ok).toBe(false);
    expect(lines[0]).toContain(problem);
    // The guard itself says the same to the agent.
    expect(lines.find((line) => line.includes("Command"))).toContain(
      "The todo guard itself failed",
    );
  });

  it("sees a timeout that is too short for the validation", async () => {
    const project = await createInstalled();
    project.write(
      "readback.config.json",
      '{ "guard": { "validate": "true", "validationTimeout": 120000 } }',
    );
    change(project, ({ hooks }) => {
      const hook = hooks.PreToolUse?.[0]?.hooks[0];
      if (hook) hook.timeout = 60;
    });
    const { lines } = await examine(project);
    expect(lines.join("\n")).toContain(
      "warning Timeout: Claude Code waits 60 s at PreToolUse, and a validation may take 120 s",
    );
    expect(lines.filter((line) => line.includes("Timeout"))).toHaveLength(1);
  });

  it("sees a validation that may take longer than the hook waits, whatever the agent's timeout", async () => {
    const project = createProject();
    await project.run(["hook", "install", "gemini", "--yes"]);
    project.write(
      "readback.config.json",
      '{ "guard": { "validate": "true", "validationTimeout": 120000 } }',
    );
    const tooLong =
      "warning Timeout: The hook answers Gemini CLI after 50 s at the latest, and a validation may take 120 s: then it is given up → Lower guard.validationTimeout to 50000 or less";
    const timeouts = async () =>
      (await examine(project)).lines.filter((line) => line.includes("Timeout"));
    expect(await timeouts()).toEqual([tooLong]);
    const settings = project.read(".gemini/settings.json");
    project.write(".gemini/settings.json", settings.replace("60000", "130000"));
    expect(await timeouts()).toEqual([tooLong]);
    project.write(
      "readback.config.json",
      '{ "guard": { "validate": "true", "validationTimeout": 50000 } }',
    );
    expect(await timeouts()).toEqual([]);
  });

  it("sees what is wrong with the state folder", async () => {
    const project = await createInstalled();
    mkdirSync(project.path("open/journal"), { recursive: true, mode: 0o755 });
    chmodSync(project.path("open"), 0o755);
    const open = await examine(project, "--dir", "open");
    expect(open.lines.join("\n")).toMatch(
      /warning State: Others on this machine can look into .*open → chmod 700/,
    );
    symlinkSync(project.path("open"), project.path("elsewhere"));
    // Whoever names a link means its target.
    expect((await examine(project, "--dir", "elsewhere")).ok).toBe(true);
    symlinkSync(project.path("open"), project.path(".readback"));
    const linked = await examine(project);
    expect(linked.ok).toBe(false);
    expect(linked.lines.join("\n")).toMatch(/broken State: .*\.readback: is a symbolic link/);
    // What is only a warning hides nothing.
    symlinkSync(project.path("elsewhere"), project.path("open/journal/journal"));
    const inner = await examine(project, "--dir", "open/journal");
    expect(inner.lines.join("\n")).toMatch(/warning State: Others .*open\/journal → chmod 700/);
    expect(inner.lines.join("\n")).toMatch(/broken State: .*journal\/journal is a symbolic link/);
    expect(inner.ok).toBe(false);
    project.write("file", "");
    expect((await examine(project, "--dir", "file")).lines.join("\n")).toMatch(
      /broken State: .*file is not a folder/,
    );
  });

  it("names what is damaged in the journal, until a person leaves it behind", async () => {
    const project = await createInstalled();
    await project.claim("s1", "t1", "Write tests");
    const file = project.path(".readback/journal/000001.jsonl");
    appendFileSync(file, '\n{"spoilt\n\n{"v":2,"new":true}\n');
    const { ok, lines } = await examine(project);
    expect(ok).toBe(false);
    expect(lines.join("\n")).toMatch(
      /broken Journal: .*000001\.jsonl: a record at byte \d+ is damaged.*→ .*readback guard repair/,
    );
    expect((await project.claim("s1", "t2", "Write tests")).stdout).toContain("is damaged");
    const repaired = await project.run(["guard", "repair"]);
    expect(repaired.stdout).toMatch(/000001\.jsonl: a record at byte \d+/);
    expect((await examine(project)).ok).toBe(true);
    // What was not damaged goes on: the second claim is let through.
    expect((await project.claim("s1", "t3", "Write tests")).stdout).toBe("");
    expect((await project.run(["guard", "repair"])).stdout).toContain("Nothing is damaged");
  });

  it("names what somebody put into the journal's folder, until a person adopts or removes it", async () => {
    const project = await createInstalled();
    await project.claim("s1", "t1", "Write tests");
    // As it looks after a project was moved, or came from elsewhere.
    const theirs = { XDG_STATE_HOME: project.path("their-state") };
    const { lines } = await examine(project);
    expect(lines.join("\n")).not.toContain("does not count");
    project.write(".readback/journal/0000002.jsonl", "");
    const before = await project.run(["doctor"], theirs);
    expect(before.stdout.replace(/\s+/g, " ")).toContain("000001.jsonl does not count");
    expect(before.stdout.replace(/\s+/g, " ")).toContain("0000002.jsonl is no file of a journal");
    expect((await project.run(["guard", "list"], theirs)).stdout).toContain("No todos yet");
    expect((await project.run(["guard", "adopt"], theirs)).stdout).toContain("Adopted 2 entries");
    expect((await project.run(["guard", "list"], theirs)).stdout).toContain("Write tests");
    expect((await project.run(["guard", "adopt"], theirs)).stdout).toContain("nothing to adopt");
  });

  it("names questions that a server of version 0.1 left, until a person adopts them", async () => {
    const project = await createInstalled();
    const golden = new URL("../../node/test/golden/0.1/mixed/", import.meta.url);
    cpSync(golden, project.path(".readback/mcp/1/journal"), { recursive: true });
    const named = async () => (await project.run(["doctor"])).stdout.replace(/\s+/g, " ");
    expect(await named()).toContain(
      "mcp/1/journal do not count: nothing shows that you wrote them",
    );
    expect(await named()).toContain("readback adopt");
    expect((await project.run(["adopt"], { CLAUDECODE: "1" })).stderr).toContain(
      "readback adopt is for the person",
    );
    expect((await project.run(["adopt"])).stdout).toMatch(/Adopted \d+ entries/);
    expect(await named()).not.toContain("do not count");
    expect((await project.run(["adopt"])).stdout).toContain("nothing to adopt");
  });

  it("shows hostile text escaped", async () => {
    const project = await createInstalled();
    project.write("readback.config.json", '{ "guard": { "validate": "echo \u009b2J\u202e" } }');
    for (const args of [["doctor"], ["doctor", "--json"]]) {
      const { stdout } = await project.run(args);
      expect(stdout).toContain("\\u009b2J\\u202e");
      expect(stdout).not.toMatch(/[\u009b\u202e]/);
    }
  });
});
