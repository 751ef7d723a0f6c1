import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { plainOf } from "../../src/source/plain.js";

describe("a plain value", () => {
  property.prop([fc.jsonValue({ maxDepth: 4 })])(
    "is the value itself when it is small",
    (value) => {
      expect(JSON.parse(JSON.stringify(plainOf(value)))).toEqual(JSON.parse(JSON.stringify(value)));
    },
  );

  it("is bounded, and says what was cut", () => {
    const circle: Record<string, unknown> = { name: "circle" };
    circle.self = circle;
    expect(plainOf(circle)).toEqual({ name: "circle", self: "(itself again)" });
    expect(plainOf("x".repeat(20_000))).toMatch(/… \(10000 more characters\)$/);
    expect((plainOf(Array.from({ length: 500 }, () => 1)) as unknown[]).at(-1)).toBe("(300 more)");
    const wide = Array.from({ length: 150 }, () => Array.from({ length: 150 }, () => ({ a: 1 })));
    expect(JSON.stringify(plainOf(wide)).length).toBeLessThan(200_000);
    expect(plainOf({ a: 1n, b: () => 1, c: Number.NaN })).toEqual({
      a: "1",
      b: "(function)",
      c: "NaN",
    });
  });

  it("keeps a name that means something to JavaScript as a name", () => {
    const hostile = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}');
    const made = plainOf(hostile) as Record<string, unknown>;
    expect(JSON.stringify(made)).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});
