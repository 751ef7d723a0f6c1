import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { guardInstance } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { claimOf, createProject, type Project } from "./support/project.js";
import { plainEnv, run } from "./support/run.js";

// What is written here has to be proven by the key of the programs that read it.
beforeAll(() => void vi.stubEnv("XDG_STATE_HOME", plainEnv().XDG_STATE_HOME));

const CONFIG = JSON.stringify({
  guard: { maxRetryAttempts: 2, validate: "echo 2 of 14 tests fail; exit 1" },
});

/** A project in which a todo is exhausted and others are under way, in two sessions. */
async function createBusyProject(): Promise<Project> {
  const project = createProject();
  project.write("readback.config.json", CONFIG);
  for (const id of ["t1", "t2", "t3"]) await project.claim("alpha", id, "Fix the rounding");
  await project.claim("alpha", "t4", "Write tests");
  await project.claim("beta", "t5", "Write tests");
  return project;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u202e\u{e0041}]/u;

const JOURNAL = ".readback/journal";

/** Appends a checkpoint of a todo as a process of this user would, and with this in place of what it knew. */
function appendSenseless(project: Project, context: unknown): void {
  const journal = createFileJournal({ folder: project.path(JOURNAL) });
  for (const instance of [guardInstance("alpha", "Senseless"), "no-such-instance"]) {
    journal.append({
      ...{ v: 1, time: Date.now(), machine: "todo-attempt-guard", instance },
      ...{ event: "readback.checkpoint", from: null, to: "watching.reviewing" },
      ...{ attempt: 1, bound: 2, cause: null },
      payload: { value: { watching: "reviewing" }, context, deadlines: [], born: 1, moves: 1 },
    } as unknown as Parameters<typeof journal.append>[0]);
  }
  journal.close();
}

const idOf = (session: string, todo: string) => guardInstance(session, todo).slice(0, 8);

describe("readback guard without any state", () => {
  it("says so, and how to install; makes nothing", async () => {
    const project = createProject();
    const { code, stdout } = await project.run(["guard", "list"]);
    expect(code).toBe(0);
    expect(stdout).toContain("No todos yet: the guard has seen no claim");
    expect(stdout).toContain("readback hook install claude-code");
    expect(await project.run(["guard", "list", "--json"])).toEqual({
      code: 0,
      stdout: "[]\n",
      stderr: "",
    });
    const { code: shown, stderr } = await project.run(["guard", "show", "x"]);
    expect(shown).toBe(1);
    expect(stderr).toContain("No todos yet");
    expect(existsSync(project.path(".readback"))).toBe(false);
  });
});

