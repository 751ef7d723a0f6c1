import { fc, test } from "@fast-check/vitest";
import { describe, expect, it, vi } from "vitest";
import * as real from "xstate";
import * as small from "../src/xstate.js";

// The hook's file holds src/xstate.ts in place of XState. What both make must look the same to
// core's interpreter, which core's own tests compare with XState step by step.

const collect = () => {};
const guard = () => true;

describe("the hook's own XState", () => {
  it.each([
    ["assign", { attempt: 1 }],
    ["assign", () => ({ attempt: 1 })],
    ["emit", { type: "told" }],
    ["enqueueActions", collect],
    ["raise", { type: "LATER" }, { id: "later", delay: 10 }],
    ["raise", { type: "LATER" }, { delay: "patience" }],
    ["cancel", "later"],
  ] as const)("makes the action %s of the same fields", (name, ...args) => {
    const { resolve, execute, ...fields } = { ...make(real, name, args) };
    expect(resolve).toBeTypeOf("function");
    for (const [key, value] of Object.entries(make(small, name, args))) {
      expect(fields[key]).toBe(value);
      delete fields[key];
    }
    expect(Object.values(fields).filter((left) => left !== undefined)).toEqual([]);
  });

  it("makes guards of the same fields, which can be told apart", () => {
    const checks = (["and", "or", "not"] as const).map((name) => {
      const given = name === "not" ? guard : [guard, "named"];
      expect(make(small, name, [given]).guards).toEqual(make(real, name, [given]).guards);
      expect(make(small, name, [given]).check).toBe(make(small, name, [given]).check);
      return make(small, name, [given]).check;
    });
    expect(new Set(checks).size).toBe(3);
  });

  const value = fc.letrec<{ value: real.StateValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "b"),
      fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { minKeys: 1, maxKeys: 1 }),
    ),
  })).value;
  test.prop([value, value])("matches the same states", (wanted, found) => {
    expect(small.matchesState(wanted, found)).toBe(real.matchesState(wanted, found));
  });

  it("makes machines that the interpreter runs: the guard's is one", async () => {
    vi.doMock(import("xstate"), () => small as never);
    vi.resetModules();
    const { guardMachine } = await import("../../core/src/todo-attempt-guard/machine.js");
    const { interpret } = await import("../../core/src/runtime/interpreter/interpreter.js");
    const { createStepper } = await import("../../core/src/runtime/stepper.js");
    expect(guardMachine.constructor).toBe(Object);
    expect(() => interpret(guardMachine, small.createEmptyActor())).not.toThrow();
    expect(createStepper(guardMachine).machine).toBe(guardMachine);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: what both keep in their actions has no useful type
function make(from: any, name: string, args: readonly unknown[]): any {
  return from[name](...args);
}
