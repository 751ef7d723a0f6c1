import type { JournalEntry } from "@readback/core";
import { expect, it } from "vitest";
import { createTransitions } from "../src/demo/transitions.js";

const entry = (changes: Partial<JournalEntry>): JournalEntry => ({
  v: 1,
  time: 0,
  machine: "machine",
  instance: "one",
  event: "EVENT",
  from: "a",
  to: "b",
  attempt: 1,
  bound: 2,
  cause: null,
  ...changes,
});

it("tells the attempt when it begins, and not again", () => {
  const transitionOf = createTransitions();
  expect(transitionOf(entry({ attempt: 0 })).attempt).toBeNull();
  expect(transitionOf(entry({ attempt: 1 })).attempt).toEqual({ number: 1, bound: 2 });
  expect(transitionOf(entry({ attempt: 1 })).attempt).toBeNull();
  expect(transitionOf(entry({ attempt: 1, instance: "two" })).attempt).not.toBeNull();
});

it("tells the cause when it changes", () => {
  const transitionOf = createTransitions();
  expect(transitionOf(entry({ cause: "timer" })).cause).toBe("timer");
  expect(transitionOf(entry({ cause: "timer" })).cause).toBeNull();
  expect(transitionOf(entry({ cause: "human" })).cause).toBe("human");
});

it("tells the outcome unless the state has its name", () => {
  const transitionOf = createTransitions();
  expect(transitionOf(entry({ to: "ended", outcome: "exhausted" })).outcome).toBe("exhausted");
  expect(transitionOf(entry({ to: "answered", outcome: "answered" })).outcome).toBeNull();
});
