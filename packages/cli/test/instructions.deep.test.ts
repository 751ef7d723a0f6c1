import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject, type Project } from "./support/project.js";
import { hasTerminals, openTerminal } from "./support/terminal.js";
import { start } from "./support/verify.js";

// The real program and its hook, as a person and a coding agent call them.

const add = ["instructions", "add", "Run the tests before you go on"];
const shown = async (project: Project, what = "list") =>
  JSON.parse((await project.run(["instructions", what, "--json"])).stdout) as Record<
    string,
    unknown
  >[];

/** What an agent is told after a tool call. */
async function after(project: Project, tool: string, input: object, env = {}): Promise<string> {
  const call = {
    session_id: "s1",
    cwd: project.folder,
    hook_event_name: "PostToolUse",
    tool_name: tool,
    tool_input: input,
    tool_response: {},
    tool_use_id: "t1",
  };
  const { code, stdout } = await project.run(["hook", "claude-code"], env, JSON.stringify(call));
  expect(code).toBe(0);
  if (stdout === "") return "";
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? stdout;
}

describe("readback instructions", () => {
  it("adds one once, lists it, and says what is wrong", async () => {
    const project = createProject();
    expect((await project.run(["instructions", "list"])).stdout).toBe("No instructions.\n");
    const first = await project.run([...add, "--until", "npm test"]);
    expect(first.code).toBe(0);
    const id = first.stdout.trim();
    expect((await project.run(add)).stdout.trim()).toBe(id);
    expect(await shown(project)).toMatchObject([
      { id, state: "queued", until: "npm test", dispatches: 0, max_dispatches: 4 },
    ]);
    const listed = await project.run(["instructions", "list"]);
    expect(listed.stdout).toMatch(/waits to be sent +0 of 4 +Run the tests/);
    for (const [args, problem] of [
      [[...add, "--until", " "], /until: must not be empty: name a tool/],
      [[...add, "--max-retries", "x"], /--max-retries/],
      [["instructions", "add", " "], /must not be empty: write the instruction/],
      [["instructions", "add"], /text/],
    ] as const) {
      const { code, stderr } = await project.run(args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(problem)]);
    }
    const unknown = await project.run(["instructions", "redrive", "nothing"]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('No failed instruction has the id "nothing"');
  });

  it("rides on the agent's next tool call, and is acknowledged by what the agent then does", async () => {
    const project = createProject();
    expect(await after(project, "Bash", { command: "ls" })).toBe("");
    await project.run([...add, "--until", "npm test"]);
    // What it did before it was told shows nothing.
    const told = await after(project, "Bash", { command: "npm test" });
    expect(told).toMatch(/^<instruction id="[^"]+">\nRun the tests before you go on\n<\/instr/);
    expect(await shown(project)).toMatchObject([{ state: "awaitingAck", dispatches: 1 }]);
    expect(await after(project, "Read", { file_path: "a.ts" })).toBe("");
    expect(await after(project, "Bash", { command: "npm test -- PlannerId" })).toBe("");
    expect(await shown(project)).toEqual([]);
    const stats = await project.run(["instructions", "stats", "--json"]);
    expect(JSON.parse(stats.stdout)).toMatchObject({ sent: 1, acknowledged: 1, retried: 0 });
  });

  it("repeats itself with rising urgency, fails, and can be sent again or let go", async () => {
    const project = createProject();
    await project.run([...add, "--until", "npm test"]);
    const told: string[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      const later = {
        NODE_OPTIONS: `--require ${new URL("./support/later.cjs", import.meta.url).pathname}`,
        READBACK_TEST_LATER: `${minute * 61_000}`,
      };
      told.push((await after(project, "Read", {}, later)).split("\n")[1] ?? "");
      // Within the minute nothing is said twice.
      expect(await after(project, "Read", {}, later)).toBe("");
    }
    const text = "Run the tests before you go on";
    expect(told).toEqual([text, text, `**IMPORTANT:** ${text}`, `**URGENT:** ${text}`, ""]);
    const [failed] = await shown(project, "failed");
    expect(failed).toMatchObject({ state: "failed", dispatches: 4 });
    const id = String(failed?.id);
    expect((await project.run(["instructions", "redrive", id])).stdout.trim()).toBe(id);
    expect(await after(project, "Read", {})).toContain(text);
    expect((await project.run(["instructions", "discard", id])).code).toBe(1);
  });

  it.each([
    ["claude-code", ".claude/settings.json", ["PostToolUse", "UserPromptSubmit"]],
    ["codex", ".codex/hooks.json", ["PostToolUse", "UserPromptSubmit"]],
    ["gemini", ".gemini/settings.json", ["AfterTool", "BeforeAgent"]],
  ])(
    "is installed for all tools of %s, stays so, and can be taken out",
    async (host, file, events) => {
      const project = createProject();
      const install = ["hook", "install", host, "--yes"];
      const hooks = () =>
        JSON.parse(readFileSync(project.path(file), "utf8")).hooks as Record<string, object[]>;
      await project.run(install);
      const [afterTool = "", prompt = ""] = events;
      expect(hooks()[afterTool]).toMatchObject([{ matcher: expect.any(String) }]);
      expect(hooks()[prompt]).toBeUndefined();
      expect((await project.run([...install, "--instructions"])).code).toBe(0);
      expect(hooks()[afterTool]).toHaveLength(1);
      expect(hooks()[afterTool]?.[0]).not.toHaveProperty("matcher");
      expect(hooks()[prompt]).toHaveLength(1);
      expect((await project.run(install)).stdout).toContain("Already installed");
      await project.run([...install, "--uninstall"]);
      expect(project.read(file)).not.toContain("readback");
    },
  );

  it("rides on every event that can carry it", async () => {
    const project = createProject();
    const events = [
      ["claude-code", "UserPromptSubmit"],
      ["codex", "UserPromptSubmit"],
      ["codex", "PostToolUse"],
      ["gemini", "BeforeAgent"],
      ["gemini", "AfterTool"],
      ["opencode", "tool.execute.after"],
    ] as const;
    for (const [index, [host, hook_event_name]] of events.entries()) {
      await project.run(["instructions", "add", `Do ${index}`]);
      const call = { session_id: "s", cwd: project.folder, hook_event_name };
      const { stdout } = await project.run(["hook", host], {}, JSON.stringify(call));
      const { hookSpecificOutput, context } = JSON.parse(stdout) as {
        hookSpecificOutput?: Record<string, string>;
        context?: string;
      };
      expect(context ?? hookSpecificOutput?.additionalContext).toContain(`Do ${index}\n`);
      if (host !== "opencode") expect(hookSpecificOutput?.hookEventName).toBe(hook_event_name);
    }
  });
});

