import { describe, expect, it } from "vitest";
import { complaints, functionsOf } from "../../core/test/support/garbage.js";
import * as chart from "../src/chart/index.js";
import * as layout from "../src/chart/node.js";
import * as model from "../src/index.js";
import * as server from "../src/server.js";

// Whoever calls a public function with garbage is told in words what is wrong. Every export is tried, a new one by itself.

const { serve, ...closedServer } = server;
const entries = { model, chart, layout, server: closedServer };

describe.each(Object.entries(entries))("what the %s exports", (_, all) => {
  it.each(functionsOf(all))("%s answers garbage with its own words", async (_, run) => {
    expect(await complaints(run)).toEqual([]);
  });
});

it("serve answers garbage with its own words", async () => {
  // Any function will do, and opens a server: only what is none is tried.
  expect(await complaints((shown) => typeof shown !== "function" && serve(shown as never))).toEqual(
    [],
  );
});
