import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { describe, expect, it, vi } from "vitest";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();

/** The second claim of a todo: the one that is validated. */
async function validated(guard: object, content = "Add the login form") {
  project.configure(guard);
  const write = (tool_use_id: string) =>
    project.replay("claude-code/todo-write", {
      tool_use_id,
      tool_input: { todos: [{ content, status: "completed" }] },
    });
  await write("t1");
  const began = Date.now();
  const answer = await write("t2");
  return { ...answer, took: Date.now() - began };
}

const contents = (name: string) => readFileSync(join(project.path, name), "utf8");
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A process that has ended and that nobody has waited for yet is still in the table, as Z.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
};

describe("a validation command", () => {
  it("that exits with 0 passes the claim, and is told what it is about", async () => {
    const validate = `printf '%s|%s|%s|%s' "$READBACK_TODO" "$READBACK_SESSION" "$READBACK_ATTEMPT" "$PWD" > told`;
    expect(await validated({ validate }, "It's $(done) `now`")).toMatchObject({ stdout: "" });
    const session = "0b9c7c1e-8a5f-4a43-9a63-4d0b8d1d2c11";
    expect(contents("told")).toBe(`It's $(done) \`now\`|${session}|2|${project.path}`);
  });

  it("that fails has its last words in the reason, as plain text", async () => {
    const validate = `yes 'not this' | head -n 2000; printf '\\033[31m3 tests failed\\033[0m\\n\\007' >&2; exit 3`;
    const { reason } = await validated({ validate });
    expect(reason).toContain("Validation failed for 'Add the login form' (attempt 2 of 5)");
    expect(reason).toContain("exited with code 3.");
    expect(reason).toMatch(/3 tests failed/);
    expect(reason).not.toContain("\u001b");
    expect(reason.length).toBeLessThan(4_000);
  });

  it.each([
    ["is not there", "no-such-command-anywhere", "127"],
    ["may not be run", "./readback.config.json", "126"],
  ])("that %s is a failure of the guard, not of the todo", async (_, validate, code) => {
    const { reason } = await validated({ validate });
    expect(reason).toContain("The guard could not check 'Add the login form'");
    expect(reason).toContain(`exited with code ${code}`);
    expect((await validated({ validate, onGuardFailure: "allow" }, "b")).remark).toContain(
      "so it is allowed",
    );
  });

  it("that takes too long is ended with everything it started", async () => {
    const validate = "sleep 60 & echo $! > child; echo $$ > shell; wait";
    const { reason } = await validated({ validate, validationTimeout: 400 });
    expect(reason).toContain("the validation took longer than 400 ms");
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const name of ["child", "shell"]) expect(isAlive(Number(contents(name)))).toBe(false);
  });

  it("that leaves something behind does not keep the host waiting", async () => {
    const validate = "setsid sleep 20 & echo started";
    const { stdout, took } = await validated({ validate });
    expect(stdout).toBe("");
    expect(took).toBeLessThan(10_000);
  });

  it("runs once for all todos of one write", async () => {
    project.configure({ validate: "echo run >> runs" });
    const todos = ["a", "b", "c"].map((content) => ({ content, status: "completed" }));
    for (const tool_use_id of ["t1", "t2"]) {
      await project.replay("claude-code/todo-write", { tool_use_id, tool_input: { todos } });
    }
    expect(contents("runs")).toBe("run\n");
  });

  it("that fails for many todos leaves room for the name of each", async () => {
    project.configure({ validate: "yes '1 test failed' | head -n 500; exit 1" });
    const todos = Array.from({ length: 20 }, (_, n) => ({
      content: `<${n}>`,
      status: "completed",
    }));
    let reason = "";
    for (const tool_use_id of ["t1", "t2"]) {
      const tool_input = { todos };
      ({ reason } = await project.replay("claude-code/todo-write", { tool_use_id, tool_input }));
    }
    for (const { content } of todos) expect(reason).toContain(`Validation failed for '${content}'`);
    expect(reason).toMatch(/1 test failed\nFix that, then mark it completed again\.$/);
  });

  it("goes on for the others when a person approves one of the todos", async () => {
    project.configure({ validate: "touch started; sleep 1; touch finished" });
    const todos = ["a", "b"].map((content) => ({ content, status: "completed" }));
    const write = (tool_use_id: string) =>
      project.replay("claude-code/todo-write", { tool_use_id, tool_input: { todos } });
    await write("t1");
    const running = write("t2");
    await vi.waitUntil(() => existsSync(join(project.path, "started")), { timeout: 10_000 });
    const person = createTodoGuard({ journal: createFileJournal({ folder: project.journal }) });
    person.recover();
    person.approve({
      session: String(project.fixture("claude-code/todo-write").session_id),
      todo: "a",
    });
    expect(await running).toMatchObject(UNTOUCHED);
    expect(existsSync(join(project.path, "finished"))).toBe(true);
  });

  it("is told of all the todos of one write", async () => {
    project.configure({ validate: `printf '%s' "$READBACK_TODOS" > told` });
    const todos = ["It's $(done)", "a\nb", "x".repeat(9_000)];
    for (const tool_use_id of ["t1", "t2"]) {
      const tool_input = { todos: todos.map((content) => ({ content, status: "completed" })) };
      await project.replay("claude-code/todo-write", { tool_use_id, tool_input });
    }
    expect(JSON.parse(contents("told"))).toEqual(todos);
  });

  it("cannot be told of more todos than fit, and says so", async () => {
    project.configure({ validate: "true" });
    const todos = Array.from({ length: 20 }, (_, n) => `${n} ${"x".repeat(9_000)}`);
    let reason = "";
    for (const tool_use_id of ["t1", "t2"]) {
      const tool_input = { todos: todos.map((content) => ({ content, status: "completed" })) };
      ({ reason } = await project.replay("claude-code/todo-write", { tool_use_id, tool_input }));
    }
    expect(reason).toContain("the texts of 20 todos are too long to be told to the validator");
    expect(reason).toContain("complete fewer at once");
  });

  it("is not run for a first claim, nor past the limit", async () => {
    project.configure({ validate: "echo run >> runs; exit 1", maxRetryAttempts: 1 });
    for (const tool_use_id of ["t1", "t2"]) {
      await project.replay("claude-code/todo-write", { tool_use_id });
    }
    expect(existsSync(join(project.path, "runs"))).toBe(false);
  });

  it("can be told of any todo", async () => {
    for (const content of ["nul \0 byte", "x".repeat(9_999), "\ud800 alone", "ü\u2028\n"]) {
      const validate = 'test -n "$READBACK_TODO"';
      expect(await validated({ validate }, content)).toMatchObject({ stdout: "" });
    }
  });
});
