import { createSimulatedClock } from "@readback/core";
import { describe, expect, it } from "vitest";
import { laterBy, runHookFile } from "./support/hook-process.js";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const NOW = Date.UTC(2026, 0, 26, 14, 30);

/** Calls the hook at a moment. */
const at = (time: number, id: string) =>
  project.hook("claude-code", project.fixture("claude-code/todo-write", { tool_use_id: id }), {
    clock: createSimulatedClock(time),
  });

describe("real hook processes, under a clock that jumps by a year", () => {
  it("forget no count of their session, nor of one that is quiet meanwhile", async () => {
    project.configure({ maxRetryAttempts: 3, validate: "exit 1" });
    const claim = async (session_id: string, id: string, ms: number) => {
      const input = project.fixture("claude-code/todo-write", { session_id, tool_use_id: id });
      return String((await runHookFile("claude-code", input, laterBy(ms))).stdout);
    };
    expect(await claim("quiet", "q1", 0)).toContain("attempt 1 of 3");
    expect(await claim("s", "t1", 0)).toContain("attempt 1 of 3");
    const start = project.fixture("claude-code/session-start", { session_id: "s" });
    await runHookFile("claude-code", start, laterBy(YEAR));
    expect(await claim("s", "t2", YEAR)).toContain("attempt 2 of 3");
    expect(await claim("s", "t3", HOUR)).toContain("attempt 3 of 3");
    expect(await claim("quiet", "q2", HOUR)).toContain("attempt 2 of 3");
    expect(await claim("s", "t4", 3 * YEAR)).toContain("Maximum retry attempts (3)");
    expect(await claim("quiet", "q3", 3 * YEAR)).toContain("attempt 3 of 3");
  });
});

describe("a clock that is set", () => {
  it("back or forth between two calls loses no count", async () => {
    project.configure({ maxRetryAttempts: 3, validate: "exit 1" });
    const reasons: string[] = [];
    for (const [n, shift] of [0, -5, 48, -48, 0].entries()) {
      reasons.push((await at(NOW + shift * HOUR, `t${n}`)).reason);
    }
    expect(reasons[0]).toContain("attempt 1 of 3");
    expect(reasons[1]).toContain("attempt 2 of 3");
    expect(reasons[2]).toContain("attempt 3 of 3");
    for (const reason of reasons.slice(3)) expect(reason).toContain("Maximum retry attempts (3)");
  });

  it("ahead by a year, or two, and back forgets no count of a session that is alive", async () => {
    project.configure({ maxRetryAttempts: 5, validate: "exit 1" });
    const stop = project.fixture("claude-code/stop");
    const start = project.fixture("claude-code/session-start", { session_id: "another" });
    const reasons: string[] = [];
    for (const [n, years] of [0, 1, 0, 2, 0, 1].entries()) {
      const time = NOW + years * YEAR + n * HOUR;
      // Another session looks first, and this one's Stop comes after it.
      await project.hook("claude-code", start, { clock: createSimulatedClock(time) });
      await project.hook("claude-code", stop, { clock: createSimulatedClock(time) });
      reasons.push((await at(time, `t${n}`)).reason);
    }
    for (const n of [1, 2, 3, 4, 5]) expect(reasons[n - 1]).toContain(`attempt ${n} of 5`);
    expect(reasons[5]).toContain("Maximum retry attempts (5)");
  });

  it("far ahead at two looks ends what nobody claimed, and setting it back does not bring it back", async () => {
    await at(NOW, "t1");
    const other = (time: number) =>
      project.hook(
        "claude-code",
        project.fixture("claude-code/session-start", { session_id: "another" }),
        { clock: createSimulatedClock(time) },
      );
    await other(NOW + 8 * 24 * HOUR);
    await other(NOW + 12 * 24 * HOUR);
    expect((await at(NOW + 12 * 24 * HOUR, "t2")).reason).toContain("attempt 1 of 5");
    expect(await at(NOW, "t3")).toMatchObject(UNTOUCHED);
  });

  it("back by an hour does not make a hook wait that long for a process that was killed", async () => {
    await at(NOW, "t1");
    // The second claim's process is killed while it validates.
    const { guardMachine } = await import("@readback/core");
    const { createGuardEngine } = await import("@readback/core/host");
    const { openFileJournal } = await import("@readback/node");
    const journal = openFileJournal({ folder: project.journal, machines: [guardMachine] });
    const killed = createGuardEngine(
      {
        maxRetryAttempts: 5,
        validationTimeout: 60_000,
        retention: 7 * 24 * HOUR,
        onGuardFailure: "block",
      },
      () => new Promise(() => {}),
      { journal, clock: createSimulatedClock(NOW + 10_000) },
    );
    killed.recover();
    const session = String(project.fixture("claude-code/todo-write").session_id);
    void killed.check({ session, toolUseId: "t2", completing: ["Add the login form"] });
    killed.runtime.stop();
    journal.close();

    const clock = createSimulatedClock(NOW - HOUR);
    const input = project.fixture("claude-code/todo-write", { tool_use_id: "t2" });
    let reason: string | undefined;
    const answered = project.hook("claude-code", input, { clock }).then((output) => {
      reason = output.reason;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance(61_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reason).toBeUndefined();
    clock.advance(2_000);
    await answered;
    expect(reason).toContain("the check was aborted");
    expect(reason).toContain("attempt 2 of 5");
  });
});
