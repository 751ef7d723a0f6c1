import { expect } from "vitest";
import { answerEvent } from "../../src/ask-with-render-ack/answer-event.js";
import { askOf, askSettingsSchema, termsOf } from "../../src/ask-with-render-ack/create-ask.js";
import type { AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import type { AskInput } from "../../src/ask-with-render-ack/question.js";
import { askIdOf } from "../../src/ask-with-render-ack/request-id.js";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createBareHost } from "../support/ask-bare-host.js";
import {
  ASK,
  type Caller,
  type Command,
  commands,
  createWorld,
  type FromUi,
  type Happening,
  PLAIN,
  QUESTIONS,
  type Settings,
  settings,
  TIMES,
  typedInto,
  WRONG,
} from "../support/ask-world.js";
import { property } from "../support/properties.js";

// The rule test: a handle holds no rule. What happens around one, told to the bare machine, gives the
// same journal.

const SAID = {
  render: "RENDERED",
  cancel: "CANCEL",
  decline: "DECLINE",
  queue: "QUEUED",
  dequeue: "DEQUEUED",
  type: "ACTIVITY",
  lose: "LOST",
} as const satisfies Partial<Record<FromUi, AskEvent["type"]>>;

/** Plays what happened to a handle to a bare host. */
function createRetelling(chosen: Settings) {
  const host = createBareHost();
  const usual = termsOf(askSettingsSchema.parse({ ...TIMES, ...chosen }));
  /** As many as the handle has made: one for each process, and one for each call. */
  let names = 1;
  const given: Extract<Happening, { kind: "result" }>[] = [];

  const openAsks = () =>
    [...host.asks].flatMap(([id, { snapshot }]) => (snapshot.matches("open") ? [id] : []));

  /** Callers have what they were given: of this ask, or of all. */
  function receive(only?: string): void {
    for (const one of given.splice(0)) {
      const { askId } = one.result;
      if (only !== undefined && only !== askId) given.push(one);
      else host.send(askId, { type: "RECEIVED", caller: one.caller.id });
    }
  }

  function call({ id, question, session, leavesAt }: Caller, at: number): void {
    names += 1;
    const newId = () => `ask-${names}`;
    const ask = askOf(QUESTIONS[question] as AskInput, { session: `session-${session}` }, usual, {
      newId,
    });
    // Whoever calls again has acted on what came before.
    receive(ask.askId);
    const others = openAsks().filter((one) => one !== ask.askId);
    const counts = chosen.concurrency !== "queue" && others.length > 0;
    const patience = leavesAt === undefined ? {} : { patience: leavesAt - at };
    const made = { caller: id, ...patience, ...(counts && { others: others.length }) };
    const emitted = host.call({ ask, call: made, at }) ?? [];
    if (!emitted.some(({ type }) => type === "ask.replace")) return;
    for (const other of others) host.send(other, { type: "SUPERSEDE" });
  }

  function said({ what, requestId, wrong }: Extract<Happening, { kind: "from ui" }>): void {
    const askId = askIdOf(requestId) ?? "";
    const questions = host.asks.get(askId)?.snapshot.context.ask.questions;
    if (!questions) return;
    if (what === "answer" || what === "answer wrongly") {
      const typed =
        what === "answer" ? typedInto({ requestId, questions }) : WRONG[wrong % WRONG.length];
      host.send(askId, answerEvent(questions, requestId, typed));
    } else host.send(askId, { type: SAID[what], requestId });
  }

  function restart(): void {
    names += 1;
    given.length = 0;
    for (const [askId, { snapshot }] of [...host.asks]) {
      for (const { id } of snapshot.context.callers) {
        host.send(askId, { type: "LEAVE", caller: id, how: "gone" });
      }
      host.send(askId, { type: "SHOW" });
    }
  }

  return {
    entries: host.entries,
    hear(happening: Happening): void {
      host.advanceTo(happening.at);
      if (happening.kind === "asked") call(happening.caller, happening.at);
      if (happening.kind === "from ui") said(happening);
      if (happening.kind === "restart") restart();
      if (happening.kind === "result" && happening.result.answered) given.push(happening);
      if (happening.kind === "left" || happening.kind === "gave up") {
        const { id: caller, handle } = happening.caller;
        const event: AskEvent =
          happening.kind === "left"
            ? { type: "LEAVE", caller }
            : { type: "ABORT", caller, hint: "The caller gave up waiting" };
        host.send(handle?.askId ?? "", event);
      }
      if (happening.kind === "failed") {
        const { requestId, how } = happening;
        const [type, hint] =
          how === "error"
            ? (["PRESENT_FAILED", "The UI is gone"] as const)
            : (["NO_SURFACE", "No user interface is connected: open one, then ask again"] as const);
        host.send(askIdOf(requestId) ?? "", { type, requestId, hint });
      }
    },
    /** Callers have acted on what they were given. */
    endTurn(now: number): void {
      host.advanceTo(now);
      receive();
    },
  };
}

/** What an entry says, of each ask in its order. */
function storyOf(entries: readonly JournalEntry[]): Map<string, unknown[]> {
  const told = new Map<string, unknown[]>();
  for (const { instance, time, event, payload, from, to, attempt, outcome } of entries) {
    const line = { time, event, payload, from, to, attempt, outcome };
    told.set(instance, [...(told.get(instance) ?? []), line]);
  }
  return told;
}

/**
 * Sends fail at once, not a moment later, and no two deadlines of a caller and an ask fall on one
 * moment: what comes first then is for the host to say.
 */
function playable(list: readonly Command[]): readonly Command[] {
  return list.map((command, index): Command => {
    if (command.do === "ask" && command.patience !== undefined) {
      return { ...command, patience: command.patience + 2 ** -(index + 1) };
    }
    if (command.do !== "sending") return command;
    if (command.how === "rejects") return { ...command, how: "throws" };
    return command.how === "finds no surface" ? { ...command, how: "has no surface" } : command;
  });
}

property(
  "writes the same journal as the bare machine in a host of thirty lines",
  [settings, commands()],
  async (chosen, list) => {
    // Which ended ask to forget when room is short is the host's own business.
    const options = { ...chosen, maxListening: 10_000 };
    const world = createWorld(options);
    const retelling = createRetelling(options);
    for (const command of playable(list)) {
      const before = world.happenings.length;
      await world.do(command);
      for (const happening of world.happenings.slice(before)) retelling.hear(happening);
      retelling.endTurn(world.clock.now());
    }
    expect(storyOf(retelling.entries)).toEqual(storyOf(world.entries));
  },
  {
    kept: [
      [PLAIN, [ASK, { do: "answer", request: 0 }, { do: "answer", request: 0 }, ASK]],
      [
        { ...PLAIN, concurrency: "replace" },
        [ASK, { do: "ask", question: 1, session: 0 }, { do: "render", request: 0 }, ASK],
      ],
      // Two callers whose process died call again: the first has the answer, the second asks again.
      [PLAIN, [ASK, ASK, { do: "die answering", request: 0, how: "as it is", again: true }]],
    ],
  },
);
