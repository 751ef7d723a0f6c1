import { fc, test } from "@fast-check/vitest";
import type { GuardEvent } from "@readback/core";
import { describe, expect, it, vi } from "vitest";

// The hook's file holds src/xstate.ts in place of XState. Both must make the same machine.

type Core = typeof import("../../core/src/index.js");

const real: Core = await import("../../core/src/index.js");
vi.doMock(import("xstate"), () => import("../src/xstate.js") as never);
vi.resetModules();
const small: Core = await import("../../core/src/index.js");

const VALIDATION = 1_000;
const RETENTION = 10_000;

const toolUseId = fc.nat(5).map((n) => `tool-${n}`);
const event: fc.Arbitrary<GuardEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { type: fc.constant("CLAIM" as const), toolUseId, unchecked: fc.constant(true as const) },
      { requiredKeys: ["type", "toolUseId"] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("PASSED", "FAILED", "WITHHELD", "OVERRULED", "GUARD_FAILED"),
      toolUseId,
      detail: fc.constant("because"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("COMPLETED", "REOPENED", "APPROVE", "RESET", "SESSION_ENDED"),
    }),
  },
);
const wait = fc.constantFrom(1, VALIDATION - 1, VALIDATION, RETENTION - 1, RETENTION);
const story = fc.array(fc.oneof({ weight: 4, arbitrary: event }, { weight: 1, arbitrary: wait }), {
  maxLength: 30,
  size: "max",
});
const settings = fc.record({
  maxRetryAttempts: fc.integer({ min: 1, max: 4 }),
  onGuardFailure: fc.constantFrom("block" as const, "allow" as const),
  rememberCompleted: fc.boolean(),
});

/** Everything that can be seen of one todo while a story is played. */
function played(core: Core, chosen: object, steps: readonly (GuardEvent | number)[]) {
  const { guardMachine, createRuntime, createSimulatedClock, createMemoryJournal } = core;
  const clock = createSimulatedClock();
  const journal = createMemoryJournal();
  const runtime = createRuntime([guardMachine], { clock, journal });
  const seen: unknown[] = [];
  journal.subscribe((entry) => seen.push(entry));
  runtime.on(guardMachine, (emitted) => seen.push(emitted));
  const todo = { session: "s", todo: "Write tests", validationTimeout: VALIDATION };
  runtime.start(guardMachine, "it", { ...todo, retention: RETENTION, ...chosen } as never);
  for (const step of steps) {
    if (typeof step === "number") clock.advance(step);
    else seen.push(runtime.send("it", step));
    const snapshot = runtime.snapshot("it");
    seen.push([...runtime.checkpoints()], [...(snapshot?.tags ?? [])], clock.next());
    seen.push(snapshot?.matches("approved"), snapshot?.matches({ watching: "allowed" }));
    seen.push(snapshot?.matches("watching"));
  }
  runtime.stop();
  return seen;
}

describe("the hook's own XState", () => {
  it("is another one", () => {
    expect(small.guardMachine).not.toBe(real.guardMachine);
    expect(small.guardMachine.constructor).toBe(Object);
  });

  test.prop([settings, story], { numRuns: 1_000 })(
    "makes the same machine: every step, timer and verdict is equal",
    (chosen, steps) => {
      expect(played(small, chosen, steps)).toEqual(played(real, chosen, steps));
    },
  );
});
