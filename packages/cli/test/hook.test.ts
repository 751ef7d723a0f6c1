import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claimOf, createProject } from "./support/project.js";
import { run } from "./support/run.js";

describe("readback hook", () => {
  it("answers Claude Code, and keeps the count in the project", async () => {
    const project = createProject();
    const { code, stdout, stderr } = await project.claim("s1", "t1", "Write tests");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { hookSpecificOutput } = JSON.parse(stdout);
    expect(hookSpecificOutput.permissionDecision).toBe("deny");
    expect(hookSpecificOutput.permissionDecisionReason).toContain("Review your work first");
    expect(existsSync(project.path(".readback/journal"))).toBe(true);
  });

  it.each([
    [
      "codex",
      {
        hook_event_name: "PreToolUse",
        tool_name: "update_plan",
        tool_input: { plan: [{ step: "a", status: "completed" }] },
      },
      { hookSpecificOutput: { permissionDecision: "deny" } },
    ],
    [
      "gemini",
      {
        hook_event_name: "BeforeTool",
        tool_name: "write_todos",
        tool_input: { todos: [{ description: "a", status: "completed" }] },
      },
      { decision: "deny" },
    ],
  ])("answers %s in its own shape", async (host, input, answer) => {
    const project = createProject();
    const text = JSON.stringify({
      session_id: "s1",
      cwd: project.folder,
      tool_use_id: "t1",
      ...input,
    });
    const { code, stdout } = await project.run(["hook", host], {}, text);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(answer);
  });

  it.each([
    ["--dir", ["hook", "claude-code", "--dir", "elsewhere"], {}],
    ["--dir=", ["hook", "claude-code", "--dir=elsewhere"], {}],
    ["--dir before the command", ["--dir", "elsewhere", "hook", "claude-code"], {}],
    ["READBACK_DIR", ["hook", "claude-code"], { READBACK_DIR: "elsewhere" }],
  ])("keeps its state where %s says", async (_, args, env) => {
    const project = createProject();
    const input = JSON.stringify(claimOf(project.folder, "s1", "t1", ["a"]));
    const { code, stdout } = await project.run(args, env, input);
    expect(code).toBe(0);
    expect(stdout).toContain("Review your work first");
    expect(existsSync(project.path("elsewhere/journal"))).toBe(true);
    expect(existsSync(project.path(".readback"))).toBe(false);
  });

  it("loads nothing but its one file", async () => {
    const project = createProject();
    project.write(
      "loaded.cjs",
      "process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')));\n",
    );
    const input = JSON.stringify(claimOf(project.folder, "s1", "t1", ["a"]));
    const { stderr } = await run(
      ["hook", "claude-code"],
      { HOME: project.home },
      {
        cwd: project.folder,
        input,
        nodeArgs: ["--require", project.path("loaded.cjs")],
      },
    );
    const files = stderr
      .trim()
      .split("\n")
      .map((path) => path.replace(/.*\//, ""));
    expect(files).toEqual(["loaded.cjs", "cli.cjs", "hook.cjs"]);
  });

  it.each([
    [["hook"], "readback hook needs <host>. Possible: claude-code, codex, gemini, opencode."],
    [["hook", "claud-code"], 'readback hook does not take "claud-code".'],
    [["hook", "claude-code", "--nope"], "readback hook does not know the flag --nope."],
  ])("refuses %j without blocking the agent", async (args, message) => {
    const { code, stdout, stderr } = await run(args, {}, { input: "{}" });
    // Exit code 2 would block.
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });

  it.each(["", "not json", "[]", "null"])("complains about the input %j", async (input) => {
    const { code, stderr } = await run(["hook", "claude-code"], {}, { input });
    expect(code).toBe(1);
    expect(stderr).toContain("standard input is not a JSON object");
  });

  it("explains itself with --help", async () => {
    const { code, stdout } = await run(["hook", "claude-code", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("readback hook install <host>");
  });
});
