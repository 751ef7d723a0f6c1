import { fc } from "@fast-check/vitest";
import { askMachine, guardMachine, instructionMachine } from "@readback/core";
import { createHost, type HostState } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createActor, type EventObject } from "xstate";
import { anyPlan, EVENTS, machineOf } from "../../../core/test/support/any-machine.js";
import { property } from "../../../core/test/support/properties.js";
import {
  candidatesAt,
  createTrack,
  type JudgedCandidate,
  journalOfRun,
  whatNext,
  whyHere,
  whyNot,
} from "../../src/index.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, SAMPLES } from "../support/journals.js";
import { presentedAsk } from "../support/stories.js";

describe("why not", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `agrees with XState's own can(), for ${machine.id}`,
      [inputs, happeningsOf(events), events, fc.nat(100)],
      (input, happenings, event, seek) => {
        const entries = journalOf(machine, input, happenings);
        const n = seek % entries.length;
        const state = createTrack(machine, entries).state(n) as HostState;
        const { value, context } = state.snapshot;
        const now = (entries[n]?.time as number) + 7;
        const stamped = Object.assign({}, event, { at: now }) as EventObject;
        const snapshot = machine.resolveState({ value, context } as never);
        const told = whyNot(machine, state, event, now);
        // XState's `can` knows of no end.
        const can = state.snapshot.status === "active" && snapshot.can(stamped as never);
        expect(told.can).toBe(can);
        expect(told.sentences.length).toBeGreaterThan(0);
      },
    );
  }

  property(
    "agrees with XState's own can(), for machines of every kind",
    [
      anyPlan,
      fc.array(fc.constantFrom(...EVENTS), { maxLength: 5 }),
      fc.constantFrom(...EVENTS, "NONE"),
    ],
    (plan, sent, type) => {
      const machine = machineOf(plan);
      const host = createHost(machine);
      let { state } = host.start("m", 0 as never, 0);
      for (const one of sent)
        state = host.send("m", state, { type: one } as never, 1)?.state ?? state;
      if (state.snapshot.status !== "active") return;
      const { can, candidates } = whyNot(machine, state, { type }, 1);
      expect(can).toBe(state.snapshot.can({ type, at: 1 } as never));
      expect(taken(candidates)).toEqual(chosen(machine, state, { type, at: 1 } as never));
    },
  );

  const house = ["LEAVE", "RETURN", "DIM", "RING", "FETCH", "note.paper", "note", "notes.paper"];
  property(
    "agrees with a running actor's can(), for somebody else's machine",
    [
      fc.array(fc.constantFrom(...house.filter((type) => type !== "FETCH")), { maxLength: 8 }),
      fc.constantFrom(...house),
    ],
    (sent, type) => {
      const actor = createActor(houseMachine).start();
      for (const one of sent) actor.send({ type: one } as never);
      const events = sent.map((one) => ({ at: 0, event: { type: one } }));
      const { entries } = journalOfRun(houseMachine, { instance: "h", startedAt: 0, events });
      const track = createTrack(houseMachine, entries);
      const state = track.state(track.length - 1) as HostState;
      expect(state.snapshot.value).toEqual(actor.getSnapshot().value);
      const { can, candidates } = whyNot(houseMachine, state, { type }, 0);
      expect(can).toBe(actor.getSnapshot().can({ type } as never));
      expect(taken(candidates)).toEqual(chosen(houseMachine, state, { type }));
      actor.stop();
    },
  );

  const presented = createTrack(askMachine, journalOf(askMachine, presentedAsk, []));

  it("names the guard that failed and the values it looked at", () => {
    const state = presented.state(0) as HostState;
    const { can, sentences } = whyNot(
      askMachine,
      state,
      { type: "RENDERED", requestId: "other.1" } as never,
      5,
    );
    expect(can).toBe(false);
    expect(sentences[0]).toMatch(
      /^In open.presenting, RENDERED leads to open.rendered only when its guard holds: isOwnRequest fails \(/,
    );
    expect(sentences[0]).toContain('event.requestId is "other.1"');
    expect(sentences[0]).toContain('context.ask.requestBase is "own"');
  });

  it("tells an event that means nothing here from one the machine does not know", () => {
    const state = presented.state(0) as HostState;
    expect(whyNot(askMachine, state, { type: "DEQUEUED" }, 5).sentences[0]).toContain("isDead");
    expect(whyNot(askMachine, state, { type: "FORGET" }, 5).sentences).toEqual([
      "FORGET means nothing in open.presenting.rendering: only these states take it: ended.listening, ended.received.",
    ]);
    expect(whyNot(askMachine, state, { type: "SING" }, 5).sentences).toEqual([
      "The machine ask-with-render-ack knows no event SING.",
    ]);
  });

  it("says what can happen next, the delays first", () => {
    const { sentences, deadlines } = whatNext(askMachine, presented.state(0) as HostState, 11_000);
    expect(deadlines).toHaveLength(1);
    expect(sentences[0]).toBe(
      "In 20 s (1970-01-01T00:00:31.000Z), the delay renderTimeout of ask-with-render-ack.open.presenting.rendering leads to open.unrendered.",
    );
    expect(sentences.find((one) => one.startsWith("RENDERED leads"))).toContain(
      "depends on the event",
    );
  });

  it.each([
    [60_000, "In 1 min ("],
    [47 * 3_600_000, "In 47 h ("],
    [72 * 3_600_000, "In 3 d ("],
    [302_220_000, "In 3 d 12 h ("],
  ])("says of what is due in %i ms: %s", (expiresAfter, said) => {
    const input = { id: "i", content: "Check", maxRetries: 0, expiresAfter };
    const track = createTrack(instructionMachine, journalOf(instructionMachine, input, []));
    const { sentences } = whatNext(instructionMachine, track.state(0) as HostState, 1_000);
    expect(sentences[0]).toContain(said);
  });

  it("says why it is here: the entry, the event and the guard", () => {
    const entries = journalOf(askMachine, presentedAsk, [
      5,
      { type: "RENDERED", requestId: "own.1" } as never,
      5,
      { type: "SHOW" },
    ]);
    const { by, sentences } = whyHere(createTrack(askMachine, entries), 2);
    expect(by.n).toBe(1);
    expect(sentences[0]).toMatch(
      /^It is in open.rendered.waiting since 1970-01-01T00:00:01.005Z \(entry 1\): RENDERED came in open.presenting.rendering; isOwnRequest holds \(/,
    );
  });

  it("knows what a guard says where no event is needed for it", () => {
    const input = { id: "i", content: "Check", maxRetries: 0, expiresAfter: 1_000 };
    const entries = journalOf(instructionMachine, input, [{ type: "DISPATCHED" }]);
    const state = createTrack(instructionMachine, entries).state(1) as HostState;
    const [retry] = candidatesAt(instructionMachine, state, 0).filter(
      ({ event }) => event === "TICK",
    );
    expect(retry?.guard?.result).toBe("fails");
    expect(retry?.guard?.inner.map(({ name, result }) => [name, result])).toEqual([
      ["isIdle", "depends"],
      ["not", "depends"],
      ["hasAttemptsLeft", "fails"],
    ]);
    const left = retry?.guard?.inner[2];
    expect(left?.readings).toEqual([
      { of: "context", path: "attempt", value: 1 },
      { of: "context", path: "bound", value: 1 },
    ]);
  });

  it("says that it is over", () => {
    const input = {
      session: "s",
      todo: "t",
      maxRetryAttempts: 1,
      validationTimeout: 1,
      retention: 1,
      onGuardFailure: "block",
      rememberCompleted: false,
      rules: 2,
    };
    const entries = journalOf(guardMachine, input, [{ type: "SESSION_ENDED" }]);
    const state = createTrack(guardMachine, entries).state(1) as HostState;
    expect(whyNot(guardMachine, state, { type: "CLAIM" }, 0).sentences).toEqual([
      "It has ended in forgotten: no event is taken any more.",
    ]);
    expect(whatNext(guardMachine, state, 0).sentences).toEqual([
      "Nothing: it has ended in forgotten.",
    ]);
  });
});

/** The states whose transitions are taken, and for what. */
function taken(candidates: readonly JudgedCandidate[]): readonly string[] {
  const found = candidates.filter(({ verdict }) => verdict === "taken");
  return found.map(({ state, event, targets }) => `${state} ${event} ${targets}`);
}

/** The same, as XState chooses. */
function chosen(
  machine: AnyStateMachine,
  { snapshot }: HostState,
  event: EventObject,
): readonly string[] {
  return machine.getTransitionData(snapshot, event).map(({ source, eventType, target }) => {
    const [state, ...targets] = [source, ...(target ?? [])].map(
      ({ path, id }) => path.join(".") || id,
    );
    return `${state} ${eventType} ${targets}`;
  });
}
