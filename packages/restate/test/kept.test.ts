import { askMachine, createAsk } from "@readback/core";
import { createHost } from "@readback/core/host";
import { describe, expect, test } from "vitest";
import { keptOf, type Parked, parkedToo, restoredFrom } from "../src/kept.js";

const host = createHost(askMachine);
const { state } = host.start("a", createAsk({ questions: [{ question: "Which?" }] }), 1_000);
const kept = JSON.parse(JSON.stringify(keptOf(host, state, 1)));

describe("what the cluster keeps", () => {
  test("comes back as it was, deadlines included", () => {
    expect(host.keep(restoredFrom(host, "a", kept))).toEqual(host.keep(state));
  });

  test("goes through the upcaster when another definition wrote it", () => {
    const older = { ...kept, definition: "0000" };
    expect(host.keep(restoredFrom(host, "a", older))).toEqual(host.keep(state));
  });

  test("is refused when it cannot be a state of the machine", () => {
    const odd = { ...kept, definition: "0000", state: { ...kept.state, value: "nowhere" } };
    expect(() => restoredFrom(host, "a", odd)).toThrow("not a state of the machine");
  });

  test("is set aside with the reason, and no more of one key than can be looked at", () => {
    let parked: readonly Parked[] | null = null;
    for (let at = 0; at < 5; at += 1) {
      parked = parkedToo(parked, askMachine, "a", { kept, error: new Error(`number ${at}`), at });
    }
    expect(parked?.map(({ why }) => why)).toEqual(["number 2", "number 3", "number 4"]);
  });
});
