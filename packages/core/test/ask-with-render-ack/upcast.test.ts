import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskContext } from "../../src/ask-with-render-ack/context.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { stateName } from "../../src/journal/state-name.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createFakeBridge } from "../support/fake-bridge.js";

// Journals of version 0.1: an instance for each generation of a question, named after its requests.

const question = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const answers = [{ id: "q1", values: ["yes"], custom: null }];

/** The ask as this version names it. */
const { askId, questions } = (() => {
  const ui = createFakeBridge();
  createAsker({ bridge: ui.bridge, clock: createSimulatedClock() }).ask(question);
  return ui.last;
})();

const input = (requestBase: string) => ({
  askId,
  requestBase,
  session: "default",
  from: null,
  title: null,
  questions,
  maxRetries: 1,
  retry: "agent",
  receipt: true,
  times: {
    renderTimeout: 30_000,
    responseTimeout: 300_000,
    responseCap: 1_800_000,
    queueCap: 1_800_000,
    idleWindow: 600_000,
    lateAnswerWindow: 86_400_000,
  },
});

type Line = readonly [
  time: number,
  instance: string,
  event: string,
  to: string,
  payload?: Readonly<Record<string, unknown>> | undefined,
  done?: true | undefined,
];

function entries(lines: readonly Line[]): readonly JournalEntry[] {
  return lines.map(([time, instance, event, to, payload, done]) => ({
    v: 1,
    time,
    machine: askMachine.id,
    instance,
    event,
    from: null,
    to,
    attempt: 1,
    bound: 2,
    cause: null,
    ...(payload && { payload }),
    ...(done && { done }),
  }));
}

const start = (time: number, instance: string): Line => [
  time,
  instance,
  "readback.start",
  "open.presenting.rendering",
  { input: input(instance) },
];
const answer = (
  time: number,
  instance: string,
  to: string,
  requestId = `${instance}.1`,
  done?: true,
): Line => [time, instance, "ANSWER", to, { requestId, askId, answers }, done];
const renderTimeout =
  "xstate.after.renderTimeout.ask-with-render-ack.open.presenting.rendering" as const;

/** What this version makes of the lines: its one instance. */
function folded(...lines: readonly Line[]) {
  const replay = createReplay([askMachine]);
  for (const entry of entries(lines)) replay.apply(JSON.parse(JSON.stringify(entry)));
  const all = [...replay.instances.all()];
  expect(all.map(({ id }) => id)).toEqual(all.length === 0 ? [] : [askId]);
  const [instance] = all;
  return {
    state: instance && stateName(instance.snapshot.value),
    context: instance?.snapshot.context as AskContext,
    due: instance?.deadlines.map(({ at }) => at),
  };
}

/** An asker that finds the lines in its journal. */
function after(now: number, ...lines: readonly Line[]) {
  const journal = createMemoryJournal();
  for (const entry of entries(lines)) journal.append(entry);
  const clock = createSimulatedClock(now);
  const ui = createFakeBridge();
  const asker = createAsker({ bridge: ui.bridge, clock, journal });
  return { asker, ui, clock, live: asker.recover() };
}

