import { expect, it } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";

it("fires what falls due on the way, in order, at its time", () => {
  const clock = createSimulatedClock(1_000);
  const fired: string[] = [];
  const at = (name: string) => () => void fired.push(`${name} ${clock.now()}`);
  clock.setTimeout(at("second"), 20);
  clock.setTimeout(at("first"), 10);
  clock.setTimeout(() => {
    at("third")();
    clock.setTimeout(at("fourth"), 5);
  }, 20);
  const dropped = clock.setTimeout(at("never"), 15);
  clock.clearTimeout(dropped);
  clock.clearTimeout(undefined);
  expect(clock.next()).toBe(1_010);
  clock.advance(25);
  expect(fired).toEqual(["first 1010", "second 1020", "third 1020", "fourth 1025"]);
  expect(clock.now()).toBe(1_025);
  expect(clock.next()).toBeUndefined();
});
