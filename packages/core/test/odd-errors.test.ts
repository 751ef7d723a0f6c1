import { describe, expect, it } from "vitest";
import { createAsker } from "../src/ask-with-render-ack/asker.js";
import { messageOf } from "../src/errors.js";
import { createSimulatedClock } from "../src/runtime/clock.js";
import { createTodoGuard } from "../src/todo-attempt-guard/create-todo-guard.js";
import { runVerified } from "../src/verify-retry-escalate/runner.js";
import { createFakeBridge } from "./support/fake-bridge.js";
import { ODD_ERRORS } from "./support/odd-errors.js";

describe.each(ODD_ERRORS)("%s", (_, make) => {
  const thrower = () => {
    throw make();
  };

  it("has a message, and one that says something", () => {
    expect(messageOf(make())).toMatch(/^[ -~]{1,60}$/);
  });

  it("thrown by an executor, a verifier or whoever asks the person is a failure that is told", async () => {
    const settings = {
      task: { id: "1", name: "n" },
      clock: createSimulatedClock(),
      maxAttempts: 1,
    };
    const executed = await runVerified({ ...settings, execute: thrower, verify: () => true });
    const verified = await runVerified({ ...settings, execute: () => {}, verify: thrower });
    const asked = await runVerified({
      ...settings,
      execute: () => {},
      verify: () => false,
      escalate: thrower,
    });
    for (const { status } of [executed, verified, asked]) expect(status).toBe("escalated");
    expect(executed.failures[0]?.error_summary).toBe(messageOf(make()));
    expect(verified.failures[0]?.error_summary).toBe(messageOf(make()));
  });

  it("thrown by a validator is a failure of the guard that is told", async () => {
    const clock = createSimulatedClock();
    const guard = createTodoGuard({ validate: thrower, clock });
    const check = (toolUseId: string) =>
      guard.check({ session: "s", toolUseId, completing: ["a"] });
    await check("1");
    clock.advance(60_000);
    const verdict = await check("2");
    expect(verdict.decision).toBe("block");
    expect(verdict.reason).toContain(messageOf(make()));
  });

  it("thrown by a bridge is a failed attempt, at once or later", async () => {
    for (const how of [thrower, () => Promise.reject(make())]) {
      const ui = createFakeBridge();
      ui.onSend = how;
      const asker = createAsker({
        bridge: ui.bridge,
        clock: createSimulatedClock(),
        maxRetries: 0,
      });
      const result = await asker.ask({ questions: [{ question: "Ready?" }] });
      expect(result).toMatchObject({ outcome: "exhausted", attempt: 1 });
      expect(result.error).toContain(messageOf(make()));
    }
  });
});