describe("an open ask of version 0.1", () => {
  it("goes on with its dialog, its deadline and its count", async () => {
    const lines: Line[] = [
      start(0, "b1"),
      [10, "b1", "RENDERED", "open.rendered.waiting", { requestId: "b1.1" }],
    ];
    expect(folded(...lines)).toMatchObject({
      state: "open.rendered.waiting",
      due: expect.arrayContaining([300_010]),
    });
    const { asker, ui, live } = after(20, ...lines);
    expect(live).toBe(1);
    expect(ui.last).toMatchObject({ requestId: "b1.1", attempt: 1 });
    const asked = asker.ask(question);
    ui.answer([{ id: "q1", values: ["yes"] }], "b1.1");
    expect(await asked).toMatchObject({ outcome: "answered", requestId: "b1.1", attempt: 1 });
  });

  it("has nobody who waits once they had left, until one joined", () => {
    const left: Line = [10, "b1", "LEAVE", "open.presenting.rendering"];
    expect(folded(start(0, "b1")).context.callers).toHaveLength(1);
    expect(folded(start(0, "b1"), left).context.callers).toEqual([]);
    const joined: Line = [20, "b1", "JOIN", "open.presenting.rendering"];
    expect(folded(start(0, "b1"), left, joined).context.callers).toHaveLength(1);
  });

  it("waits for a retry after its caller gave up, or was told to call again", () => {
    const aborted = folded(start(0, "b1"), [10, "b1", "ABORT", "awaitingRetry", { hint: "gone" }]);
    expect(aborted).toMatchObject({ state: "awaitingRetry", context: { closedUpTo: 1 } });
    const lines: Line[] = [start(0, "b1"), [30_000, "b1", renderTimeout, "awaitingRetry"]];
    expect(folded(...lines).state).toBe("awaitingRetry");
    const again = folded(...lines, [30_001, "b1", "RETRY", "open.presenting.rendering"]);
    expect(again).toMatchObject({
      state: "open.presenting.rendering",
      context: { attempt: 2, requestId: "b1.2" },
    });
  });
});

describe("an answer in a journal of version 0.1", () => {
  it("that its callers have is not given again", async () => {
    for (const lines of [
      [start(0, "b1"), answer(10, "b1", "answered", "b1.1", true)],
      [
        start(0, "b1"),
        answer(10, "b1", "ended.holding"),
        [10, "b1", "CLAIM", "claimed", undefined, true],
      ],
      [
        start(0, "b1"),
        [30_000, "b1", renderTimeout, "awaitingRetry"],
        answer(30_010, "b1", "awaitingRetry"),
        [30_020, "b1", "RETRY", "ended.holding"],
        [30_020, "b1", "CLAIM", "claimed", undefined, true],
      ],
    ] satisfies Line[][]) {
      expect(folded(...lines).state).toBe("ended.received");
      const { asker, ui } = after(40_000, ...lines);
      asker.ask(question);
      expect(ui.shown).toHaveLength(1);
    }
  });

  it("that no caller is known to have is given to the next call, exactly once", async () => {
    const left: Line = [5, "b1", "LEAVE", "open.presenting.rendering"];
    for (const lines of [
      // The process died before its caller had it.
      [start(0, "b1"), answer(10, "b1", "ended.holding")],
      // Nobody waited.
      [start(0, "b1"), left, answer(10, "b1", "ended.holding")],
      // It came after the end.
      [
        start(0, "b1"),
        [5, "b1", "CANCEL", "ended.listening", { requestId: "b1.1" }],
        answer(10, "b1", "ended.holding"),
      ],
      // It came while the agent was told to retry.
      [
        start(0, "b1"),
        [30_000, "b1", renderTimeout, "awaitingRetry"],
        answer(30_010, "b1", "awaitingRetry"),
      ],
    ] satisfies Line[][]) {
      const { asker, ui, clock } = after(40_000, ...lines);
      expect(await asker.ask(question)).toMatchObject({ outcome: "answered", answers });
      expect(ui.shown).toEqual([]);
      clock.advance(0);
      asker.ask(question);
      expect(ui.shown).toHaveLength(1);
    }
  });

  it("is forgotten at the same time as before", () => {
    const window = "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.holding";
    const held = [start(0, "b1"), answer(10, "b1", "ended.holding")];
    expect(folded(...held).due).toEqual([86_400_010]);
    expect(folded(...held, [86_400_010, "b1", window, "closed", undefined, true]).state).toBe(
      undefined,
    );
  });
});

