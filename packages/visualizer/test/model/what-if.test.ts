import { fc } from "@fast-check/vitest";
import { askMachine, guardMachine, instructionMachine } from "@readback/core";
import type { HostState } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { property } from "../../../core/test/support/properties.js";
import {
  branchOf,
  type Change,
  createTrack,
  eventsOfBranch,
  forecast,
  journalOfRun,
} from "../../src/index.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, keptOf, SAMPLES, throughJson } from "../support/journals.js";
import { presentedAsk } from "../support/stories.js";

describe("a forecast", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `of ${machine.id} is what happens when nothing more comes`,
      [inputs, happeningsOf(events)],
      (input, happenings) => {
        const entries = journalOf(machine, input, happenings);
        const later = journalOf(machine, input, [...happenings, 1e7]).slice(entries.length);
        const track = createTrack(machine, entries);
        const state = track.state(entries.length - 1) as HostState;
        const asleep = happenings.reduce<number>(
          (sum, one) =>
            sum + (typeof one === "number" ? one : "sleep" in one ? Number(one.sleep) : 0),
          1_000,
        );
        const told = forecast(machine, state, asleep, { until: asleep + 1e7 });
        const expected = later.map(({ time, event, from, to }) => ({ time, event, from, to }));
        const found = told.steps.map(({ entry: { time, event, from, to } }) => ({
          time,
          event,
          from,
          to,
        }));
        expect(found).toEqual(told.end === "repeats" ? expected.slice(0, found.length) : expected);
        expect(told.sentences).toHaveLength(told.steps.length + 1);
      },
    );
  }

  it("tells which delay leads where, and what is waited for", () => {
    const track = createTrack(askMachine, journalOf(askMachine, presentedAsk, []));
    const { sentences, end } = forecast(askMachine, track.state(0) as HostState, 1_000);
    expect(end).toBe("over");
    expect(sentences[0]).toBe(
      "In 30 s (1970-01-01T00:00:31.000Z), the delay renderTimeout of ask-with-render-ack.open.presenting.rendering leads from open.presenting.rendering to awaitingRetry.",
    );
    expect(sentences.at(-1)).toBe("It ends in closed.");
  });

  it("tells that only a person can lead on", () => {
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
    const claim = (toolUseId: string) => ({ type: "CLAIM", toolUseId, from: undefined }) as never;
    const entries = journalOf(guardMachine, input, [claim("1"), { sleep: 60_000 }, claim("2")]);
    const track = createTrack(guardMachine, entries);
    const state = track.state(entries.length - 1) as HostState;
    const { end, waitsFor, sentences } = forecast(guardMachine, state, 0);
    expect(end).toBe("waits");
    expect(waitsFor).toEqual(expect.arrayContaining(["APPROVE", "RESET"]));
    expect(sentences).toEqual([expect.stringContaining("it stays in exhausted")]);
  });

  it("ends when a machine goes round for ever", () => {
    const blinker = createMachine({
      id: "blinker",
      initial: "on",
      states: { on: { after: { 10: "off" } }, off: { after: { 10: "on" } } },
    });
    const { entries } = journalOfRun(blinker, { instance: "b", startedAt: 0, events: [] });
    const state = createTrack(blinker, entries).state(0) as HostState;
    const told = forecast(blinker, state, 0);
    expect([told.end, told.steps.length]).toEqual(["repeats", 2]);
  });
});

