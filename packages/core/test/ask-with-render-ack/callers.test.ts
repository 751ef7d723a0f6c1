import { expect, it } from "vitest";
import { createCallers } from "../../src/ask-with-render-ack/callers.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";

it("lets go of everyone who was told, and of their clocks", () => {
  const clock = createSimulatedClock();
  const impatient: string[] = [];
  const callers = createCallers(
    clock,
    ({ instance }) => impatient.push(instance),
    () => {},
  );
  callers.add("a", () => {}, { patience: 10 });
  callers.add("a", () => {});
  callers.add("b", () => {}, { patience: 20 });
  expect(callers.removeAll("a")).toHaveLength(2);
  expect([callers.has("a"), callers.instances(), callers.removeAll("a")]).toEqual([
    false,
    ["b"],
    [],
  ]);
  clock.advance(20);
  expect(impatient).toEqual(["b"]);
});
