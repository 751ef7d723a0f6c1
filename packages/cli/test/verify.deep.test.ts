import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { fileName } from "../src/verify/file-name.js";
import { isRunning } from "./storm/fate.js";
import { createProject, type Project } from "./support/project.js";
import { cli, plainEnv } from "./support/run.js";
import { base, counting, failing, ID, start, tries } from "./support/verify.js";

// Real processes from end to end.

const passesAt = (count: number) => [
  "--verify",
  `test $(wc -l < tries) -ge ${count} || { echo "error: $(wc -l < tries) is too few"; exit 1; }`,
];
const log = (project: Project) => project.read(".readback/retry.log");
const jsonLines = (project: Project) =>
  project
    .read(".readback/retry.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The process that wrote its id to a file, once it is there. */
function pidIn(project: Project, file: string): Promise<number> {
  return vi.waitFor(() => {
    const pid = existsSync(project.path(file)) ? Number(project.read(file)) : 0;
    expect(pid).toBeGreaterThan(0);
    return pid;
  }, 60_000);
}

describe("readback verify", () => {
  it("passes at first", async () => {
    const project = createProject();
    const { code, stdout } = await project.run([...base, ...counting, "--verify", "true"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done Create the class (1 attempt)\n" });
    expect(project.read("input-1")).toBe("Create the class\n");
    expect(log(project)).toMatch(/attempt=1 status=success\n.*resolved status=done\n$/);
  });

  it("fails twice, then passes: each attempt knows all failures before it", async () => {
    const project = createProject();
    const { code } = await project.run([...base, ...counting, ...passesAt(3)]);
    expect(code).toBe(0);
    expect(tries(project)).toBe(3);
    expect(project.read("input-3")).toMatch(/<retry_context attempt="3" max_attempts="3">/);
    expect(project.read("input-3").match(/<failure /g)).toHaveLength(2);
    expect(jsonLines(project).map(({ event }) => event)).toEqual([
      ...["attempt", "feedback_injected", "attempt", "feedback_injected", "attempt", "resolved"],
    ]);
    expect(JSON.parse(project.read(".readback/retry-state.json"))).toEqual({
      task_retries: {},
      global_stats: { total_retries: 2, successful_retries: 1, escalations: 0 },
    });
  });

  it.each([
    ["skip", 4, 3],
    ["abort", 5, 3],
    ["fix: trim it\nabort", 5, 4],
    ["retry\nskip", 4, 6],
  ])("does what a person says on standard input: %s", async (answers, exit, executions) => {
    const project = createProject();
    const args = [...base, ...counting, ...failing, "--ask", "stdin"];
    const { code, stderr } = await project.run(args, {}, `${answers}\n`);
    expect(stderr).toContain("## Task Escalation Required");
    expect(code).toBe(exit);
    expect(tries(project)).toBe(executions);
    if (answers.startsWith("fix")) {
      expect(project.read("input-4")).toContain("User provided fix: trim it");
      expect(project.read("input-4")).toContain('<retry_context attempt="4" max_attempts="4">');
    }
    const skipped = project.read(".readback/STATE.md");
    expect(skipped.includes(`- task: "${ID}"`)).toBe(exit === 4);
  });

  it.each([
    ["skip\n", 4],
    ["abort\n", 5],
  ])("takes each answer from a file, once, and at last %j", async (last, exit) => {
    const project = createProject();
    const { ended, stderr } = start(project, [...base, ...counting, ...failing, "--ask", "file"]);
    const wanted = /Write retry, skip, abort or "fix: …" to (\S+)/;
    const asked = () => [...stderr().matchAll(new RegExp(wanted, "g"))];
    await vi.waitFor(() => expect(asked()).toHaveLength(1), { timeout: 60_000 });
    project.write(asked()[0]?.[1]?.slice(project.folder.length + 1) ?? "", "retry\n");
    await vi.waitFor(() => expect(asked()).toHaveLength(2), { timeout: 60_000 });
    project.write(asked()[1]?.[1]?.slice(project.folder.length + 1) ?? "", "fix: trim it\n");
    await vi.waitFor(() => expect(asked()).toHaveLength(3), { timeout: 60_000 });
    expect(project.read("input-7")).toContain("User provided fix: trim it");
    project.write(asked()[2]?.[1]?.slice(project.folder.length + 1) ?? "", last);
    expect(await ended).toBe(exit);
    expect(tries(project)).toBe(7);
  });

  it("takes no answer that was there before, follows no link, and names the same file after a restart", async () => {
    const project = createProject();
    const name = fileName(ID);
    project.write("precious", "precious");
    mkdirSync(project.path(".readback/escalations"), { recursive: true });
    symlinkSync("../../precious", project.path(`.readback/escalations/${name}.md`));
    for (const file of [name, `${name}.taken`]) project.write(`.readback/answers/${file}`, "skip");
    const args = [...base, ...counting, ...failing, "--ask", "file"];
    const unanswered = await project.run([...args, "--wait", "2s"]);
    expect([unanswered.code, unanswered.stdout]).toEqual([3, expect.stringContaining("timed_out")]);
    expect(project.read("precious")).toBe("precious");
    expect(project.read(`.readback/escalations/${name}.md`)).toContain("Task Escalation Required");

    const { ended, stderr } = start(project, args);
    const pathIn = (text: string) => /to (\S+answers\S+)/.exec(text)?.[1] ?? "";
    await vi.waitFor(() => expect(pathIn(stderr())).not.toBe(""), { timeout: 60_000 });
    const path = pathIn(stderr());
    expect(path).toBe(pathIn(unanswered.stderr));
    project.write("said", "skip");
    symlinkSync(project.path("said"), path);
    await vi.waitFor(() => expect(stderr()).toContain("is no answer"), { timeout: 60_000 });
    expect(stderr().match(/is no answer/g)).toHaveLength(1);
    rmSync(path);
    writeFileSync(path, "abort\n");
    expect(await ended).toBe(5);
    // Another run is another escalation, and has another file.
    const again = await project.run([...args, "--wait", "2s"]);
    expect(again.code).toBe(3);
    expect(pathIn(again.stderr)).not.toBe(path);
  });

  it("ends without a person where none can be asked, and asks again the next time", async () => {
    const project = createProject();
    const args = [...base, ...counting, ...failing];
    const unanswered = await project.run([...args, "--no-open"]);
    expect(unanswered.code).toBe(3);
    expect(unanswered.stdout).toContain("nobody decided");
    expect(tries(project)).toBe(3);
    const again = await project.run([...args, "--ask", "stdin"], {}, "skip\n");
    expect(again.code).toBe(4);
    expect(tries(project)).toBe(3);
    const fresh = await project.run([...args, "--on-escalate", "abort"]);
    expect(fresh.code).toBe(5);
    expect(tries(project)).toBe(6);
    expect(jsonLines(project).filter(({ event }) => event === "escalated")).toHaveLength(2);
  });

  it.each([
    ["blocked", "echo 'status: blocked'; echo 'reason: no key'", "true", 6],
    ["permission denied", "./locked", "true", 5],
    ["the done criteria", "true", "true", 5],
  ])("knows %s", async (what, exec, verify, exit) => {
    const project = createProject();
    project.write("locked", "");
    const done =
      what === "the done criteria" ? ["--done-check", "echo coverage is 70; exit 1"] : [];
    const { code } = await project.run([
      ...[...base, "--exec", exec, "--verify", verify, ...done],
      ...["--on-escalate", "abort", "--max-attempts", "2"],
    ]);
    expect(code).toBe(exit);
    const [first] = jsonLines(project);
    if (what === "the done criteria") expect(first?.failure_type).toBe("architect_rejected");
    if (what === "permission denied") {
      expect(jsonLines(project)[1]).toMatchObject({
        event: "escalated",
        reason: "permission_denied",
      });
    }
  });

  it("refuses bad input with exit code 2, before anything is made", async () => {
    const project = createProject();
    project.write(
      "plan.json",
      '{ "id": "03-01", "tasks": [{ "id": "a", "name": "A", "dependsOn": ["a"] }] }',
    );
    project.write("plan.xml", "<plan id='x'><task><name>One</task></plan>");
    const plan = (name: string, work: object, task: object) =>
      project.write(
        name,
        JSON.stringify({ id: "p", ...work, tasks: [{ id: "a", name: "A", ...task }] }),
      );
    plan("both.json", { verify: "true" }, { exec: "true", agent: "codex" });
    plan("misspelt.json", { verify: "true" }, { agent: "claud-code" });
    plan("exec.json", { exec: "true", verify: "true" }, {});
    const bad = [
      [...base, "--exec", "true"],
      [...base, "--verify", "true"],
      ["verify", "--task-id", "a b", "--exec", "true", "--verify", "true"],
      [...base, "--exec", "true", "--verify", "true", "--timeout", "soon"],
      ["verify", "--plan", "plan.json", "--exec", "true", "--verify", "true"],
      ["verify", "--plan", "plan.xml", "--exec", "true", "--verify", "true"],
      ["verify", "--plan", "none.json"],
    ];
    const work = ["--verify", "true"];
    const told: [string[], string][] = [
      ...bad.map((args): [string[], string] => [args, ""]),
      [[...base, ...work, "--exec", "true", "--agent", "codex"], "--exec and --agent cannot both"],
      [
        ["verify", "--plan", "exec.json", "--exec", "true", "--agent", "codex"],
        "--exec and --agent",
      ],
      [[...base, ...work, "--exec", "true", "--resume"], "--resume is for --plan"],
      [
        ["verify", "--plan", "exec.json", "--resume", "--fresh"],
        "--resume and --fresh cannot both",
      ],
      [
        [...base, ...work, "--exec", "true", "--agent-args", "x"],
        "--agent-args is for a coding agent",
      ],
      [
        ["verify", "--plan", "exec.json", "--agent-args", "x"],
        "--agent-args is for a coding agent",
      ],
      [
        ["verify", ...work, "--agent", "codex", "--task-id", "a"],
        "--agent needs a task: say it with",
      ],
      [["verify", "--plan", "both.json"], 'tasks[0].agent: cannot stand beside "exec": choose one'],
      [
        ["verify", "--plan", "misspelt.json", "--exec", "true"],
        '"agent" of task p:a does not know "claud-code". Possible: claude-code, codex, gemini, opencode.',
      ],
    ];
    for (const [args, problem] of told) {
      const { code, stderr } = await project.run(args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(problem)]);
    }
    expect(existsSync(project.path(".readback"))).toBe(false);
  });

  it("ends everything on Ctrl-C, and counts as aborted", async () => {
    const project = createProject();
    const { child, ended, stdout, stderr } = start(project, [
      ...[...base, "--verify", "true", "--exec"],
      "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > grandchild; while :; do sleep 1; done'",
    ]);
    const pid = await pidIn(project, "grandchild");
    child.kill("SIGINT");
    expect(await ended).toBe(5);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 30_000);
    expect(log(project)).toContain("resolved status=aborted");
    expect(stdout()).toContain("(1 attempt): Interrupted (Ctrl-C)\n");
    expect(stderr()).toContain("Stopping what runs. Ctrl-C again ends it at once.\n");
  });

  it("ends as the task did when its logs cannot be written, says so, and writes them the next time", async () => {
    const project = createProject();
    const spoil = ["--exec", "rm .readback/retry.log; mkdir .readback/retry.log"];
    const { code, stdout, stderr } = await project.run([...base, ...spoil, "--verify", "true"]);
    expect([code, stdout]).toEqual([0, "done Create the class (1 attempt)\n"]);
    const told =
      /^The logs in .* are not up to date: .*retry\.log: is a folder where a file should be: .+$/gm;
    expect(stderr.match(told)).toHaveLength(1);
    expect(stderr).not.toContain("    at ");
    rmSync(project.path(".readback/retry.log"), { recursive: true });
    const other = ["verify", "--task-id", "other", "--exec", "true", "--verify", "true"];
    expect((await project.run(other)).code).toBe(0);
    expect(log(project)).toContain(`[${ID}] resolved status=done`);
  });

  it("has its exit code also when nobody reads the result", async () => {
    const project = createProject();
    const task = ["--exec", "true", "--verify", "false", "--on-escalate", "skip", "--json"];
    const script = '{ "$@" 2>said; echo $? >code; } | true';
    const shell = ["-c", script, "sh", process.execPath, cli, ...base, ...task];
    const env = plainEnv({ HOME: project.home });
    const { stderr } = spawnSync("/bin/sh", shell, { cwd: project.folder, env, encoding: "utf8" });
    expect([project.read("code"), stderr]).toEqual(["4\n", ""]);
  });

  it("ends an attempt that takes too long with all it started, also when SIGTERM is ignored", async () => {
    const project = createProject();
    const grandchild =
      "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > grandchild; while :; do sleep 1; done'";
    const { code } = await project.run([
      ...[...base, "--verify", "true", "--exec-timeout", "2s", "--max-attempts", "1"],
      ...["--exec", grandchild, "--on-escalate", "abort"],
    ]);
    expect(code).toBe(5);
    const pid = await pidIn(project, "grandchild");
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 30_000);
    expect(jsonLines(project)[0]).toMatchObject({ status: "failed", failure_type: "timeout" });
  });

  it("forgets after 30 days what is its own, and nothing else", async () => {
    const project = createProject();
    const args = [...base, ...counting, ...failing, "--ask", "stdin"];
    expect((await project.run(args, {}, "skip\n")).code).toBe(4);
    const name = fileName(ID);
    const own = [
      `.readback/escalations/${name}.md`,
      `.readback/verify/attempts/${name}`,
      ".readback/answers/task-0123456789abcdef.taken",
    ];
    project.write(own[2] ?? "", "skip");
    const others = [
      ".readback/escalations/mine.md",
      ".readback/answers/notes.txt",
      ".readback/verify/attempts/mine/notes.txt",
      "elsewhere/prompt.txt",
    ];
    for (const path of others) project.write(path, "mine");
    symlinkSync("../../../elsewhere", project.path(".readback/verify/attempts/link"));
    const journal = () =>
      readdirSync(project.path(".readback/verify/journal"))
        .map((file) => project.read(`.readback/verify/journal/${file}`))
        .join();
    const inDays = (days: number) => ({
      NODE_OPTIONS: `--require ${new URL("./support/later.cjs", import.meta.url).pathname}`,
      READBACK_TEST_LATER: `${days * 24 * 60 * 60 * 1_000}`,
    });
    const other = ["verify", "--task-id", "other", "--exec", "true", "--verify", "true"];
    expect((await project.run(other, inDays(29))).code).toBe(0);
    expect(own.filter((path) => !existsSync(project.path(path)))).toEqual([]);
    expect(journal()).toContain(ID);
    expect(project.read(".readback/STATE.md")).toContain(ID);
    expect((await project.run(other, inDays(31))).code).toBe(0);
    expect(own.filter((path) => existsSync(project.path(path)))).toEqual([]);
    expect(others.map((path) => project.read(path))).toEqual(others.map(() => "mine"));
    expect(journal()).not.toContain(ID);
    expect(project.read(".readback/retry.jsonl")).not.toContain(ID);
  });

  it("bears 200 MB of output and bytes that are no text", async () => {
    const project = createProject();
    const { code, stderr } = await project.run(
      [
        ...base,
        "--verify",
        "true",
        "--exec",
        "head -c 200000000 /dev/zero; head -c 1000 /dev/urandom",
      ],
      { NODE_OPTIONS: "--max-old-space-size=120" },
    );
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may come through
    expect(stderr.slice(-5_000)).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  });

  it("two runs at once in one folder: the same task runs once, others beside it", async () => {
    const project = createProject();
    const wait = ["--verify", "until test -e go; do sleep 0.1; done"];
    const same = [...base, ...counting, ...wait];
    const other = ["verify", "--task-id", "03-01:other", "--exec", "true", ...wait];
    const sees = (run: ReturnType<typeof start>, text: string) =>
      vi.waitFor(() => expect(run.stderr()).toContain(text), { timeout: 60_000 });
    const first = start(project, same);
    await sees(first, "verifying");
    const [second, third] = [start(project, same), start(project, other)];
    await sees(second, "Another process runs this task");
    await sees(third, "verifying");
    project.write("go", "");
    const ends = [first, second, third].map(({ ended }) => ended);
    expect(await Promise.all(ends)).toEqual([0, 0, 0]);
    expect(tries(project)).toBe(1);
    const resolved = jsonLines(project).filter(({ event }) => event === "resolved");
    expect(resolved.map(({ task_id }) => task_id).sort()).toEqual(["03-01:other", ID]);
  });

  it("a scripted agent fixes a test with what <retry_context> tells, and cannot without it", async () => {
    const demonstration = (project: Project) => {
      project.write("slug.mjs", "export const slug = (text) => text;\n");
      project.write(
        "slug.test.mjs",
        [
          'import { test } from "node:test";',
          'import assert from "node:assert/strict";',
          'import { slug } from "./slug.mjs";',
          'test("makes a slug", () => assert.equal(slug("A B"), "a-b"));',
        ].join("\n"),
      );
      // It knows nothing but its input: the expected value stands only in the failure.
      project.write(
        "agent.mjs",
        [
          'import { readFileSync, writeFileSync } from "node:fs";',
          'const said = readFileSync(0, "utf8").replaceAll("&quot;", \'"\').replaceAll("&#39;", "\'");',
          "const expected = /expected: '([^']*)'/.exec(said)?.[1];",
          "const actual = /actual: '([^']*)'/.exec(said)?.[1];",
          "if (expected === undefined || actual === undefined) process.exit(0);",
          "if (expected === actual.toLowerCase().replaceAll(' ', '-'))",
          "  writeFileSync('slug.mjs', \"export const slug = (text) => text.toLowerCase().replaceAll(' ', '-');\\n\");",
        ].join("\n"),
      );
    };
    const knowing = createProject();
    demonstration(knowing);
    const args = [
      ...base,
      "--verify",
      "node --test slug.test.mjs",
      "--on-escalate",
      "abort",
      "--exec",
    ];
    expect((await knowing.run([...args, "node agent.mjs"])).code).toBe(0);
    expect(log(knowing)).toContain("attempt=2 status=success");
    const unknowing = createProject();
    demonstration(unknowing);
    const without = 'cat "$READBACK_TASK_FILE" | node agent.mjs';
    expect((await unknowing.run([...args, without])).code).toBe(5);
  });
});

