import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { hashOf, type Route, routeOf } from "../../src/page/state/route.js";

const key = fc
  .tuple(fc.constantFrom("ask-with-render-ack", "my.machine"), fc.string({ unit: "grapheme" }))
  .map(([machine, instance]) => `${machine}/${instance}`);
const side = fc.oneof(
  fc.record({ key }),
  fc.record({
    key,
    attempt: fc.integer({ min: 1, max: 99 }),
    generation: fc.integer({ min: 1, max: 9 }),
  }),
);
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>({ view: "overview" }, { view: "ledger" }, { view: "problems" }),
  fc.record({ view: fc.constant("instance" as const), key, n: fc.option(fc.nat(1_000_000)) }),
  fc.record({ view: fc.constant("compare" as const), a: side, b: side }),
);

describe("an address", () => {
  property.prop([route])("leads back to the view it is of", (one) => {
    expect(routeOf(hashOf(one))).toEqual(one);
  });

  property.prop([fc.string()])("that means nothing leads somewhere", (text) => {
    expect(routeOf(`#${text}`)).toHaveProperty("view");
  });

  it("of a moment is #instance@entry", () => {
    expect(hashOf({ view: "instance", key: "ask/it 1", n: 12 })).toBe("#ask/it%201@12");
  });
});
