import { expect, it } from "vitest";
import { excerpt } from "../src/demo/script/excerpt.js";

const text = ["<a>", "  <b>", "    one", "  </b>", "", "  <c>two</c>", "", "</a>"].join("\n");

it("keeps the lines that a pattern touches and marks what is left out", () => {
  expect(excerpt(text, [/<b>.*?<\/b>/s])).toEqual(["…", "  <b>", "    one", "  </b>", "…"]);
});

it("marks no gap where only empty lines are left out", () => {
  expect(excerpt(text, [/<\/b>/, /<c>/])).toEqual(["…", "  </b>", "  <c>two</c>", "…"]);
});

it("keeps every match of a pattern", () => {
  expect(excerpt(text, [/<\/?a>/])).toEqual(["<a>", "…", "</a>"]);
});
