import { existsSync } from "node:fs";
import { createSimulatedClock, createTodoGuard } from "@readback/core";
import { describe, expect, it } from "vitest";
import type { HookGuard } from "../src/hook.js";
import { runHook } from "../src/run-hook.js";
import { useProject } from "./support/project.js";

const project = useProject();
const START = Date.UTC(2026, 0, 26);

/** A guard that is not in this process, as far as a hook can tell: each answer comes later. */
function guardElsewhere() {
  const clock = createSimulatedClock(START);
  const validate = () => ({ passed: false, reason: "the tests fail" });
  const settings = { maxRetryAttempts: 2, rememberCompleted: true, validate, clock };
  const guard = createTodoGuard(settings);
  const later: HookGuard = {
    checkList: (list) => guard.checkList(list),
    report: (report) => guard.report(report),
    confirm: async (call) => guard.confirm(call),
    observe: async (list) => guard.observe(list),
    list: async (session) => guard.list(session),
    heard: async (session) => guard.heard(session),
  };
  return { guard, later, clock };
}

const call = (guard: HookGuard, fixture: string, more: object = {}) =>
  runHook({
    ...{ host: "claude-code", guard },
    input: JSON.stringify(project.fixture(`claude-code/${fixture}`, more)),
  });

describe("a hook whose guard is elsewhere", () => {
  it("decides by its counts, and keeps nothing here", async () => {
    const { guard, later, clock } = guardElsewhere();
    const reasons: string[] = [];
    for (const id of ["t1", "t2", "t3"]) {
      reasons.push((await call(later, "todo-write", { tool_use_id: id })).stdout);
      clock.advance(5_000);
    }
    expect(reasons[0]).toContain("Review your work first");
    expect(reasons[1]).toContain("the tests fail");
    expect(reasons[2]).toContain("Maximum retry attempts (2)");
    // Everybody who asks is told the same.
    const { session_id: session } = project.fixture("claude-code/todo-write") as {
      session_id: string;
    };
    expect(guard.list(session)).toMatchObject([{ standing: "exhausted", attempt: 2 }]);
    expect((await call(later, "session-start")).stdout).toContain("wait for the person");
    expect(existsSync(project.journal)).toBe(false);
  });

  it("reminds an agent that stops, and hears that a write happened", async () => {
    const { guard, later } = guardElsewhere();
    await call(later, "todo-write", { tool_use_id: "t1" });
    expect((await call(later, "stop")).stdout).toContain("have not passed yet");
    const [todo] = guard.list();
    guard.approve({ session: String(todo?.session), todo: String(todo?.todo) });
    expect((await call(later, "todo-write", { tool_use_id: "t9" })).stdout).not.toContain("deny");
    await call(later, "todo-write", { tool_use_id: "t9", hook_event_name: "PostToolUse" });
    expect(guard.list()).toMatchObject([{ standing: "completed" }]);
  });

  it("blocks what it cannot ask about, and says why", async () => {
    const away: HookGuard = {
      ...guardElsewhere().later,
      heard: () => Promise.reject(new Error("The cluster does not answer")),
    };
    const { stdout, exitCode } = await call(away, "todo-write");
    expect(stdout).toContain("The todo guard itself failed: The cluster does not answer");
    expect({ exitCode, isDenied: stdout.includes('"deny"') }).toEqual({
      ...{ exitCode: 0, isDenied: true },
    });
    project.configure({ onGuardFailure: "allow" });
    expect((await call(away, "todo-write")).stdout).toContain("(not blocked)");
  });

  it("answers in time when the guard never does", async () => {
    const clock = createSimulatedClock(START);
    const silent = { ...guardElsewhere().later, heard: () => new Promise<void>(() => {}) };
    const answering = runHook({
      ...{ host: "gemini", guard: silent, clock },
      input: JSON.stringify(project.fixture("gemini/write-todos")),
    });
    clock.advance(50_000);
    expect((await answering).stdout).toContain("it did not answer within 50 seconds");
  });
});
