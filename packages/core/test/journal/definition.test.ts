import { expect, it } from "vitest";
import { and, createMachine, not } from "xstate";
import { definitionOf } from "../../src/journal/definition.js";

const lamp = (onward: string, guard: unknown = undefined) =>
  createMachine({
    id: "lamp",
    initial: "off",
    states: { off: { on: { PRESS: { target: onward, guard: guard as never } } }, on: {}, dim: {} },
  });

it("is the same for what is written the same, whatever functions are called in a build", () => {
  const [one, other] = [
    () => true,
    function renamed() {
      return false;
    },
  ];
  expect(definitionOf(lamp("on", one))).toBe(definitionOf(lamp("on", other)));
  expect(definitionOf(lamp("on"))).toMatch(/^[0-9a-f]{8}$/);
});

it("is another when a transition or a guard is another", () => {
  const definitions = [
    lamp("on"),
    lamp("dim"),
    lamp("on", "isDark"),
    lamp("on", not("isDark")),
    lamp("on", and(["isDark", "isHome"])),
  ].map(definitionOf);
  expect(new Set(definitions).size).toBe(definitions.length);
});
