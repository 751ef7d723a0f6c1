import { expect } from "vitest";
import { checkAnswers } from "../../src/ask-with-render-ack/answers.js";
import { askIdOf } from "../../src/ask-with-render-ack/request-id.js";
import {
  ASK,
  asksFor,
  type Caller,
  commands,
  createWorld,
  generations,
  type Happening,
  PLAIN,
  settings,
  textOf,
  type World,
  worldAfter,
} from "../support/ask-world.js";
import { property } from "../support/properties.js";

// Invariant 7: nothing a person entered is lost, and nothing is answered that was not asked.

const requestOf = (happening: Happening): string | undefined =>
  "requestId" in happening
    ? happening.requestId
    : happening.kind === "sent"
      ? happening.request.requestId
      : undefined;

/** What became of the answer a person typed into a dialog. */
interface Typed {
  readonly acknowledgedAt: number;
  /** Each time it was given to those who waited then. */
  deliveries: number;
}

/** The answers that were acknowledged to the UI, by request. */
function ledger({ happenings }: World): Map<string, Typed> {
  const typed = new Map<string, Typed>();
  /** Those given out since the last call: all their receivers waited at once. */
  const givenNow = new Set<string>();
  for (const happening of happenings) {
    if (happening.kind === "asked") givenNow.clear();
    if (happening.kind === "acknowledged" && !typed.has(happening.requestId)) {
      typed.set(happening.requestId, { acknowledgedAt: happening.at, deliveries: 0 });
    }
    if (happening.kind !== "result" || !happening.result.answered) continue;
    const requestId = happening.result.requestId ?? "";
    const answer = typed.get(requestId);
    if (!answer) throw new Error(`${requestId} was delivered and never acknowledged`);
    if (!givenNow.has(requestId)) answer.deliveries += 1;
    givenNow.add(requestId);
  }
  return typed;
}

/** Asks each question again until there is no answer at once: whatever is held comes out. */
async function collectHeld(world: World): Promise<void> {
  await world.do({ do: "sending", how: "works" });
  const asked = new Map(world.callers.map((one) => [`${one.question} ${one.session}`, one]));
  for (const { question, session } of asked.values()) {
    for (let again = true, rounds = 0; again; rounds += 1) {
      if (rounds > 100) throw new Error("One held answer is given out again and again");
      const sent = world.requests.size;
      await world.do({ do: "ask", question, session });
      const [result] = world.callers.at(-1)?.settled ?? [];
      again =
        !!result && !(result instanceof Error) && result.answered && world.requests.size === sent;
    }
  }
}

property(
  "delivers every acknowledged answer exactly once: to those who wait, or to the next who asks",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await collectHeld(world);
    for (const [requestId, { acknowledgedAt, deliveries }] of ledger(world)) {
      expect(deliveries, requestId).toBeLessThanOrEqual(1);
      const isKept = world.clock.now() < acknowledgedAt + chosen.lateAnswerWindow;
      if (isKept) expect(deliveries, requestId).toBe(1);
    }
  },
  {
    kept: [
      // Answered after a restart, before the caller was back: given to nobody.
      [
        PLAIN,
        [ASK, { do: "restart", how: "as it is", again: false }, { do: "answer", request: 0 }],
      ],
      // The policy stood in the way of an answer that was there already.
      [
        { ...PLAIN, concurrency: "reject" },
        [
          { do: "ask", question: 2, session: 0 },
          { do: "give up", caller: 0 },
          { do: "answer", request: 0 },
        ],
      ],
      // An old dialog answered the new ask; sent again after a restart, it was kept a second time.
      [
        { ...PLAIN, maxRetries: 0 },
        [
          ASK,
          { do: "wait until due", early: 0 },
          ASK,
          { do: "answer", request: 1 },
          { do: "restart", how: "as checkpoints", again: true },
          { do: "answer", request: 1 },
        ],
      ],
    ],
  },
);