describe("two instances of one question of version 0.1", () => {
  const first: Line[] = [
    start(0, "b1"),
    [5, "b1", "CANCEL", "ended.listening", { requestId: "b1.1" }],
  ];

  it("are one ask: the later one goes on", () => {
    const { state, context } = folded(...first, start(10, "b2"));
    expect(state).toBe("open.presenting.rendering");
    expect(context).toMatchObject({ attempt: 1, requestId: "b2.1", outcome: null });
    expect(folded(...first, start(10, "b2"), [11, "b1", "FORGET", "closed"]).state).toBe(state);
  });

  it("keep an answer that was typed into the dialog of the earlier one for the later one", async () => {
    // The open instance took it; the ended one was made to forget it.
    const taken: Line[] = [
      ...first,
      start(10, "b2"),
      answer(20, "b2", "ended.holding", "b1.1"),
      [20, "b1", "FORGET", "closed", undefined, true],
    ];
    expect(folded(...taken)).toMatchObject({
      state: "ended.handedOver",
      context: { answer: { answers } },
    });
    const { asker } = after(30, ...taken);
    expect(await asker.ask(question)).toMatchObject({ outcome: "answered", answers });
  });

  it("keep an answer that the earlier one took after both had ended", async () => {
    const { asker, ui } = after(
      30,
      ...first,
      start(10, "b2"),
      [15, "b2", "DECLINE", "ended.listening", { requestId: "b2.1" }],
      answer(20, "b1", "ended.holding"),
    );
    expect(await asker.ask(question)).toMatchObject({ outcome: "answered", answers });
    expect(ui.shown).toEqual([]);
  });
});

describe("a checkpoint of version 0.1", () => {
  const checkpoint = (
    instance: string,
    value: unknown,
    deadline: string,
    context: Readonly<Record<string, unknown>> = {},
  ): Line => [
    100,
    instance,
    "readback.checkpoint",
    "",
    {
      value,
      context: {
        ask: input(instance),
        attempt: 1,
        bound: 2,
        cause: null,
        requestId: `${instance}.1`,
        closedUpTo: 0,
        renderConfirmed: false,
        answers: [],
        kept: null,
        unheard: false,
        outcome: null,
        hint: null,
        ...context,
      },
      deadlines: [{ id: deadline, at: 500, event: { type: deadline } }],
    },
  ];
  const open = checkpoint("b2", { open: { presenting: "rendering" } }, renderTimeout);
  const listening = checkpoint(
    "b1",
    { ended: "listening" },
    "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.listening",
    { outcome: "cancelled", cause: "human" },
  );
  const holding = checkpoint(
    "b1",
    { ended: "holding" },
    "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.holding",
    { outcome: "timed_out", cause: "timer", kept: "answered", answers, renderConfirmed: true },
  );

  it("goes on where it stood, with its deadline", () => {
    const { state, context, due } = folded(open);
    expect(state).toBe("open.presenting.rendering");
    expect(context).toMatchObject({ attempt: 1, callers: [{}], generation: 1 });
    expect(due).toEqual([500]);
    expect(folded(open, [500, "b2", renderTimeout, "awaitingRetry"]).state).toBe("awaitingRetry");
  });

  it("of two instances keeps the one that more would be lost with", async () => {
    for (const lines of [
      [listening, open],
      [open, listening],
    ]) {
      expect(folded(...lines).state).toBe("open.presenting.rendering");
    }
    const other = checkpoint(
      "b2",
      { ended: "listening" },
      "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.listening",
      { outcome: "cancelled", cause: "human" },
    );
    for (const lines of [
      [holding, other],
      [other, holding],
    ]) {
      const { asker, ui } = after(200, ...lines);
      expect(await asker.ask(question)).toMatchObject({ outcome: "answered", answers });
      expect(ui.shown).toEqual([]);
    }
  });

  it("takes an answer to either of its instances", () => {
    for (const instance of ["b1", "b2"]) {
      const { context } = folded(listening, open, answer(110, instance, "", `${instance}.1`));
      expect(context.answer?.answers).toEqual(answers);
    }
  });
});

it("leaves entries of this version as they are", () => {
  const journal = createMemoryJournal();
  const ui = createFakeBridge();
  const asker = createAsker({ bridge: ui.bridge, clock: createSimulatedClock(), journal });
  asker.ask(question);
  ui.render();
  const checkpoints = [...asker.runtime.checkpoints()];
  const reports = [journal.read(), checkpoints].map((entries) => {
    const replay = createReplay([askMachine]);
    for (const entry of entries) replay.apply(entry);
    return replay.report;
  });
  const sound = { ignored: 0, diverged: 0 };
  expect(reports).toEqual([
    { applied: 2, ...sound },
    { applied: 1, ...sound },
  ]);
});
