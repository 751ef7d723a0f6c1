import { expect } from "vitest";
import { baseOf } from "../../src/ask-with-render-ack/request-id.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import {
  ASK,
  asksFor,
  type Caller,
  type Command,
  commands,
  type Happening,
  PLAIN,
  settings,
  textOf,
  worldAfter,
} from "../support/ask-world.js";
import { property } from "../support/properties.js";

// Invariants 9 and 10: every caller that lives gets exactly one result, and what is said is true.

/** What a person could see of each question, and did with it, by the evidence of the UI alone. */
function createEvidence() {
  /** The presentations since the question was last asked from the start; true: on screen. */
  const shown = new Map<string, Map<string, boolean>>();
  /** The questions that have ended: what is said of their dialogs comes too late. */
  const over = new Set<string>();
  const acknowledged = new Set<string>();
  const askOf = new Map<string, string>();

  return {
    acknowledged,
    isOnScreen: (askId: string) => [...(shown.get(askId)?.values() ?? [])].includes(true),
    see(happening: Happening): void {
      if (happening.kind === "sent") {
        const { requestId, askId, attempt } = happening.request;
        const isNew = !askOf.has(requestId);
        askOf.set(requestId, askId);
        if (isNew && attempt === 1) shown.set(askId, new Map());
        if (isNew) over.delete(askId);
        if (isNew) shown.get(askId)?.set(requestId, false);
      }
      if (happening.kind === "acknowledged") acknowledged.add(happening.requestId);
      if (!("requestId" in happening)) return;
      const askId = askOf.get(happening.requestId) ?? "";
      const presentations = shown.get(askId);
      if (!presentations?.has(happening.requestId)) return;
      if (happening.kind === "from ui" && happening.what === "render" && !over.has(askId)) {
        presentations.set(happening.requestId, true);
      }
      // The presentations of a question take each other's place: what is lost is their one dialog.
      if (happening.kind === "from ui" && happening.what === "lose" && !over.has(askId)) {
        for (const requestId of presentations.keys()) presentations.set(requestId, false);
      }
      // Nobody waits: what is on screen goes, and comes back with the next call.
      if (happening.kind === "closed" && happening.reason === "aborted") presentations.clear();
      else if (happening.kind === "closed") over.add(askId);
    },
  };
}

type Evidence = ReturnType<typeof createEvidence>;

/** Fails unless the result is true at the moment it is given. */
function expectTrue(result: AskResult, { isOnScreen, acknowledged }: Evidence): void {
  const { outcome, askId, requestId, renderConfirmed } = result;
  switch (outcome) {
    case "pending":
      expect(renderConfirmed).toBe(isOnScreen(askId));
      expect(result.retryReason).toContain(
        renderConfirmed ? "the question is on screen" : "not confirmed to be on screen yet",
      );
      break;
    case "answered": {
      const texts = result.answers.flatMap(({ values, custom }) => [...values, custom]);
      expect(texts).toContain(textOf(requestId ?? ""));
      expect(acknowledged).toContain(requestId);
      break;
    }
    case "timed_out":
      expect([renderConfirmed, isOnScreen(askId)]).toEqual([true, true]);
      break;
    case "not_rendered":
    case "exhausted":
      expect([renderConfirmed, isOnScreen(askId)]).toEqual([false, false]);
      break;
  }
}