describe("readback instructions list --follow", () => {
  const queue = (project: Project) => project.run([...add, "--until", "npm test"]);

  it.skipIf(!hasTerminals).each([
    [100, 24],
    [50, 8],
  ])("is a table of %i × %i that shows what becomes of each", async (columns, rows) => {
    const project = createProject();
    const terminal = openTerminal(["instructions", "list", "--follow"], {
      cwd: project.folder,
      columns,
      rows,
    });
    onTestFinished(() => terminal.close());
    await terminal.sees("No instructions wait.");
    await queue(project);
    await terminal.sees(/^waits to be sent +0 of 4 /m);
    await after(project, "Bash", { command: "ls" });
    await terminal.sees(/^sent, not taken up +1 of 4 /m);
    await after(project, "Bash", { command: "npm test" });
    await terminal.sees(/^taken up +1 of 4 /m);
    for (let more = 0; more < 9; more += 1) {
      await project.run(["instructions", "add", `${more} ${"全角 ".repeat(40)}`]);
    }
    await terminal.sees(rows > 9 ? /^waits to be sent .* 8 全/m : /^… and \d more/m);
    expect(terminal.everything().match(/not taken up/g)).toBeNull();
    expect(terminal.everything().match(/Ctrl-C ends/g)).toHaveLength(1);
    expect(terminal.brokenRows()).toEqual([]);
    terminal.kill("SIGINT");
    expect((await terminal.ended).code).toBe(0);
  });

  it.each([
    ["a line", [], / · Run the tests before you go on$/],
    ["JSON", ["--json"], /^\{.*"content":"Run the tests before you go on".*\}$/],
  ])("is in a pipe %s for every change", async (_, more, form) => {
    const project = createProject();
    await queue(project);
    const { child, ended, stdout } = start(project, ["instructions", "list", "--follow", ...more]);
    const lines = () => stdout().split("\n").slice(0, -1);
    const sees = (count: number) =>
      vi.waitFor(() => expect(lines()).toHaveLength(count), { timeout: 60_000 });
    await sees(1);
    await after(project, "Bash", { command: "ls" });
    await sees(2);
    await after(project, "Bash", { command: "npm test" });
    await sees(3);
    for (const line of lines()) expect(line).toMatch(form);
    const words = [
      /queued|waits to be sent/,
      /awaitingAck|sent, not taken up/,
      /acknowledged|taken up/,
    ];
    for (const [index, line] of lines().entries()) expect(line).toMatch(words[index] ?? "");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});