describe("readback guard", { timeout: 120_000 }, () => {
  it("lists, shows, resets and approves; the hook then obeys", async () => {
    const project = await createBusyProject();
    const list = await project.run(["guard", "list"]);
    expect(list.code).toBe(0);
    expect(list.stdout).toMatch(
      new RegExp(
        `^Session alpha\\n {2}${idOf("alpha", "Fix the rounding")}  exhausted  2 of 2  just now  Fix the rounding$`,
        "m",
      ),
    );
    expect(list.stdout).toMatch(
      /^Session beta\n {2}\w{8} {2}in review {2}1 of 2 {2}just now {2}Write tests$/m,
    );
    expect(list.stdout).toContain("1 todo waits for you");
    const beta = await project.run(["guard", "list", "--session", "bet"]);
    expect(beta.stdout).toContain("Session beta");
    expect(beta.stdout).not.toContain("alpha");

    const shown = await project.run(["guard", "show", "rounding"]);
    expect(shown.stdout).toContain("exhausted: only you can move it now");
    expect(shown.stdout).toMatch(
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}attempt 1 of 2: sent back for review/,
    );
    expect(shown.stdout).toMatch(/attempt 2 of 2: blocked, validation failed/);
    expect(shown.stdout).toContain("2 of 14 tests fail");
    expect(shown.stdout).toMatch(/claim: blocked, past the limit/);

    const reset = await project.run(["guard", "reset", idOf("alpha", "Fix the rounding")]);
    expect(reset).toMatchObject({ code: 0, stderr: "" });
    expect(reset.stdout).toContain(
      "Reset: Fix the rounding\nSession alpha\nIt was exhausted; the agent has 2 attempts again.",
    );
    expect((await project.claim("alpha", "t6", "Fix the rounding")).stdout).toContain(
      "(attempt 1 of 2)",
    );

    const approved = await project.run(["guard", "approve", "Fix the rounding"]);
    expect(approved.stdout).toContain("Approved: Fix the rounding\nSession alpha");
    expect((await project.run(["guard", "approve", "Fix the rounding"])).stdout).toContain(
      "Approved already",
    );
    expect(await project.claim("alpha", "t7", "Fix the rounding")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    const after = await project.run(["guard", "show", "Fix the rounding"]);
    expect(after.stdout).toContain("a person reset the count");
    expect(after.stdout).toContain("a person approved it");
    expect(after.stdout).toContain("claim: allowed, a person approved");
    expect(after.stdout).not.toContain("seen to be completed");
    await project.claim("alpha", "t8", "Fix the rounding");
    expect((await project.run(["guard", "show", "Fix the rounding"])).stdout).toContain(
      "seen to be completed",
    );
  });

  it("tells a todo that is opened again from one whose completion was never seen", async () => {
    const project = createProject();
    const open = (toolUseId: string) => {
      const { tool_input: _, ...call } = claimOf(project.folder, "s", toolUseId, []);
      const todos = [{ content: "Fix it", status: "in_progress", activeForm: "Fixing it" }];
      return project.hook({ ...call, tool_input: { todos } });
    };
    for (const id of ["t1", "t2"]) await project.claim("s", id, "Fix it");
    await open("t3");
    const allowed = await project.run(["guard", "show", "Fix it"]);
    expect(allowed.stdout).toContain("open again, not seen to be completed: the count goes on");
    expect(allowed.stdout).toContain("open: the agent has not claimed it since");
    expect(allowed.stdout).toContain("2 of 5");
    for (const id of ["t4", "t5"]) await project.claim("s", id, "Fix it");
    await open("t6");
    const done = await project.run(["guard", "show", "Fix it"]);
    expect(done.stdout).toContain("opened again: a new count starts");
    expect(done.stdout).toContain("0 of 5");
  });

  it("finds the state of the project from anywhere in its repository", async () => {
    const project = await createBusyProject();
    mkdirSync(project.path(".git"));
    mkdirSync(project.path("src/deep"), { recursive: true });
    const inside = { HOME: project.home };
    const here = { cwd: project.path("src/deep") };
    expect((await run(["guard", "list"], inside, here)).stdout).toContain("Fix the rounding");
    const shown = await run(["guard", "list", "--dir", "../../.readback"], inside, here);
    expect(shown.stdout).toContain("Fix the rounding");
    const doctor = await run(["doctor"], inside, here);
    expect(doctor.stdout).toContain(`The todo guard in ${project.folder}\n`);
    expect(doctor.stdout).toContain("readback.config.json is valid: 2 attempts");
    expect(doctor.stdout).toContain("The last claim came just now");
  });

  it("tells todos that are forgotten from a guard that never fired", async () => {
    const project = createProject();
    project.write("readback.config.json", '{ "guard": { "retention": 1 } }');
    await project.claim("s", "t1", "Fix it");
    for (const args of [["list"], ["show", "Fix it"]]) {
      const { stdout, stderr } = await project.run(["guard", ...args]);
      expect(stdout + stderr).toContain("No todos are under guard now");
      expect(stdout + stderr).not.toContain("hook install");
    }
  });

  it("gives everything as JSON", async () => {
    const project = await createBusyProject();
    const { stdout } = await project.run(["guard", "list", "--json"]);
    const todos = JSON.parse(stdout);
    expect(todos).toHaveLength(3);
    expect(todos[0]).toMatchObject({
      id: idOf("alpha", "Fix the rounding"),
      session: "alpha",
      todo: "Fix the rounding",
      state: "exhausted",
      standing: "exhausted",
      waitsFor: "decision",
      mayAct: "person",
      attempt: 2,
      maxRetryAttempts: 2,
    });
    const kinds = todos[0].history.map((one: { verdict: { kind: string } }) => one.verdict.kind);
    expect(kinds).toEqual(["review", "validation_failed", "exhausted"]);
    expect(Date.parse(todos[0].history[0].at)).toBeGreaterThan(Date.now() - 60_000);
    const one = JSON.parse(
      (await project.run(["guard", "approve", "Fix the rounding", "--json"])).stdout,
    );
    expect(one.state).toBe("approved");
    expect(one.history.at(-1).kind).toBe("approved");
  });

  it("refuses what is not exactly one todo, and lists the candidates", async () => {
    const project = await createBusyProject();
    const { code, stdout, stderr } = await project.run(["guard", "approve", "write tests"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("2 todos match. Say which one, by its id:");
    expect(stderr).toContain(`${idOf("alpha", "Write tests")}  Write tests  (session alpha)`);
    expect(stderr).toContain(`${idOf("beta", "Write tests")}  Write tests  (session beta)`);
    const chosen = await project.run(["guard", "approve", "Write tests", "--session", "beta"]);
    expect(chosen.stdout).toContain("Session beta");

    const none = await project.run(["guard", "show", "nothing like it"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain("No todo matches.");
    const session = await project.run(["guard", "list", "--session", "gamma"]);
    expect(session.code).toBe(1);
    expect(session.stderr).toContain("There are:\n  alpha\n  beta");
  });

  it("takes an id for an id, whatever the agent writes into its todos", async () => {
    const project = createProject();
    const id = idOf("s", "Honest work");
    await project.claim("s", "t1", "Honest work");
    await project.claim("s", "t2", id);
    const { stdout } = await project.run(["guard", "approve", id]);
    expect(stdout).toContain("Approved: Honest work");
  });

  it("is for people: not in the shell of an agent", async () => {
    const project = await createBusyProject();
    for (const verb of ["approve", "reset"]) {
      const { code, stderr } = await project.run(["guard", verb, "Fix the rounding"], {
        CLAUDECODE: "1",
      });
      expect(code).toBe(1);
      expect(stderr).toContain("this is a shell of Claude Code (CLAUDECODE is set)");
    }
    const { stdout } = await project.run(["guard", "list"], { CLAUDECODE: "1" });
    expect(stdout).toContain("exhausted");
  });

  it("wins over a hook that is running", async () => {
    const project = createProject();
    project.write("readback.config.json", '{ "guard": { "validate": "sleep 20; exit 1" } }');
    await project.claim("s", "t1", "Slow to check");
    const claim = project.claim("s", "t2", "Slow to check");
    const isValidating = async () =>
      JSON.parse((await project.run(["guard", "list", "--json"])).stdout)[0].standing ===
      "validating";
    while (!(await isValidating()));
    expect((await project.run(["guard", "show", "Slow"])).stdout).toContain(
      "attempt 2 of 5: waits for its verdict",
    );
    await project.run(["guard", "approve", "Slow"]);
    expect(await claim).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("decides nothing about what is completed", async () => {
    const project = createProject();
    for (const id of ["t1", "t2", "t3"]) await project.claim("s", id, "Easy");
    expect((await project.run(["guard", "list"])).stdout).toContain("completed");
    for (const verb of ["approve", "reset"]) {
      const { code, stderr } = await project.run(["guard", verb, "Easy"]);
      expect(code).toBe(1);
      expect(stderr).toContain("It is completed: there is nothing to decide.");
    }
  });

  it("shows hostile text escaped, everywhere", async () => {
    const project = createProject();
    const todo = "Wipe \u001b[2J\u009b2J\u202etxt.\u200b\u{e0041}\r\nnext\u2028line";
    const session = "s\u001b]0;owned\u0007";
    await project.claim(session, "t1", todo);
    await project.claim(session, "t2", `${todo} two`);
    const outputs = await Promise.all(
      [
        ["list"],
        ["list", "--json"],
        ["list", "--session", "zz"],
        ["show", "two"],
        ["show", "Wipe"],
        ["approve", "two"],
      ].map((args) => project.run(["guard", ...args])),
    );
    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toMatch(HARMFUL);
    }
    expect(outputs[0]?.stdout).toContain("Wipe \\u001b[2J\\u009b2J\\u202etxt.");
    expect(JSON.parse(outputs[1]?.stdout ?? "")[0].todo).toContain(todo);
  });

  describe.each<[string, (project: Project) => void]>([
    ["a name that is nearly a segment's", (it) => it.write(`${JOURNAL}/0000002.jsonl`, "")],
    ["a number that has no next one", (it) => it.write(`${JOURNAL}/9007199254740993.jsonl`, "")],
    ["a pipe", (it) => void execFileSync("mkfifo", [it.path(`${JOURNAL}/000007.jsonl`)])],
    ["a checkpoint that makes no sense", (it) => appendSenseless(it, null)],
    ["a checkpoint of another shape", (it) => appendSenseless(it, { todo: 7 })],
  ])("with %s in its journal", (_, plant) => {
    it("lists, examines and reminds as before", async () => {
      const project = await createBusyProject();
      const list = () => project.run(["guard", "list"]);
      const before = (await list()).stdout.replaceAll(/ (just now|\d+ \w+ ago) /g, "");
      plant(project);
      const { code, stdout } = await list();
      expect([code, stdout.replaceAll(/ (just now|\d+ \w+ ago) /g, "")]).toEqual([0, before]);
      const doctor = await project.run(["doctor"]);
      expect(doctor.stdout).toMatch(/Journal +\d+ entries/);
      for (const session of ["alpha", "beta", "gamma"]) {
        const stop = { session_id: session, cwd: project.folder, hook_event_name: "Stop" };
        const { stdout, stderr } = await project.hook({ ...stop, stop_hook_active: false });
        expect(stdout + stderr).not.toContain("guard itself failed");
        expect(stdout.includes("have not passed yet")).toBe(session !== "gamma");
      }
      expect((await project.claim("beta", "t6", "Write tests")).stdout).toContain("2 of 14 tests");
    });
  });

  it("tells the history of before a compaction, and of what is left after pruning", async () => {
    const project = await createBusyProject();
    const journal = createFileJournal({ folder: project.path(".readback/journal") });
    journal.compact();
    journal.catchUp();
    const before = await project.run(["guard", "show", "Fix the rounding"]);
    expect(before.stdout).toContain("2 of 14 tests fail");
    expect(before.stdout).not.toContain("earlier");
    journal.prune({ maxAge: -1 });
    journal.close();
    const after = await project.run(["guard", "show", "Fix the rounding"]);
    expect(after.stdout).toMatch(/\d\d:\d\d:\d\d {2}attempt 1 of 2: sent back for review/);
    expect(after.stdout).toContain("2 of 14 tests fail");
  });

  it("explains a state folder that cannot be used", async () => {
    const project = createProject();
    mkdirSync(project.path("real/journal"), { recursive: true });
    mkdirSync(project.path(".readback"));
    symlinkSync(project.path("real/journal"), project.path(".readback/journal"));
    const { code, stderr } = await project.run(["guard", "list"]);
    expect(code).toBe(1);
    expect(stderr).toContain("is a symbolic link");
    renameSync(project.path(".readback"), project.path("moved"));
    symlinkSync(project.path("moved"), project.path(".readback"));
    for (const args of [["list"], ["show", "x"], ["approve", "x"]]) {
      const linked = await project.run(["guard", ...args]);
      expect(linked).toMatchObject({ code: 1, stdout: "" });
      expect(linked.stderr).toMatch(/^Journal \S+\.readback: is a symbolic link: .*\n$/);
    }
    if (process.getuid?.() === 0) return;
    mkdirSync(project.path("closed/journal"), { recursive: true });
    chmodSync(project.path("closed/journal"), 0o500);
    expect((await project.run(["guard", "list", "--dir", "closed"])).stderr).toContain(
      "permission denied",
    );
  });
});
