import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { Deadlines, type Due } from "../../src/runtime/deadlines.js";
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

property(
  "always has the earliest of what is left at hand, the first added of those",
  [steps],
  (list) => {
    const deadlines = new Deadlines<Due>();
    let left: Due[] = [];
    for (const step of list) {
      if (step === "clear") {
        deadlines.clear();
        for (const one of left) expect(one.index).toBe(-1);
        left = [];
      } else if (step === "take") {
        const { first } = deadlines;
        if (first) deadlines.drop(first);
        left = left.filter((one) => one !== first);
      } else if ("add" in step) {
        const deadline = { at: step.add, index: -1 };
        deadlines.add(deadline);
        left.push(deadline);
      } else if (left.length > 0) {
        const [dropped] = left.splice(step.drop % left.length, 1);
        deadlines.drop(dropped as Due);
        // A second time changes nothing.
        deadlines.drop(dropped as Due);
      }
      const earliest = Math.min(...left.map(({ at }) => at));
      expect(deadlines.first).toBe(left.find(({ at }) => at === earliest));
    }
  },
);

property("gives everything back, the earliest first", [fc.array(fc.nat(50))], (times) => {
  const deadlines = new Deadlines<Due>();
  for (const at of times) deadlines.add({ at, index: -1 });
  const taken: number[] = [];
  for (let { first } = deadlines; first; { first } = deadlines) {
    taken.push(first.at);
    deadlines.drop(first);
  }
  expect(taken).toEqual([...times].sort((a, b) => a - b));
});