property(
  "gives an answer to all who wait for that question, whichever of its dialogs it was typed into",
  [settings, commands()],
  async (chosen, list) => {
    const { happenings, requests } = await worldAfter(chosen, list);
    const waiting = new Set<Caller>();
    const acknowledged = new Set<string>();
    for (const happening of happenings) {
      if (happening.kind === "asked") waiting.add(happening.caller);
      if (happening.kind === "gave up") waiting.delete(happening.caller);
      if (happening.kind === "result") waiting.delete(happening.caller);
      if (happening.kind === "restart") waiting.clear();
      if (happening.kind !== "acknowledged" || acknowledged.has(happening.requestId)) continue;
      const { requestId } = happening;
      acknowledged.add(requestId);
      const request = requests.get(requestId);
      for (const caller of waiting) {
        if (!request || !asksFor(caller, request) || caller.lost) continue;
        expect(caller.settled).toMatchObject([{ outcome: "answered", requestId }]);
      }
    }
  },
  {
    kept: [
      // The dialog of an ask that has ended, while the next one is open.
      [
        { ...PLAIN, maxRetries: 0 },
        [ASK, { do: "wait until due", early: 0 }, ASK, { do: "answer", request: 1 }],
      ],
    ],
  },
);

property(
  "gives a question only answers that were typed for it, as they were typed",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await collectHeld(world);
    for (const { settled, session } of world.callers) {
      for (const result of settled) {
        if (result instanceof Error || !result.answered) continue;
        const request = world.requests.get(result.requestId ?? "");
        if (!request) throw new Error(`${result.requestId} was never sent`);
        expect(request).toMatchObject({ askId: result.askId, session: `session-${session}` });
        expect(checkAnswers(request.questions, result.answers)).toEqual(result.answers);
        const texts = result.answers.flatMap(({ values, custom }) => [...values, custom]);
        expect(texts).toContain(textOf(request.requestId));
      }
    }
  },
  {
    kept: [
      // Number("01") and Number(" 1") are 1: such a request was never sent.
      [PLAIN, [ASK, { do: "forge", what: "answer", id: "BASE. 1" }]],
      [PLAIN, [ASK, { do: "forge", what: "answer", id: "BASE.99" }]],
    ],
  },
);

property(
  "replies to every answer: acknowledged, refused, or the dialog is closed",
  [settings, commands()],
  async (chosen, list) => {
    const { happenings } = await worldAfter(chosen, list);
    happenings.forEach((happening, index) => {
      if (happening.kind !== "from ui" || !happening.what.startsWith("answer")) return;
      const replies = happenings
        .slice(index + 1)
        .filter(({ kind }) => kind === "acknowledged" || kind === "refused" || kind === "closed");
      expect(replies.map(requestOf)).toContain(happening.requestId);
      if (happening.what === "answer wrongly" && replies[0]?.kind === "acknowledged") {
        // Only the repetition of an answer that has been taken.
        const before = happenings.slice(0, index).filter(({ kind }) => kind === "acknowledged");
        expect(before.map(requestOf)).toContain(happening.requestId);
      }
    });
  },
  {
    kept: [
      // Two dialogs of one ask were answered: the second heard nothing.
      [
        { ...PLAIN, retry: "host" },
        [
          ASK,
          { do: "wait", ms: 10 },
          { do: "give up", caller: 0 },
          { do: "answer", request: 0 },
          { do: "answer", request: 1 },
        ],
      ],
    ],
  },
);

property(
  "reports cancelled or declined only when a person did that to this question",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const done = { cancelled: new Set<string>(), declined: new Set<string>() };
    for (const happening of world.happenings) {
      if (happening.kind === "from ui") {
        const askId = world.requests.get(happening.requestId)?.askId ?? "";
        if (happening.what === "cancel") done.cancelled.add(askId);
        if (happening.what === "decline") done.declined.add(askId);
      }
      if (happening.kind !== "result" || !happening.result.cancelled) continue;
      const { outcome, askId, cause } = happening.result;
      expect(done[outcome]).toContain(askId);
      expect(cause).toBe("human");
    }
  },
);

