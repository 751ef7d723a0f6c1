import { BrokenPromiseError, bridgeChecks } from "@readback/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModelSurface, type Flaw } from "../../core/test/support/model-surface.js";
import { type DeskHosting, startDesks } from "./support/desk-host.js";

// What every user interface promises, through a desk of a cluster: the same checks as beside an asker.

let desks: DeskHosting;

beforeAll(async () => {
  desks = await startDesks();
});
afterAll(() => desks?.stop());

const checksOf = (flaw?: Flaw) =>
  bridgeChecks({
    create: () => createModelSurface(flaw),
    host: (bridge, terms) => desks.host(bridge, terms),
    patience: 20_000,
  });

describe("a user interface on a desk", () => {
  for (const { name, run } of checksOf()) test(name, run);
});

/** Flaws that show at once, and a check that notices each: what is wrong reaches the cluster, and is seen there. */
const NOTICED: readonly (readonly [Flaw, string])[] = [
  ["acks while hidden", "acknowledges nothing while nobody can see it, and then does"],
  ["changes answers", "hands over an answer as it was given, once"],
  ["answers twice", "hands over an answer as it was given, once"],
  ["cancels for declines", "tells that a person refused to answer"],
  ["closes as a refusal", "takes silence for silence"],
  ["leaks listeners", "lets go of an asker that is disposed of"],
];

test.each(NOTICED)("one that %s is found out", async (flaw, noticing) => {
  const check = checksOf(flaw).find(({ name }) => name === noticing);
  const failure: unknown = await check?.run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BrokenPromiseError);
  // Not because it took too long.
  expect(String(failure)).not.toContain("within");
});
