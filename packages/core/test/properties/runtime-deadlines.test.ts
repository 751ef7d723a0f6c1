import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { type Deadline, Deadlines } from "../../src/runtime/deadlines.js";
import { property } from "../support/properties.js";

type Step = { readonly add: number } | { readonly drop: number } | "take" | "clear";

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ drop: fc.nat(1_000) }) },
    { weight: 3, arbitrary: fc.constant("take" as const) },
    { weight: 1, arbitrary: fc.constant("clear" as const) },
  ),
  { maxLength: 50, size: "max" },
) as fc.Arbitrary<Step[]>;

property("always has the earliest of what is left at hand", [steps], (list) => {
  const deadlines = new Deadlines<Deadline>();
  let left: Deadline[] = [];
  for (const [index, step] of list.entries()) {
    if (step === "clear") {
      deadlines.clear();
      for (const one of left) expect(one.index).toBe(-1);
      left = [];
    } else if (step === "take") {
      const { first } = deadlines;
      if (first) deadlines.drop(first);
      left = left.filter((one) => one !== first);
    } else if ("add" in step) {
      const event = { type: `${index}` };
      const deadline = { at: step.add, instance: "a", id: `${index}`, event, index: -1 };
      deadlines.add(deadline);
      left.push(deadline);
    } else if (left.length > 0) {
      const [dropped] = left.splice(step.drop % left.length, 1);
      deadlines.drop(dropped as Deadline);
      // A second time changes nothing.
      deadlines.drop(dropped as Deadline);
    }
    const earliest = left.length === 0 ? undefined : Math.min(...left.map(({ at }) => at));
    expect(deadlines.first?.at).toBe(earliest);
    if (deadlines.first) expect(left.includes(deadlines.first)).toBe(true);
  }
});

property("gives everything back, the earliest first", [fc.array(fc.nat(50))], (times) => {
  const deadlines = new Deadlines<Deadline>();
  times.forEach((at, n) => {
    deadlines.add({ at, instance: `${n}`, id: "a", event: { type: "a" }, index: -1 });
  });
  const taken: number[] = [];
  for (let { first } = deadlines; first; { first } = deadlines) {
    taken.push(first.at);
    deadlines.drop(first);
  }
  expect(taken).toEqual([...times].sort((a, b) => a - b));
});