property(
  "gives every call that lives exactly one true result, whoever calls, leaves, gives up or dies",
  [settings, commands([], 25)],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const evidence = createEvidence();
    const told = new Map<string, AskResult>();
    const gone = new Map<string, "gave up" | "left">();
    for (const happening of world.happenings) {
      evidence.see(happening);
      if (happening.kind === "gave up" || happening.kind === "left") {
        gone.set(happening.caller.id, happening.kind);
      }
      if (happening.kind !== "told") continue;
      const { to, result } = happening;
      expect(told.has(to), `${to} was told twice`).toBe(false);
      told.set(to, result);
      expectTrue(result, evidence);
      if (result.outcome === "aborted") expect(gone.get(to)).toBe("gave up");
      if (result.outcome === "rejected") expect(chosen.concurrency).toBe("reject");
      if (result.outcome === "superseded") expect(chosen.concurrency).toBe("replace");
      if (result.outcome === "pending" && gone.get(to) !== "left") {
        const caller = world.callers.find(({ id }) => id === to);
        expect(happening.at).toBeGreaterThanOrEqual(caller?.leavesAt ?? Number.POSITIVE_INFINITY);
      }
    }
    for (const { id, settled, lost } of world.callers) {
      expect(settled).toEqual(lost ? [] : [told.get(id)]);
    }
  },
  {
    kept: [
      // The first presentation was on screen late, and the second one, which had taken its place, was lost.
      [
        { ...PLAIN, retry: "host", maxRetries: 1 },
        [
          ASK,
          { do: "wait until due", early: 0 },
          { do: "render", request: 3 },
          { do: "lose", request: 0 },
        ],
      ],
      // It had ended while nobody waited; what the UI said of the closed dialog after that counts for nothing.
      [
        { ...PLAIN, maxRetries: 0 },
        [
          { ...ASK, patience: 5 } as Command,
          { do: "wait", ms: 10 },
          { do: "render", request: 0 },
          ASK,
        ],
      ],
    ],
  },
);

property(
  "takes an answer from a dialog of any generation that has none, and tells the others that it came",
  [settings, commands([], 25)],
  async (chosen, list) => {
    const { happenings, callers, requests } = await worldAfter(chosen, list);
    const waiting = new Set<Caller>();
    /** The name of each question's requests: another one after it was forgotten. */
    const names = new Map<string, string>();
    const sent: string[] = [];
    const answered = new Set<string>();
    const answeredBy = new Set<string>();
    happenings.forEach((happening, index) => {
      if (happening.kind === "asked") waiting.add(happening.caller);
      if (happening.kind === "restart") waiting.clear();
      if (happening.kind === "told") {
        for (const caller of callers) if (caller.id === happening.to) waiting.delete(caller);
      }
      if (happening.kind === "sent") {
        const { askId, requestId } = happening.request;
        names.set(askId, baseOf(requestId));
        sent.push(requestId);
      }
      if (happening.kind === "acknowledged" && !answeredBy.has(happening.requestId)) {
        const base = baseOf(happening.requestId);
        answeredBy.add(happening.requestId);
        for (const one of sent) if (baseOf(one) === base) answered.add(one);
      }
      if (happening.kind !== "from ui" || happening.what !== "answer") return;
      const { requestId } = happening;
      const request = requests.get(requestId);
      if (!request || !sent.includes(requestId)) return;
      const reply = happenings
        .slice(index + 1)
        .find(
          (one) =>
            ["acknowledged", "closed", "refused"].includes(one.kind) &&
            "requestId" in one &&
            one.requestId === requestId,
        );
      const isCurrent = names.get(request.askId) === baseOf(requestId);
      const isWaitedFor = [...waiting].some((caller) => asksFor(caller, request));
      if (!answered.has(requestId) && isWaitedFor && isCurrent) {
        expect(reply?.kind).toBe("acknowledged");
      }
      if (answered.has(requestId) && !answeredBy.has(requestId)) {
        expect(reply?.kind === "closed" && reply.reason).toMatch(/^(answered|unknown_request)$/);
      }
    });
  },
  {
    kept: [
      // The dialog of a generation that ran out, while the next one is open.
      [
        { ...PLAIN, maxRetries: 0 },
        [ASK, { do: "wait until due", early: 0 }, ASK, { do: "answer", request: 1 }],
      ],
      // And one that is late: what was asked again has its answer.
      [
        { ...PLAIN, maxRetries: 0 },
        [
          ASK,
          { do: "wait until due", early: 0 },
          ASK,
          { do: "answer", request: 0 },
          ASK,
          { do: "answer", request: 2 },
        ],
      ],
    ],
  },
);
