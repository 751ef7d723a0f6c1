import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type FromView, type ToView, VIEW_PING } from "../../src/shared/view-protocol.js";
import { createLink } from "../../src/view/link.js";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("addEventListener", () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A view with an open question, and its calls; each is answered when the test says so. */
async function setUp() {
  const calls: { readonly said: FromView; readonly reply: (told: ToView) => void }[] = [];
  const link = createLink({
    key: "",
    call: (said) => new Promise((reply) => calls.push({ said, reply })),
    onMessage: () => {},
    onDrafts: () => {},
    onLost: () => {},
    onState: () => {},
    isBusy: () => true,
  });
  const settle = async () => {
    calls.at(-1)?.reply({ events: [] });
    await vi.advanceTimersByTimeAsync(0);
  };
  link.open({});
  await settle();
  const saidIn = (at: number) => calls[at]?.said.say?.map(({ type }) => type);
  return { link, calls, settle, saidIn };
}

it("keeps that somebody types for the next sign of life: an answer finds no call under way", async () => {
  const { link, calls, settle, saidIn } = await setUp();
  link.say({ type: "activity", requestId: "r.1" });
  await vi.advanceTimersByTimeAsync(VIEW_PING - 1);
  expect(calls).toHaveLength(1);
  link.say({ type: "answer", requestId: "r.1", answers: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(saidIn(1)).toEqual(["activity", "answer"]);
  await settle();
  link.say({ type: "activity", requestId: "r.1" });
  await vi.advanceTimersByTimeAsync(VIEW_PING);
  expect(saidIn(2)).toEqual(["activity"]);
});

it("says what a reply that was lost may not have told, until one comes, and then no more", async () => {
  const { link, calls, settle, saidIn } = await setUp();
  link.say({ type: "answer", requestId: "r.1", answers: [] });
  await vi.advanceTimersByTimeAsync(0);
  // The server does not know the view: nothing of that call counts.
  calls.at(-1)?.reply({ events: [], again: true });
  await vi.advanceTimersByTimeAsync(VIEW_PING);
  expect(calls.at(-1)?.said.open).toBeDefined();
  expect(calls[1]?.said.say).toEqual(calls[2]?.said.say);
  await settle();
  await vi.advanceTimersByTimeAsync(VIEW_PING);
  expect(saidIn(3)).toBeUndefined();
});