describe("a branch", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `of ${machine.id} without changes is what happened`,
      [inputs, happeningsOf(events), fc.nat(100)],
      (input, happenings, seek) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, entries);
        const from = (seek % (entries.length + 1)) - 1;
        const { steps, state, differs } = branchOf(track, { from });
        expect(throughJson(steps.map(({ entry }) => entry))).toEqual(entries.slice(from + 1));
        expect(keptOf(machine, state)).toEqual(keptOf(machine, track.state(entries.length - 1)));
        expect(differs).toBeNull();
      },
    );

    property(
      `of ${machine.id} in which an event is taken out and put in again is what happened`,
      [inputs, happeningsOf(events), fc.nat(100)],
      (input, happenings, seek) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, entries);
        const outside = [...entries.keys()].filter((n) => isFromOutside(entries[n] as never));
        const n = outside[seek % outside.length];
        if (n === undefined) return;
        const { event, payload } = entries[n] as (typeof entries)[number];
        const changes: Change[] = [{ alter: n, event: { ...payload, type: event } }];
        expect(branchOf(track, { from: n - 1, changes }).differs).toBeNull();
      },
    );

    property(
      `of ${machine.id} never throws, and only its own events are not as they were`,
      [inputs, happeningsOf(events), events, fc.nat(100), fc.integer({ min: -100, max: 100 })],
      (input, happenings, event, seek, by) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, entries);
        const outside = [...entries.keys()].filter((n) => isFromOutside(entries[n] as never));
        const n = outside[seek % outside.length];
        const at = (entries[seek % entries.length]?.time as number) + by;
        const changes: Change[][] = [[{ insert: event, at }]];
        if (n !== undefined) changes.push([{ skip: n }], [{ delay: n, by }], [{ alter: n, event }]);
        for (const one of changes) {
          const branch = branchOf(track, {
            from: -1,
            changes: one,
            until: Number.POSITIVE_INFINITY,
          });
          // What it writes is a journal that leads to the same place.
          const again = createTrack(machine, throughJson(branch.steps.map(({ entry }) => entry)));
          const fates = branch.steps.map((_, step) => again.fate(step));
          expect(fates.every((fate) => fate === "taken")).toBe(true);
          expect(keptOf(machine, again.state(again.length - 1))).toEqual(
            keptOf(machine, branch.state),
          );
        }
      },
    );
  }

  const answered = journalOf(askMachine, presentedAsk, [
    10,
    { type: "RENDERED", requestId: "own.1" } as never,
    10,
    { type: "ANSWER", requestId: "own.1", answers: [] } as never,
  ]);

  it("lets the deadline pass that a skipped event had stopped", () => {
    const track = createTrack(askMachine, answered);
    const { steps, differs } = branchOf(track, {
      from: 0,
      changes: [{ skip: 1 }, { skip: 2 }],
      until: 40_000,
    });
    expect(steps.map(({ origin, entry }) => [origin, entry.time, entry.to])).toEqual([
      ["deadline", 31_000, "awaitingRetry"],
    ]);
    expect(differs?.happened?.entry.event).toBe("RENDERED");
    expect(differs?.branch?.entry.time).toBe(31_000);
  });

  it("delays an event past a deadline", () => {
    const track = createTrack(askMachine, answered);
    const { steps } = branchOf(track, {
      from: 0,
      changes: [{ delay: 1, by: 60_000 }, { skip: 2 }],
      until: 62_000,
    });
    expect(steps.map(({ entry }) => [entry.event, entry.to])).toEqual([
      [expect.stringContaining("renderTimeout"), "awaitingRetry"],
      ["RENDERED", "awaitingRetry"],
    ]);
  });

  it("tells of an event that did nothing, and refuses to change what is no event", () => {
    const track = createTrack(askMachine, answered);
    const changes: Change[] = [{ insert: { type: "SING" }, at: 1_005 }];
    const branch = branchOf(track, { from: 0, changes });
    expect(branch.unheard.map(({ what }) => what)).toEqual([
      { do: "send", event: { type: "SING" } },
    ]);
    expect(branch.differs).toBeNull();
    expect(() => branchOf(track, { from: 1, changes: [{ skip: 1 }] })).toThrow(
      /Entry 1 cannot be changed/,
    );
    expect(() => branchOf(track, { from: -1, changes: [{ skip: 0 }] })).toThrow(RangeError);
  });

  it("works for somebody else's machine, with history and an actor", () => {
    const { entries } = journalOfRun(houseMachine, {
      instance: "h",
      startedAt: 0,
      events: [
        { at: 10, event: { type: "DIM" } },
        { at: 20, event: { type: "FETCH" } },
        { at: 40, event: { type: "xstate.done.actor.courier", output: "parcel" } as never },
        { at: 50, event: { type: "LEAVE" } },
        { at: 60, event: { type: "RETURN" } },
      ],
    });
    const track = createTrack(houseMachine, entries);
    expect(branchOf(track, { from: 0 }).differs).toBeNull();
    const branch = branchOf(track, { from: 0, changes: [{ skip: 1 }, { skip: 3 }], until: 5_000 });
    expect(branch.steps.map(({ entry }) => entry.event)).toEqual([
      "FETCH",
      "LEAVE",
      "RETURN",
      "xstate.after.1000.house.home.light.bright",
    ]);
    expect(branch.state?.snapshot.value).toEqual({ home: { light: "dimmed", door: "closed" } });
    expect(branch.state?.snapshot.context).toEqual({ rings: 0, parcel: null });
  });

  it("is exported as a list of events, from the very beginning", () => {
    const track = createTrack(askMachine, answered);
    const list = eventsOfBranch(track, {
      from: 1,
      changes: [{ insert: { type: "SHOW" }, at: 1_015 }, { skip: 2 }],
    });
    expect(list).toEqual({
      machine: "ask-with-render-ack",
      instance: "it",
      events: [
        { at: 1_010, event: { type: "RENDERED", requestId: "own.1" } },
        { at: 1_015, event: { type: "SHOW" } },
      ],
    });
  });

  it("begins at what is left of a long history", () => {
    const input = { id: "i", content: "Check", maxRetries: 1e9, expiresAfter: 1e9 };
    const rounds = Array.from({ length: 100 }, () => [
      { type: "DISPATCHED" },
      { type: "TICK" },
    ]).flat();
    const track = createTrack(instructionMachine, journalOf(instructionMachine, input, rounds));
    track.forgetBefore(150);
    const { steps, differs } = branchOf(track, { from: track.first });
    expect(steps).toHaveLength(track.length - track.first - 1);
    expect(differs).toBeNull();
  });
});

function isFromOutside({ event, deadline }: { event: string; deadline?: string }): boolean {
  return deadline === undefined && !event.startsWith("xstate.") && !event.startsWith("readback.");
}
