import { expect, it } from "vitest";
import { defineReadbackQuestions, ReadbackQuestions } from "../../src/index.js";

it("can be imported and defined on a server, which has no elements", () => {
  expect(typeof customElements).toBe("undefined");
  expect(() => defineReadbackQuestions()).not.toThrow();
  expect(ReadbackQuestions.observedAttributes).toEqual(["paused"]);
});