describe("readback verify --plan", () => {
  const plan = JSON.stringify({
    id: "03-02",
    exec: 'echo "$READBACK_TASK_ID" >> order; test ! -e "stop-$READBACK_TASK_ID"',
    verify: "true",
    maxAttempts: 1,
    tasks: [
      { id: "b", name: "Second", dependsOn: ["a"] },
      { id: "a", name: "First" },
      { id: "c", name: "Third", verify: "test -e ready", dependsOn: ["b"] },
      { id: "d", name: "Fourth", dependsOn: ["c"] },
    ],
  });
  const order = (project: Project) => project.read("order").trim().split("\n");

  it("keeps the order of dependencies; abort keeps what is done, and --resume goes on", async () => {
    const project = createProject();
    project.write("plan.json", plan);
    const args = ["verify", "--plan", "plan.json", "--jobs", "2"];
    const first = await project.run([...args, "--on-escalate", "abort"]);
    expect(first.code).toBe(5);
    expect(order(project)).toEqual(["03-02:a", "03-02:b", "03-02:c"]);
    expect(first.stdout).toMatch(
      /\nAborted: 03-02:c: Escalated, and set to abort then\nNot run: 03-02:d\nTo go on, .* --resume/,
    );
    project.write("ready", "");
    const second = await project.run([...args, "--resume"]);
    expect(second.code).toBe(0);
    expect(order(project).slice(3)).toEqual(["03-02:c", "03-02:d"]);
    expect(second.stdout).toContain("| First | 1 | success |");
  });

  it("goes on by itself after kill -9, runs once at a time, and begins again with --fresh", async () => {
    const project = createProject();
    project.write(
      "plan.json",
      JSON.stringify({
        id: "03-03",
        exec: 'echo "$READBACK_TASK_ID" >> order; test "$READBACK_TASK_ID" = 03-03:a || until test -e go; do sleep 0.1; done',
        verify: "true",
        maxAttempts: 2,
        tasks: [
          { id: "b", name: "Second", dependsOn: ["a"] },
          { id: "a", name: "First" },
        ],
      }),
    );
    const args = ["verify", "--plan", "plan.json"];
    const [a, b] = ["03-03:a", "03-03:b"];
    const seen: string[] = [];
    /** Kills a run in the middle of its second task. */
    async function cutOff(...ran: readonly string[]): Promise<void> {
      seen.push(...ran);
      const { child, ended } = start(project, args);
      await vi.waitFor(() => expect(order(project)).toEqual(seen), { timeout: 60_000 });
      const beside = await project.run(args);
      expect([beside.code, beside.stderr]).toEqual([
        1,
        expect.stringContaining("Another process runs the plan 03-03 (03-03:b)"),
      ]);
      child.kill("SIGKILL");
      await ended;
    }
    project.write("order", "");
    await cutOff(a, b);
    project.write("go", "");
    const second = await project.run(args);
    expect(second.code).toBe(0);
    seen.push(b);
    expect(order(project)).toEqual(seen);
    expect(second.stdout).toContain("| Second | 2 | success (retry worked) |");
    expect(log(project)).toMatch(/\[03-03:b\] attempt=1 status=failed type=execution_error/);

    rmSync(project.path("go"));
    await cutOff(a, b);
    project.write("go", "");
    const fresh = await project.run([...args, "--fresh"]);
    expect(fresh.code).toBe(0);
    seen.push(a, b);
    expect(order(project)).toEqual(seen);
    expect(fresh.stdout).toContain("| Second | 1 | success |");
    // What became of the run before stands before the new one.
    const ends = [...log(project).matchAll(/resolved status=(\w+)/g)].map(([, status]) => status);
    expect(ends).toEqual(["done", "done", "done", "aborted", "done", "done"]);
  });

  it("--resume leaves out only what the latest run has done", async () => {
    const project = createProject();
    project.write("plan.json", plan);
    project.write("ready", "");
    const args = ["verify", "--plan", "plan.json", "--on-escalate", "abort"];
    const whole = ["03-02:a", "03-02:b", "03-02:c", "03-02:d"];
    expect((await project.run(args)).code).toBe(0);
    expect(order(project)).toEqual(whole);
    project.write("stop-03-02:b", "");
    const again = await project.run(args);
    expect(again.code).toBe(5);
    expect(order(project)).toEqual([...whole, "03-02:a", "03-02:b"]);
    // It is no success of this run.
    expect(again.stdout).not.toContain("| Third |");
    rmSync(project.path("stop-03-02:b"));
    const resumed = await project.run([...args, "--resume"]);
    expect(resumed.code).toBe(0);
    expect(order(project).slice(6)).toEqual(["03-02:b", "03-02:c", "03-02:d"]);
    expect(resumed.stdout).toContain("| First | 1 | success |");
  });

  it("says at its end which tasks did not go well, why, and how to go on", async () => {
    const project = createProject();
    const tasks = [
      { id: "a", name: "First" },
      { id: "b", name: "Second", exec: "echo status: blocked; echo reason: waits for the key" },
      { id: "c", name: "Third", verify: "echo error: 2 tests failed; exit 1" },
      { id: "d", name: "Fourth", dependsOn: ["c"] },
    ];
    const work = { id: "03-04", exec: "true", verify: "true", maxAttempts: 1 };
    project.write("plan.json", JSON.stringify({ ...work, tasks }));
    // A task of the same name that was run by itself is another story.
    const alone = ["verify", "--task-id", "03-04:a", "--exec", "true", "--verify", "false"];
    expect((await project.run([...alone, "--ask", "stdin"])).code).toBe(3);
    const args = ["verify", "--plan", "plan.json", "--ask", "stdin"];
    const undecided = await project.run(args);
    expect(undecided.code).toBe(3);
    expect(undecided.stderr).toContain("03-04:b blocked · 1 of 1 · waits for the key\n");
    expect(undecided.stdout).toContain("| Escalations | 1 |");
    expect(undecided.stdout).toContain("- verification_failed: 1 occurrence\n");
    expect(undecided.stdout).toMatch(
      /\nBlocked: 03-04:b: waits for the key\nEscalated: 03-04:c \(max_retries_exceeded\): Nobody decided .+\nNot run: 03-04:d\nTo decide, run the same command again: .+\n$/,
    );
    const decided = await project.run([...args, "--json"], {}, "skip\n");
    expect(decided.code).toBe(6);
    expect(JSON.parse(decided.stdout)).toMatchObject({ not_run: [], tasks: [{}, {}, {}] });
    const last = await project.run([...args, "--resume"]);
    expect(last.stdout).toMatch(
      /\nBlocked: .+\nTo go on, run the same command with --resume: .+\n$/,
    );
  });

  it("warns about the dependants of a skipped task, and goes on", async () => {
    const project = createProject();
    project.write("plan.json", plan);
    const args = ["verify", "--plan", "plan.json", "--on-escalate", "skip"];
    const { code, stderr } = await project.run(args);
    expect(code).toBe(4);
    expect(stderr).toContain("03-02:c was skipped, and may be needed by 03-02:d");
    expect(order(project)).toEqual(["03-02:a", "03-02:b", "03-02:c", "03-02:d"]);
    const stats = await project.run(["stats", "--plan", "03-02", "--json"]);
    expect(JSON.parse(stats.stdout)).toMatchObject({ total_tasks: 4, skipped: 1, escalations: 1 });
    const shown = await project.run(["log", "--task", "03-02:c"]);
    expect(shown.stdout).toMatch(
      /escalating reason="max_retries_exceeded"\n.*resolved status=skipped/,
    );
  });

  it("reads the tasks of a plan in XML, in Markdown", async () => {
    const project = createProject();
    project.write(
      "PLAN.md",
      [
        "---\nphase: 03\nplan: 01\n---\n# Plan\n",
        "<tasks>",
        '<task id="one" type="auto"><name>Write &amp; check</name><action>Do it</action><verify>test -e done-one</verify><done>It is there</done></task>',
        '<task depends="one"><name>Then</name><verify><![CDATA[test -e done-one && true]]></verify></task>',
        "</tasks>\n\nThe end.",
      ].join("\n"),
    );
    const args = ["verify", "--plan", "PLAN.md", "--exec", "cat > seen; touch done-one"];
    const { code, stdout } = await project.run(args);
    expect(code).toBe(0);
    expect(stdout).toContain("## Retry Summary for Plan 03-01");
    expect(stdout).toContain("| Write & check | 1 | success |");
    expect(readFileSync(project.path("seen"), "utf8")).toMatch(
      /^<task depends="one">[\s\S]*<\/task>\n$/,
    );
  });
});
