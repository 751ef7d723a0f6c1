import { askMachine, createAsk } from "@readback/core";
import { createHost } from "@readback/core/host";
import type { ObjectContext } from "@restatedev/restate-sdk";
import { describe, expect, test } from "vitest";
import { keptOf, type Parked, park, parkedIn, restoredFrom, settleParked } from "../src/kept.js";

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

  describe("and cannot be read", () => {
    /** The state of an object of the cluster. */
    function objectState() {
      const state = new Map<string, unknown>();
      const context = {
        get: async (key: string) => state.get(key) ?? null,
        set: (key: string, value: unknown) => void state.set(key, value),
        clear: (key: string) => void state.delete(key),
        stateKeys: async () => [...state.keys()],
      };
      return context as unknown as ObjectContext;
    }
    const aside = (context: ObjectContext, instance: string, at: number) =>
      park(context, askMachine, instance, { kept, error: new Error(`number ${at}`), at });

    test("is set aside with the reason, and no more of one instance than can be looked at", async () => {
      const context = objectState();
      for (let at = 0; at < 5; at += 1) await aside(context, "a", at);
      const parked = (await context.get<readonly Parked[]>("parked:a")) ?? [];
      expect(parked.map(({ why }) => why)).toEqual(["number 2", "number 3", "number 4"]);
    });

    test("is set aside for each instance, however many there are", async () => {
      const context = objectState();
      for (let at = 0; at < 9; at += 1) await aside(context, `todo ${at}`, at);
      expect((await parkedIn(context)).size).toBe(9);
    });

    test("is kept when a person has decided, and in nobody's way", async () => {
      const context = objectState();
      await aside(context, "a", 1);
      expect(await settleParked(context, "a")).toBe(true);
      expect(await settleParked(context, "a")).toBe(false);
      expect((await parkedIn(context)).size).toBe(0);
      expect(await context.get("settled:a")).toHaveLength(1);
    });
  });
});
