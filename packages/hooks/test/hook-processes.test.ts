import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { laterBy } from "./support/hook-process.js";
import { problemsFor } from "./support/host-schemas.js";
import { answerIn, UNTOUCHED, useProject } from "./support/project.js";

const HOOK = fileURLToPath(new URL("../dist/hook.cjs", import.meta.url));
const project = useProject();
const ROUNDS = process.env.READBACK_DEEP ? 10 : 4;

/** A model takes a while between two calls: how much later than the first one each is, by its id. */
const moments = new Map<string, number>();
function momentOf(id: string): number {
  const moment = moments.get(id) ?? 5_000 * moments.size;
  moments.set(id, moment);
  return moment;
}

/** Runs the real hook file; `started` gets the process. */
function hookFile(
  id: string,
  content: string,
  started: (child: ReturnType<typeof spawn>) => void = () => {},
) {
  const input = project.fixture("claude-code/todo-write", {
    tool_use_id: id,
    tool_input: { todos: [{ content, status: "completed" }] },
  });
  const { NODE_EXTRA_CA_CERTS: _, CLAUDE_PROJECT_DIR: __, READBACK_DIR: ___, ...env } = process.env;
  const child = spawn(process.execPath, [HOOK, "claude-code"], {
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: "1", ...laterBy(momentOf(id)) },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(input));
  started(child);
  return new Promise<{ stdout: string; stderr: string; exitCode: number; signal: string | null }>(
    (resolve) => {
      child.on("close", (code, signal) =>
        resolve({ stdout, stderr, exitCode: code ?? -1, signal }),
      );
    },
  );
}

const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 20_000; !isSo() && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("hooks as real processes, at the same moment", () => {
  const rows: string[] = ["processes  calls  answers  todos  duplicates  lost"];
  afterAll(() => console.log(`\n${rows.join("\n")}\n`));

  it(`8 at a time, ${ROUNDS} rounds: every attempt is counted once`, async () => {
    project.configure({ maxRetryAttempts: 10, validate: "exit 1" });
    const answers: { todo: string; id: string; attempt: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = Array.from({ length: 8 }, (_, n) => ({
        // Two processes report each call; four calls are about the same todo, four about others.
        id: `t${round}-${n >> 1}`,
        todo: n < 4 ? "shared" : `own ${n >> 1}`,
      }));
      const outputs = await Promise.all(calls.map(({ id, todo }) => hookFile(id, todo)));
      for (const [n, output] of outputs.entries()) {
        expect(problemsFor("claude-code", "PreToolUse", output)).toEqual([]);
        const { id, todo } = calls[n] as (typeof calls)[number];
        const { reason } = answerIn(output.stdout, "");
        const attempt = Number(/attempt (\d+) of/.exec(reason)?.[1] ?? 0);
        answers.push({ todo, id, attempt });
        expect(output.stderr).toBe("");
      }
      // Both reports of a call get the same answer.
      for (let n = 0; n < 8; n += 2) expect(outputs[n]?.stdout).toBe(outputs[n + 1]?.stdout);
    }
    const todos = project.todos();
    let duplicates = 0;
    for (const { attempt, claims } of todos) {
      // Two calls about one todo at the same moment are one claim.
      const counted = claims.filter(
        ({ verdict, twinOf }) => verdict?.kind !== "exhausted" && twinOf === undefined,
      );
      duplicates += counted.length - new Set(counted.map((claim) => claim.attempt)).size;
      expect(attempt).toBe(counted.length);
    }
    const lost = answers.filter(({ todo, id, attempt }) => {
      const claim = todos
        .find((one) => one.todo === todo)
        ?.claims.find(({ toolUseId }) => toolUseId === id);
      return !claim || (attempt > 0 && claim.attempt !== attempt);
    }).length;
    rows.push(
      `${8 * ROUNDS}         ${answers.length}     ${answers.length}       ${todos.length}      ${duplicates}           ${lost}`,
    );
    expect({ duplicates, lost }).toEqual({ duplicates: 0, lost: 0 });
  });
});

describe("a hook that is killed while it validates", () => {
  it("leaves a state from which the next one goes on, in time", async () => {
    project.configure({ validate: "touch validating; sleep 30", validationTimeout: 1_500 });
    await hookFile("t1", "a");
    const killed = await hookFile("t2", "a", (child) => {
      void until(() => existsSync(join(project.path, "validating"))).then(() =>
        child.kill("SIGKILL"),
      );
    });
    expect(killed).toMatchObject({ signal: "SIGKILL", stdout: "" });
    // The same call, reported again, waits for the verdict that never comes: not for ever.
    const began = Date.now();
    const again = answerIn((await hookFile("t2", "a")).stdout, "");
    expect(again.reason).toContain("the process that validated it has ended");
    expect(again.reason).toContain("attempt 2 of 5");
    expect(Date.now() - began).toBeLessThan(15_000);
    writeFileSync(join(project.path, "readback.config.json"), "{}");
    expect(await hookFile("t3", "a")).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ todo: "a", attempt: 3 }]);
  });

  it("by a signal that nobody can hear, leaves nothing behind", async () => {
    project.configure({ validate: "sleep 60 & echo $! > child; echo $$ > shell; wait" });
    await hookFile("t1", "a");
    const [shell, child] = ["shell", "child"].map((name) => join(project.path, name)) as [
      string,
      string,
    ];
    const pidIn = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
    await hookFile("t2", "a", (hook) => {
      void until(() => pidIn(shell) !== "").then(() => hook.kill("SIGKILL"));
    });
    const left = () =>
      [shell, child].map(pidIn).filter((pid) => pid === "" || existsSync(`/proc/${pid}`));
    await until(() => left().length === 0);
    expect(left()).toEqual([]);
  });

  it("by a signal it can hear, ends what it started", async () => {
    project.configure({ validate: "echo $$ > shell; sleep 30" });
    await hookFile("t1", "a");
    const file = join(project.path, "shell");
    const ended = await hookFile("t2", "a", (child) => {
      void until(() => existsSync(file) && readFileSync(file, "utf8") !== "").then(() =>
        child.kill("SIGTERM"),
      );
    });
    expect(ended.exitCode).toBe(143);
    await until(() => !existsSync(`/proc/${readFileSync(file, "utf8").trim()}`));
    expect(() => process.kill(Number(readFileSync(file, "utf8")), 0)).toThrow();
  });
});

describe("the hook file", () => {
  it("ends at once, though something still holds its standard output of the command", async () => {
    project.configure({ validate: "setsid sleep 15 & echo started" });
    await hookFile("t1", "a");
    const began = Date.now();
    expect(await hookFile("t2", "a")).toMatchObject(UNTOUCHED);
    expect(Date.now() - began).toBeLessThan(12_000);
  });

  it("does not crash when the state is taken away while it waits", async () => {
    project.configure({ validate: "touch validating; sleep 3" });
    await hookFile("t1", "a");
    const output = await hookFile("t2", "a", () => {
      void until(() => existsSync(join(project.path, "validating"))).then(() =>
        rmSync(join(project.path, ".readback"), { recursive: true }),
      );
    });
    expect(problemsFor("claude-code", "PreToolUse", output)).toEqual([]);
    expect(answerIn(output.stdout, "").reason).toMatch(/guard .*deleted while in use/i);
    expect(existsSync(join(project.path, ".readback"))).toBe(false);
  });
});
