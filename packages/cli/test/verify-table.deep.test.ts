import { chmodSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject, type Project } from "./support/project.js";
import { hasTerminals, openTerminal } from "./support/terminal.js";
import { start } from "./support/verify.js";

/** A plan of so many tasks, two of which fail at first; the names are as wide as they come. */
function writePlan(project: Project, count: number): void {
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    name: index === 1 ? "全角".repeat(9) : `Task number ${index}`,
  }));
  const plan = {
    id: "03-02",
    // The first task is looked at: each of its attempts waits for that.
    exec: [
      `printf 'working \\033[2Jon it: ${"全角 and more ".repeat(9)}\\n'`,
      "sleep 0.4",
      'test "$READBACK_TASK_ID" != 03-02:t0 || until test -e "go-$READBACK_ATTEMPT"; do sleep 0.1; done',
    ].join("; "),
    verify: `case $READBACK_TASK_ID-$READBACK_ATTEMPT in 03-02:t[01]-1) echo "error: too soon"; exit 1;; esac`,
    maxAttempts: 2,
    tasks,
  };
  project.write("plan.json", JSON.stringify(plan));
}

const args = ["verify", "--plan", "plan.json", "--jobs", "3"];

describe.skipIf(!hasTerminals)("the live table of a plan", () => {
  it.each([
    [5, 80, 24],
    [40, 60, 12],
  ])(
    "shows %i tasks in a terminal of %i × %i, each row in its place",
    async (count, columns, rows) => {
      const project = createProject();
      writePlan(project, count);
      const terminal = openTerminal(args, { cwd: project.folder, columns, rows });
      onTestFinished(() => terminal.close());
      const isWide = columns >= 80;
      await terminal.sees(
        isWide ? /^executing .* \d+ s +Task number 0 {2}working/m : /^executing .*Task number 0$/m,
      );
      if (count > rows) await terminal.sees(`… and ${count - (rows - 3)} more`);
      else await terminal.sees(/^waiting +Task number 4$/m);
      project.write("go-1", "");
      // What is drawn again stands where it stood.
      await terminal.sees(/^executing +2 of 2 .*Task number 0/m);
      expect(terminal.everything().match(/Task number 0\b/g)).toHaveLength(1);
      if (count > rows) {
        terminal.kill("SIGINT");
        expect((await terminal.ended).code).toBe(5);
        expect(terminal.everything()).toContain("Not run: ");
      } else {
        project.write("go-2", "");
        expect((await terminal.ended).code).toBe(0);
        const [table = ""] = terminal.everything().split("## Retry Summary");
        expect(table.match(/^done +[12] of 2 .*(Task number|全角)/gm)).toHaveLength(count);
        expect(table).not.toMatch(/executing|verifying/);
      }
      const table = terminal.everything().split("## Retry Summary")[0] ?? "";
      expect(table.match(/Task number 0\b/g)).toHaveLength(1);
      expect(terminal.raw()).not.toContain("\u001b[2J");
      expect(terminal.isCursorVisible()).toBe(true);
    },
  );
});

describe("a plan in a pipe", () => {
  it("is told in plain lines: every change, and what the commands print", async () => {
    const project = createProject();
    writePlan(project, 3);
    for (const attempt of [1, 2]) project.write(`go-${attempt}`, "");
    const { code, stderr } = await project.run(args);
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may come through
    expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    const lines = stderr.split("\n").filter((line) => line.startsWith("03-02:t0 "));
    expect(lines.map((line) => line.replace(/on it.*/, "on it"))).toEqual([
      "03-02:t0 pending · 0 of 2",
      "03-02:t0 executing · 1 of 2",
      "03-02:t0 | working on it",
      "03-02:t0 verifying · 1 of 2",
      "03-02:t0 | error: too soon",
      "03-02:t0 retrying · 1 of 2",
      "03-02:t0 executing · 2 of 2",
      "03-02:t0 | working on it",
      "03-02:t0 verifying · 2 of 2",
      "03-02:t0 done · 2 of 2",
    ]);
  });

  it("shows what agents say, run with the arguments that were given, each task as it says itself", async () => {
    const project = createProject();
    project.write(
      "bin/claude",
      [
        "#!/bin/sh",
        'echo "$*" > arguments',
        `echo '{"type":"assistant","message":{"content":[{"type":"text","text":"I have made it"}]}}'`,
        `echo '{"type":"result","is_error":false}'`,
      ].join("\n"),
    );
    chmodSync(project.path("bin/claude"), 0o755);
    const tasks = [
      { id: "a", name: "A", agent: "claude-code" },
      { id: "b", name: "B" },
    ];
    project.write(
      "plan.json",
      JSON.stringify({ id: "03-02", exec: "echo by itself", verify: "true", tasks }),
    );
    const { code, stderr } = await project.run([...args, "--agent-args=--model opus"], {
      PATH: `${project.path("bin")}:${process.env.PATH}`,
    });
    expect(code).toBe(0);
    expect(stderr).toContain("03-02:a | I have made it\n");
    expect(stderr).toContain("03-02:b | by itself\n");
    expect(stderr).not.toContain('{"type"');
    expect(project.read("arguments")).toMatch(/^-p .* --model opus\n$/);
  });

  it("runs many tasks side by side without a warning of leaks", async () => {
    const project = createProject();
    const tasks = Array.from({ length: 15 }, (_, index) => ({ id: `t${index}`, name: "T" }));
    // Each goes on when all have begun. What they print is more than a pipe holds.
    const exec =
      "echo x >> begun; seq 1 20000; until test $(wc -l < begun) = 15; do sleep 0.1; done";
    project.write("plan.json", JSON.stringify({ id: "p", exec, verify: "true", tasks }));
    const many = ["verify", "--plan", "plan.json", "--jobs", "15"];
    const { child, ended, stderr } = start(project, many);
    // A reader that does not read: the pipe is full, and all wait for it.
    child.stderr.pause();
    await vi.waitFor(() => expect(project.read("begun")).toHaveLength(30), { timeout: 120_000 });
    child.stderr.resume();
    expect(await ended).toBe(0);
    expect(stderr()).not.toContain("MaxListenersExceededWarning");
  });
});
