import { describe, expect, it } from "vitest";
import {
  acknowledge,
  cardOf,
  close,
  type Deck,
  present,
  refuse,
  remove,
  send,
  unanswered,
} from "../../src/element/deck.js";
import { request } from "../support/ask.js";

const first = request([{}], { requestId: "a.1", askId: "a" });
const retry = { ...first, requestId: "a.2", replaces: "a.1", attempt: 2 };
const other = request([{}], { requestId: "b.1", askId: "b" });
const phaseOf = (deck: Deck, requestId: string) => cardOf(deck, requestId)?.phase;
const order = (deck: Deck) => unanswered(deck).map(({ request: { requestId } }) => requestId);

describe("a deck", () => {
  it("keeps the order in which questions came; a retry keeps its place", () => {
    const deck = present(present(present([], first), other), retry);
    expect(order(deck)).toEqual(["a.2", "b.1"]);
  });

  it("does not change when the same presentation comes again", () => {
    const deck = present([], first);
    expect(present(deck, first)).toBe(deck);
  });

  it("puts a question that is asked again after its answer at the end", () => {
    const answered = acknowledge(present(present([], first), other), "a.1");
    expect(order(present(answered, { ...first, requestId: "c.1" }))).toEqual(["b.1", "c.1"]);
  });

  it("keeps the next ask of a question open when the answer to the last one is confirmed late", () => {
    const asked = present(send(present([], first), "a.1"), { ...first, requestId: "c.1" });
    expect(order(acknowledge(asked, "a.1"))).toEqual(["c.1"]);
    // Unless the host says that this answer has ended it, too.
    const ended = close(asked, "c.1", "answered");
    expect(phaseOf(acknowledge(ended, "a.1"), "c.1")).toEqual({ is: "sent" });
    // A retry of the same ask is still the question that was answered.
    const retried = present(send(present([], first), "a.1"), retry);
    expect(phaseOf(acknowledge(retried, "a.1"), "a.2")).toEqual({ is: "sent" });
  });

  it("knows a retry by the presentation that it replaces, over any number of them", () => {
    const third = { ...retry, requestId: "a.3", replaces: "a.2", attempt: 3 };
    const again = { ...first, requestId: "a.4" };
    const thrice = present(present(send(present([], first), "a.1"), retry), third);
    expect(phaseOf(acknowledge(thrice, "a.1"), "a.3")).toEqual({ is: "sent" });
    // Asked again: an answer to the last time does not settle this one.
    expect(order(acknowledge(present(thrice, again), "a.3"))).toEqual(["a.4"]);
  });

  it("opens a question again that the host had forgotten and now knows", () => {
    const lost = close(present([], first), "a.1", "unknown_request");
    expect(order(present(lost, first))).toEqual(["a.1"]);
    const over = close(present([], first), "a.1", "timed_out");
    expect(present(over, first)).toBe(over);
  });

  it("ends a question once, with the first reason", () => {
    const deck = close(close(present([], first), "a.1", "timed_out"), "a.1", "aborted");
    expect(phaseOf(deck, "a.1")).toMatchObject({ is: "closed", reason: "timed_out" });
  });

  it("does not end a retry when the earlier presentation ends", () => {
    const deck = close(present(present([], first), retry), "a.1", "unknown_request");
    expect(phaseOf(deck, "a.2")).toMatchObject({ is: "open" });
  });

  it("takes an acknowledgement of any presentation, also after the end", () => {
    const deck = close(present(present([], first), retry), "a.2", "answered");
    expect(phaseOf(acknowledge(deck, "a.1"), "a.2")).toEqual({ is: "sent" });
  });

  it("never takes back that an answer was sent", () => {
    const sent = acknowledge(present([], first), "a.1");
    expect(close(sent, "a.1", "timed_out")).toBe(sent);
    expect(refuse(sent, "a.1", "too long")).toBe(sent);
  });

  it("gives a refused answer back to where it was sent from", () => {
    const open = refuse(send(present([], first), "a.1"), "a.1", "too long");
    expect(phaseOf(open, "a.1")).toEqual({ is: "open", problem: "too long" });
    const late = send(close(present([], first), "a.1", "timed_out"), "a.1");
    expect(order(late)).toEqual([]);
    expect(phaseOf(refuse(late, "a.1", "nobody waits"), "a.1")).toEqual({
      is: "closed",
      reason: "timed_out",
      problem: "nobody waits",
    });
  });

  it("shrugs at what it does not know", () => {
    const deck = present([], first);
    for (const changed of [
      close(deck, "x", "timed_out"),
      acknowledge(deck, "x"),
      refuse(deck, "x", "no"),
      send(deck, "x"),
    ]) {
      expect(changed).toBe(deck);
    }
    expect(remove(deck, "x")).toEqual(deck);
  });
});
