import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, guardMachine, systemClock } from "@readback/core";
import { type Claim, createReplay, type GuardedTodo } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, expect } from "vitest";
import { runHook } from "../../src/run-hook.js";
import { problemsFor } from "./host-schemas.js";

export type Input = Readonly<Record<string, unknown>>;

/** What a host writes to a hook, as it was recorded, but about this project. */
export function fixture(name: string, cwd: string, more: object = {}): Input {
  const url = new URL(`../fixtures/${name}.json`, import.meta.url);
  const input = JSON.parse(readFileSync(url, "utf8")) as Input;
  return { ...input, ...("cwd" in input && { cwd }), ...more };
}

/** A project with hooks, fresh for each test. */
export function useProject() {
  const project = { path: "" };
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    delete process.env.CLAUDE_PROJECT_DIR;
    delete process.env.READBACK_DIR;
    const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
    project.path = mkdtempSync(join(base, "readback-hook-"));
  });
  afterEach(() => rmSync(project.path, { recursive: true, force: true }));

  /** The system's clock, but so much later with each call: a model takes a while between two. */
  const later = (): Clock => {
    calls += 1;
    const ms = 2_000 * calls;
    return { ...systemClock, now: () => systemClock.now() + ms };
  };

  /** Calls the hook, and checks that its host can read the answer. */
  async function hook(host: string, input: Input, options: { readonly clock?: Clock } = {}) {
    const { clock = later() } = options;
    const output = await runHook({ host, input: JSON.stringify(input), clock });
    const event = String(input.hook_event_name);
    if (output.exitCode !== 1) expect(problemsFor(host, event, output)).toEqual([]);
    return { ...output, ...answerIn(output.stdout, output.stderr) };
  }

  return {
    get path() {
      return project.path;
    },
    get journal() {
      return join(project.path, ".readback", "journal");
    },
    configure(guard: object): void {
      writeFileSync(join(project.path, "readback.config.json"), JSON.stringify({ guard }));
    },
    fixture: (name: string, more: object = {}) => fixture(name, project.path, more),
    hook,
    /** Calls the hook for a recorded input; its name begins with the host's. */
    replay: (name: string, more: object = {}, options: { readonly clock?: Clock } = {}) =>
      hook(name.split("/", 1)[0] as string, fixture(name, project.path, more), options),
    /** What the journal says about each todo. */
    todos: () => todosIn(join(project.path, ".readback", "journal")),
  };
}

/** The words for the agent or the person, wherever the host wants them. */
export function answerIn(stdout: string, stderr: string) {
  const json = stdout === "" ? {} : JSON.parse(stdout);
  const specific = json.hookSpecificOutput ?? {};
  return {
    reason: String(specific.permissionDecisionReason ?? json.reason ?? stderr),
    remark: String(json.systemMessage ?? json.remark ?? ""),
    context: String(specific.additionalContext ?? json.context ?? ""),
  };
}

/** What a journal says about each todo. */
export function todosIn(folder: string) {
  const journal = createFileJournal({ folder });
  const replay = createReplay([guardMachine]);
  for (const entry of journal.read()) replay.apply(entry);
  journal.close();
  return replay.instances.all().map(({ snapshot }) => {
    const { guarded, attempt, claims } = snapshot.context as {
      guarded: GuardedTodo;
      attempt: number;
      claims: readonly Claim[];
    };
    return { ...guarded, attempt, claims };
  });
}

/** No output: the host goes on as if there were no hook. */
export const UNTOUCHED = { stdout: "", stderr: "", exitCode: 0 };