property(
  "reports a time-out only when the UI confirmed a presentation that was not closed since",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const generation = generations(world.requests);
    world.happenings.forEach((happening, index) => {
      if (happening.kind !== "result" || !happening.result.timedOut) return;
      const ask = generation.get(happening.result.requestId ?? "");
      const own = world.happenings
        .slice(0, index)
        .filter((one) => generation.get(requestOf(one) ?? "") === ask);
      const closed = own
        .map((one) => one.kind === "closed" && one.reason === "aborted")
        .lastIndexOf(true);
      const since = own.slice(closed + 1);
      const sent = new Set(since.filter(({ kind }) => kind === "sent").map(requestOf));
      const confirmed = since.some(
        (one) => one.kind === "from ui" && one.what === "render" && sent.has(one.requestId),
      );
      expect(confirmed, `${ask} was on screen`).toBe(true);
    });
  },
  {
    kept: [
      // The ack crossed with the abort: the dialog was closed, and the next attempt showed nothing.
      [PLAIN, [ASK, { do: "all give up" }, { do: "render", request: 0 }, ASK]],
    ],
  },
);

property(
  "leaves no dialog behind: the last one sent is closed, unless it ended the ask or never got there",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const generation = generations(world.requests);
    const last = new Map<string | undefined, string>();
    const over = new Set<string>();
    for (const happening of world.happenings) {
      const requestId = requestOf(happening) ?? "";
      if (happening.kind === "sent") last.set(generation.get(requestId), requestId);
      if (happening.kind === "closed" || happening.kind === "failed") over.add(requestId);
      if (
        happening.kind === "from ui" &&
        ["answer", "cancel", "decline"].includes(happening.what)
      ) {
        over.add(requestId);
      }
    }
    for (const requestId of last.values()) expect([...over]).toContain(requestId);
  },
  {
    kept: [
      // The first presentation was answered while the second came up.
      [
        { ...PLAIN, retry: "host" },
        [ASK, { do: "wait until due", early: 0 }, { do: "answer", request: 1 }],
      ],
    ],
  },
);

property(
  "ends when a person dismisses the dialog they were shown last",
  [settings, commands()],
  async (chosen, list) => {
    const world = createWorld(chosen);
    const isOpen = (requestId: string) => {
      const snapshot = world.asker.runtime.snapshot(askIdOf(requestId) ?? "");
      return snapshot?.matches("open") === true && snapshot.context.requestId === requestId;
    };
    for (const command of list) {
      const latest = world.inOrder().at(-1) ?? "";
      const wasOpen = isOpen(latest);
      await world.do(command);
      const dismissed =
        (command.do === "cancel" || command.do === "decline") && command.request === 0;
      if (dismissed && wasOpen) expect(isOpen(latest), latest).toBe(false);
    }
  },
  {
    kept: [
      // The ack of the first presentation came late: from then on the second could not be dismissed.
      [
        { ...PLAIN, retry: "host" },
        [
          ASK,
          { do: "wait until due", early: 0 },
          { do: "render", request: 1 },
          { do: "cancel", request: 0 },
        ],
      ],
    ],
  },
);

property(
  "reports that there is no surface only when this very presentation found none",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    const without = new Set<string | null>();
    for (const happening of world.happenings) {
      if (happening.kind === "failed" && happening.how === "no surface") {
        without.add(happening.requestId);
      }
      if (happening.kind === "result" && happening.result.outcome === "no_surface") {
        expect(without).toContain(happening.result.requestId);
      }
    }
  },
  {
    kept: [
      // The first presentation failed late, and took the second with it.
      [
        { ...PLAIN, retry: "host" },
        [
          { do: "sending", how: "hangs" },
          ASK,
          { do: "wait until due", early: 0 },
          { do: "fail", request: 1, how: "no surface" },
        ],
      ],
    ],
  },
);
