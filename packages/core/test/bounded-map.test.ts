import { describe, expect, it } from "vitest";
import { BoundedMap } from "../src/bounded-map.js";

describe("a bounded map", () => {
  it("forgets what was set longest ago", () => {
    const map = new BoundedMap<string, number>(2);
    map.set("a", 1).set("b", 2);
    expect([...map]).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    map.set("a", 3).set("c", 4);
    expect([...map]).toEqual([
      ["a", 3],
      ["c", 4],
    ]);
  });

  it("with a limit of 0 keeps nothing", () => {
    expect(new BoundedMap<string, number>(0).set("a", 1).size).toBe(0);
  });
});
