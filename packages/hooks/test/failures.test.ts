import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHook } from "../src/run-hook.js";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();
const configText = (text: string) =>
  writeFileSync(join(project.path, "readback.config.json"), text);
const write = () => project.replay("claude-code/todo-write");

describe("a config that is wrong blocks, and names what is wrong", () => {
  it.each([
    ['{"guard":{"maxRetryAttempts":0}}', "guard.maxRetryAttempts: must be 1 to 10 (given: 0)"],
    ['{"guard":{"maxRetryAttempts":2.5}}', "guard.maxRetryAttempts: must be a whole number"],
    [
      '{"guard":{"maxRetryAttempts":"5"}}',
      'guard.maxRetryAttempts: must be a whole number (given: "5")',
    ],
    ['{"guard":{"onGuardFailure":"ignore"}}', 'guard.onGuardFailure: must be "block" or "allow"'],
    ['{"guard":{"validate":" "}}', "guard.validate: must not be empty"],
    ['{"guard":{"validationTimeout":0}}', "guard.validationTimeout: must be 1 to"],
    ['{"guard":{"maxRetries":3}}', "guard.maxRetries: is not known here"],
    ['{"guard":null}', "guard: must be an object"],
    ['{"__proto__":{}}', "__proto__: is not known here"],
    ["[]", "must be an object"],
    ['{"guard":', "is not JSON"],
    ["", "is not JSON"],
  ])("%s", async (text, problem) => {
    configText(text);
    const { reason } = await write();
    expect(reason).toContain("The todo guard itself failed");
    expect(reason).toContain("readback.config.json");
    expect(reason).toContain(problem);
  });

  it("but lets the agent stop and start: that would be no help", async () => {
    configText("{");
    for (const name of ["claude-code/stop", "claude-code/session-start", "gemini/after-agent"]) {
      const { remark, exitCode } = await project.replay(name);
      expect(remark).toContain("(not blocked)");
      expect(exitCode).toBe(0);
    }
  });
});

describe("state that cannot be used", () => {
  const spoil = {
    "a file in the way": () => writeFileSync(join(project.path, ".readback"), ""),
    "a symbolic link": () => {
      mkdirSync(join(project.path, ".readback", "real"), { recursive: true });
      symlinkSync("real", project.journal);
    },
  };

  it.each(Object.entries(spoil))("blocks: %s", async (_, run) => {
    run();
    const { reason } = await write();
    expect(reason).toMatch(/The todo guard itself failed: Journal .+: /);
    expect(reason).toContain("Tell the person");
    expect(await project.replay("claude-code/task-completed")).toMatchObject({ exitCode: 2 });
  });

  it.each(Object.entries(spoil))("says so and allows, when told to: %s", async (_, run) => {
    run();
    project.configure({ onGuardFailure: "allow" });
    const { remark, exitCode } = await write();
    expect(remark).toContain("The todo guard itself failed");
    expect(exitCode).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)("blocks without permission", async () => {
    chmodSync(project.path, 0o755);
    process.seteuid?.(65_534);
    try {
      expect((await write()).reason).toContain("permission denied: check who owns it");
    } finally {
      process.seteuid?.(0);
    }
  });
});

describe("an input that cannot be used", () => {
  it.each(["", "not JSON", "[]", "null", '"text"', "{", '{"a":1}{"b":2}', "\ufeff{}"])(
    "%j is said to be none, and blocks nothing",
    async (input) => {
      for (const host of ["claude-code", "codex", "gemini", "opencode"]) {
        const output = await runHook({ host, input });
        expect(output).toMatchObject({ stdout: "", exitCode: 1 });
        expect(output.stderr).toContain("standard input is not a JSON object");
      }
    },
  );

  it("an unknown host is named", async () => {
    const { stderr, exitCode } = await runHook({ host: "emacs", input: "{}" });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('unknown host "emacs": use claude-code, codex, gemini, opencode');
  });
});

it("the project is where the host says it is", async () => {
  process.env.CLAUDE_PROJECT_DIR = project.path;
  await project.replay("claude-code/todo-write", { cwd: "/nowhere" });
  expect(project.todos()).toHaveLength(1);
  process.env.READBACK_DIR = "elsewhere";
  expect((await write()).reason).toContain("attempt 1 of 5");
  delete process.env.READBACK_DIR;
  expect(await project.replay("claude-code/todo-write", { tool_use_id: "t2" })).toMatchObject(
    UNTOUCHED,
  );
});
