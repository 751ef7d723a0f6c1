import { fc } from "@fast-check/vitest";
import type { AnswerInput } from "../../src/ask-with-render-ack/answers.js";
import type { QuestionRequest } from "../../src/ask-with-render-ack/ask.js";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { Asker, AskHandle } from "../../src/ask-with-render-ack/asker-options.js";
import { type CloseReason, NoSurfaceError } from "../../src/ask-with-render-ack/bridge.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskInput } from "../../src/ask-with-render-ack/question.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { afterRestart, mortal, PASSAGES, type Passage } from "./crash.js";
import { createFakeBridge } from "./fake-bridge.js";

// A small world around an asker: agents that call, people at a UI, a clock, and processes that die.
// What happens in it is a list of commands, plain data that fast-check can make and shrink.

/** Short times, all different, so that a random wait often lands beside or on a deadline. */
export const TIMES = {
  renderTimeout: 10,
  responseTimeout: 50,
  responseCap: 120,
  queueCap: 40,
  idleWindow: 100,
} as const;

export interface Settings {
  readonly maxRetries: number;
  readonly retry: "agent" | "host";
  readonly concurrency: "queue" | "reject" | "replace";
  readonly lateAnswerWindow: number;
  readonly maxListening: number;
}

/** What most kept examples need. */
export const PLAIN: Settings = {
  maxRetries: 1,
  retry: "agent",
  concurrency: "queue",
  lateAnswerWindow: 300,
  maxListening: 10_000,
};

export const settings: fc.Arbitrary<Settings> = fc.record({
  maxRetries: fc.nat(5),
  retry: fc.constantFrom("agent", "host"),
  concurrency: fc.constantFrom("queue", "queue", "reject", "replace"),
  lateAnswerWindow: fc.constantFrom(300, 300, 300, 0),
  maxListening: fc.constantFrom(10_000, 10_000, 1, 0),
});

/** Three questions. An answer that fits one of them fits no other. */
export const QUESTIONS: readonly AskInput[] = [
  { questions: [{ question: "What is the name?" }] },
  { title: "Where", questions: [{ question: "Where to?", options: ["here", "there"] }] },
  {
    questions: [
      { id: "sure", question: "Sure?", type: "confirm" },
      { id: "why", question: "Why?", required: false },
    ],
  },
];

/** Whether a call asks what this request shows. */
export function asksFor({ question, session }: Caller, request: QuestionRequest): boolean {
  const asked = QUESTIONS[question]?.questions[0]?.question;
  return request.session === `session-${session}` && request.questions[0]?.question === asked;
}

/** The generation each request belongs to, by a name of its own: a first attempt begins one. */
export function generations(
  requests: ReadonlyMap<string, QuestionRequest>,
): ReadonlyMap<string, string> {
  const latest = new Map<string, string>();
  return new Map(
    [...requests].map(([requestId, { askId, attempt }]) => {
      const generation = attempt === 1 ? requestId : (latest.get(askId) ?? requestId);
      latest.set(askId, generation);
      return [requestId, generation];
    }),
  );
}

/** What a person types into a dialog: another text in each, so that it can be told where it went. */
export function typedInto({
  requestId,
  questions,
}: Pick<QuestionRequest, "requestId" | "questions">): readonly AnswerInput[] {
  const text = textOf(requestId);
  const [first] = questions;
  if (first?.type === "confirm") {
    return [
      { id: "why", values: [text] },
      { id: "sure", values: ["yes"] },
    ];
  }
  return [first?.type === "select" ? { id: "q1", custom: text } : { id: "q1", values: [text] }];
}

export const textOf = (requestId: string) => `typed into ${requestId}`;

/** Answers that fit none of the questions. */
export const WRONG: readonly (readonly AnswerInput[])[] = [
  [],
  [{ id: "q1", values: ["one", "two"] }],
  [{ id: "q9", values: ["yes"] }],
  [{ id: "sure", values: ["maybe"] }],
];

/** Request ids nobody was given. `BASE` stands for the name of the latest ask. */
const FORGED = [
  "nobody.1",
  "",
  ".",
  "BASE",
  "BASE.",
  "BASE.0",
  "BASE.99",
  "BASE.-1",
  "BASE.01",
  "BASE.1e0",
  "BASE. 1",
  "BASE.1.1",
  "__proto__.1",
];

const FROM_UI = [
  "render",
  "answer",
  "answer wrongly",
  "cancel",
  "decline",
  "queue",
  "dequeue",
  "type",
  "lose",
] as const;
export type FromUi = (typeof FROM_UI)[number];

const SENDING = [
  "works",
  "renders at once",
  "throws",
  "rejects",
  "has no surface",
  "finds no surface",
  "hangs",
] as const;

export type Command =
  | {
      readonly do: "ask";
      readonly question: number;
      readonly session: number;
      readonly patience?: number;
    }
  /** `caller`, `request`: counted back from the latest. */
  | { readonly do: "give up"; readonly caller: number }
  | { readonly do: "all give up" }
  /** Waits no longer; the question stays. */
  | { readonly do: "leave"; readonly caller: number }
  | { readonly do: FromUi; readonly request: number }
  | { readonly do: "forge"; readonly what: FromUi; readonly id: string }
  | { readonly do: "sending"; readonly how: (typeof SENDING)[number] }
  /** A send that hung fails at last. */
  | { readonly do: "fail"; readonly request: number; readonly how: "error" | "no surface" }
  | { readonly do: "wait"; readonly ms: number }
  /** Up to the next deadline, or one millisecond short of it. */
  | { readonly do: "wait until due"; readonly early: 0 | 1 }
  /** `again`: the callers that were waiting call again. */
  | { readonly do: "restart"; readonly how: Passage; readonly again: boolean }
  /** An answer comes in, and the process dies before anyone could act on it. */
  | {
      readonly do: "die answering";
      readonly request: number;
      readonly how: Passage;
      readonly again: boolean;
    };

const request = fc.oneof(
  { arbitrary: fc.constant(0), weight: 3 },
  { arbitrary: fc.nat(6), weight: 2 },
);
const ms = fc.oneof(
  fc.nat(12),
  fc.constantFrom(...Object.values(TIMES)),
  fc.integer({ min: 13, max: 320 }),
);

/** One command of each kind, as often as it is interesting. */
const KINDS = {
  ask: {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      question: fc.constantFrom(0, 0, 0, 1, 2),
      session: fc.constantFrom(0, 0, 0, 1),
      patience: fc.constantFrom(undefined, undefined, 5, 45, 200),
    }) as fc.Arbitrary<Command>,
  },
  "give up": {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("give up" as const), caller: fc.nat(2) }),
  },
  leave: {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("leave" as const), caller: fc.nat(2) }),
  },
  "all give up": { weight: 1, arbitrary: fc.record({ do: fc.constant("all give up" as const) }) },
  render: uiCommand("render", 4),
  answer: uiCommand("answer", 4),
  "answer wrongly": uiCommand("answer wrongly", 1),
  cancel: uiCommand("cancel", 1),
  decline: uiCommand("decline", 1),
  queue: uiCommand("queue", 1),
  dequeue: uiCommand("dequeue", 1),
  type: uiCommand("type", 1),
  lose: uiCommand("lose", 1),
  forge: {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("forge" as const),
      what: fc.constantFrom(...FROM_UI),
      id: fc.constantFrom(...FORGED),
    }),
  },
  sending: {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("sending" as const),
      how: fc.constantFrom("works" as const, "works" as const, ...SENDING),
    }),
  },
  fail: {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      request,
      how: fc.constantFrom("error" as const, "no surface" as const),
    }),
  },
  wait: { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), ms }) },
  "wait until due": {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait until due" as const),
      early: fc.constantFrom(0 as const, 0 as const, 1 as const),
    }),
  },
  restart: {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("restart" as const),
      how: fc.constantFrom(...PASSAGES),
      again: fc.boolean(),
    }),
  },
  "die answering": {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("die answering" as const),
      request,
      how: fc.constantFrom(...PASSAGES),
      again: fc.boolean(),
    }),
  },
} satisfies Record<Command["do"], { weight: number; arbitrary: fc.Arbitrary<Command> }>;

function uiCommand(what: FromUi, weight: number) {
  return { weight, arbitrary: fc.record({ do: fc.constant(what), request }) };
}

const ALL = Object.keys(KINDS) as Command["do"][];

/**
 * Any list of commands, but for the kinds left out. Each list does without some other kinds too, so
 * that the rest meet more often; half of the lists are about one question only.
 */
export function commands(
  leaveOut: readonly Command["do"][] = [],
  maxLength = 18,
): fc.Arbitrary<Command[]> {
  const kinds = ALL.filter((kind) => !leaveOut.includes(kind));
  const any = fc.oneof(...kinds.map((kind) => KINDS[kind] as fc.WeightedArbitrary<Command>));
  return fc
    .tuple(
      fc.array(any, { maxLength: 2 * maxLength, size: "max" }),
      fc.subarray<Command["do"]>(ALL.filter((kind) => kind !== "ask")),
      fc.boolean(),
    )
    .map(([list, without, narrow]) =>
      list
        .filter((command) => !without.includes(command.do))
        .slice(0, maxLength)
        .map((one) => (narrow && one.do === "ask" ? { ...one, question: 0, session: 0 } : one)),
    );
}

/** The command most examples start with. */
export const ASK: Command = { do: "ask", question: 0, session: 0 };

/** One call. */
export interface Caller {
  /** Its name in the journal. */
  readonly id: string;
  readonly question: number;
  readonly session: number;
  /** When it can wait no longer. */
  readonly leavesAt: number | undefined;
  readonly controller: AbortController;
  /** Absent when the call was refused. */
  handle?: AskHandle;
  /** Results and errors it got: one, when all is well. */
  readonly settled: (AskResult | Error)[];
  /** Its process died before it got anything. */
  lost: boolean;
}

/** What crossed the asker's boundary, in order. */
export type Happening = { readonly at: number } & (
  | { readonly kind: "sent"; readonly request: QuestionRequest }
  | { readonly kind: "closed"; readonly requestId: string; readonly reason: CloseReason }
  | { readonly kind: "acknowledged"; readonly requestId: string }
  | { readonly kind: "refused"; readonly requestId: string; readonly problem: string }
  | {
      readonly kind: "from ui";
      readonly what: FromUi;
      readonly requestId: string;
      /** Which of the wrong answers it was. */
      readonly wrong: number;
    }
  | { readonly kind: "failed"; readonly requestId: string; readonly how: "error" | "no surface" }
  | { readonly kind: "asked"; readonly caller: Caller }
  | { readonly kind: "gave up"; readonly caller: Caller }
  | { readonly kind: "left"; readonly caller: Caller }
  /** The moment a result is given; `result`: the moment the caller has it. */
  | { readonly kind: "told"; readonly to: string; readonly result: AskResult }
  | { readonly kind: "result"; readonly caller: Caller; readonly result: AskResult }
  | { readonly kind: "restart" }
);

type Unstamped = Happening extends infer H ? (H extends Happening ? Omit<H, "at"> : never) : never;

/** What a journal throws that does not take an entry. */
export class DiskFull extends Error {}

/** @param refusals Which of the entries to come the journal refuses; those after them it takes. */
export function createWorld(chosen: Partial<Settings> = {}, refusals: readonly boolean[] = []) {
  const options: Settings = { ...PLAIN, ...chosen };
  const clock = createSimulatedClock();
  const happenings: Happening[] = [];
  const callers: Caller[] = [];
  /** Every request the UI was ever sent. */
  const requests = new Map<string, QuestionRequest>();
  const hanging = new Map<string, (error: Error) => void>();
  const errors: unknown[] = [];
  let journal = createMemoryJournal({ keepFinished: Number.POSITIVE_INFINITY });
  /** Entries of processes that left only checkpoints behind. */
  const entries: JournalEntry[] = [];
  let sending: (typeof SENDING)[number] = "works";
  let names = 0;
  let unsubscribe = () => {};

  const note = (happening: Unstamped) =>
    void happenings.push({ at: clock.now(), ...happening } as Happening);

  function failure(requestId: string, how: "error" | "no surface"): Error {
    note({ kind: "failed", requestId, how });
    return how === "error" ? new Error("The UI is gone") : new NoSurfaceError();
  }

  function onSend(request: QuestionRequest): void | Promise<void> {
    const { requestId } = request;
    note({ kind: "sent", request });
    requests.set(requestId, request);
    switch (sending) {
      case "works":
        return;
      case "renders at once":
        fromUi("render", requestId);
        return;
      case "throws":
        throw failure(requestId, "error");
      case "has no surface":
        throw failure(requestId, "no surface");
      case "rejects":
        return Promise.reject(failure(requestId, "error"));
      case "finds no surface":
        return Promise.reject(failure(requestId, "no surface"));
      case "hangs":
        return new Promise((_, reject) => hanging.set(requestId, reject));
    }
  }

  let offered = 0;
  const refusing = (kept: Journal): Journal => ({
    ...kept,
    append(entry) {
      offered += 1;
      if (refusals[offered - 1]) throw new DiskFull(`No room for ${entry.event}`);
      return kept.append(entry);
    },
  });

  function boot() {
    const process = mortal(clock);
    const ui = createFakeBridge();
    ui.onSend = onSend;
    const asker = createAsker({
      ...TIMES,
      ...options,
      bridge: {
        ...ui.bridge,
        close: (requestId, reason) => note({ kind: "closed", requestId, reason }),
        acknowledge: (requestId) => note({ kind: "acknowledged", requestId }),
        refuse: (requestId, problem) => note({ kind: "refused", requestId, problem }),
      },
      clock: process.clock,
      journal: refusing(journal),
      newId: () => `ask-${++names}`,
      onError: (error) => errors.push(error),
    });
    asker.runtime.on(askMachine, (emitted) => {
      if (emitted.type === "ask.told") note({ kind: "told", ...emitted });
    });
    unsubscribe();
    unsubscribe = journal.subscribe((entry) => entries.push(entry));
    return { ui, asker, die: process.die };
  }
  let host = boot();

  function fromUi(what: FromUi, requestId: string, wrong = 0): void {
    const request = requests.get(requestId);
    note({ kind: "from ui", what, requestId, wrong });
    const { ui } = host;
    const typed = request ? typedInto(request) : [{ id: "q1", values: ["x"] }];
    const say: Record<FromUi, () => void> = {
      render: () => ui.render(requestId),
      answer: () => ui.answer(typed, requestId),
      "answer wrongly": () => ui.answer(WRONG[wrong % WRONG.length] ?? [], requestId),
      cancel: () => ui.cancel("cancelled", requestId),
      decline: () => ui.cancel("declined", requestId),
      queue: () => ui.queue(true, requestId),
      dequeue: () => ui.queue(false, requestId),
      type: () => ui.type(requestId),
      lose: () => ui.lose(requestId),
    };
    try {
      say[what]();
    } catch (error) {
      // The UI learns that nobody took it, and may say it again.
      if (!(error instanceof DiskFull)) throw error;
    }
  }

  function ask(question: number, session = 0, patience?: number): Caller {
    const controller = new AbortController();
    const leavesAt = patience === undefined ? undefined : clock.now() + patience;
    const id = `call-${callers.length}`;
    const caller: Caller = {
      id,
      question,
      session,
      leavesAt,
      controller,
      settled: [],
      lost: false,
    };
    callers.push(caller);
    note({ kind: "asked", caller });
    const input = QUESTIONS[question] as AskInput;
    const { signal } = controller;
    const options = { session: `session-${session}`, signal, caller: id };
    const failed = (error: unknown) => void caller.settled.push(error as Error);
    try {
      caller.handle = host.asker.open(
        input,
        patience === undefined ? options : { ...options, patience },
      );
    } catch (error) {
      failed(error);
      return caller;
    }
    // The answers by name are made of the result, and no part of what was told.
    caller.handle.result.then(({ values: _, ...result }) => {
      // A process that is gone does nothing with it.
      if (caller.lost) return;
      caller.settled.push(result);
      note({ kind: "result", caller, result });
    }, failed);
    return caller;
  }

  const waiting = () => callers.filter(({ settled, lost }) => settled.length === 0 && !lost);

  function giveUp(caller: Caller | undefined): void {
    if (!caller) return;
    note({ kind: "gave up", caller });
    caller.controller.abort();
  }

  /** The ids of all requests: those of the newest ask last, and of those the latest presentation. */
  function inOrder(): readonly string[] {
    const place = (requestId: string) => {
      const [ask, presentation] = (requestId.split("~ask-")[1] ?? "").split(".");
      return Number(ask) * 1_000 + Number(presentation);
    };
    return [...requests.keys()].sort((a, b) => place(a) - place(b));
  }

  const nth = <T>(list: readonly T[], back: number): T | undefined =>
    list.length === 0 ? undefined : list[list.length - 1 - (back % list.length)];

  /** The process dies; the next one takes up its journal, `downtime` later. */
  function restart(how: Passage, downtime = 0): readonly Caller[] {
    note({ kind: "restart" });
    const orphans = waiting();
    for (const caller of orphans) caller.lost = true;
    hanging.clear();
    host.die();
    const { runtime } = host.asker;
    journal = afterRestart(how, { journal, checkpoints: () => runtime.checkpoints() });
    clock.advance(downtime);
    host = boot();
    host.asker.recover();
    return orphans;
  }

  async function restarted({ how, again }: { how: Passage; again: boolean }): Promise<void> {
    for (const { question, session, leavesAt } of restart(how)) {
      if (!again) break;
      await settled();
      ask(question, session, leavesAt === undefined ? undefined : leavesAt - clock.now());
    }
  }

  /** Does it, and lets every promise settle. */
  async function perform(command: Command): Promise<void> {
    switch (command.do) {
      case "ask":
        ask(command.question, command.session, command.patience);
        break;
      case "give up":
        giveUp(nth(waiting(), command.caller));
        break;
      case "all give up":
        for (const caller of waiting()) giveUp(caller);
        break;
      case "leave": {
        const caller = nth(waiting(), command.caller);
        if (!caller) return;
        note({ kind: "left", caller });
        caller.handle?.leave();
        break;
      }
      case "forge":
        fromUi(command.what, forged(command.id));
        break;
      case "sending":
        sending = command.how;
        return;
      case "fail": {
        const requestId = nth([...hanging.keys()], command.request);
        if (requestId === undefined) return;
        hanging.get(requestId)?.(failure(requestId, command.how));
        hanging.delete(requestId);
        break;
      }
      case "wait":
        clock.advance(command.ms);
        break;
      case "wait until due": {
        const due = deadlines(host.asker.runtime.checkpoints());
        if (due.length > 0) {
          clock.advance(Math.max(0, Math.min(...due) - clock.now() - command.early));
        }
        break;
      }
      case "die answering": {
        const request = nth(inOrder(), command.request);
        if (request !== undefined) fromUi("answer", request);
        await restarted(command);
        break;
      }
      case "restart":
        await restarted(command);
        break;
      default: {
        const request = nth(inOrder(), command.request);
        if (request !== undefined) fromUi(command.do, request, command.request);
      }
    }
    await settled();
    // Whoever got an answer has acted on it by now.
    clock.advance(0);
  }

  const forged = (id: string) =>
    id.replace(
      "BASE",
      inOrder()
        .at(-1)
        ?.replace(/\.\d+$/, "") ?? "nobody~ask-0",
    );

  return {
    clock,
    options,
    happenings,
    callers,
    requests,
    /** Everything the journals were given, in order. */
    entries: entries as readonly JournalEntry[],
    /** What was reported to `onError`: nothing, when all is well. */
    errors,
    get asker(): Asker {
      return host.asker;
    },
    waiting,
    inOrder,
    ask,
    fromUi,
    restart,
    do: perform,
    async doAll(list: readonly Command[]): Promise<void> {
      for (const command of list) await perform(command);
    },
    /** Everything a UI can say about requests that it was never sent. */
    forgeries: () =>
      FORGED.flatMap((id) => FROM_UI.map((what) => [what, forged(id)] as const)).filter(
        ([, id]) => !requests.has(id),
      ),
    /** Lets time alone pass until nothing is due any more; returns how long that took. */
    async letTimePass(): Promise<number> {
      const start = clock.now();
      for (let rounds = 0; clock.next() !== undefined; rounds += 1) {
        if (rounds > 10_000) throw new Error("Time alone does not end this");
        clock.advance(Math.max(0, (clock.next() as number) - clock.now()));
        await settled();
      }
      return clock.now() - start;
    },
  };
}

export type World = ReturnType<typeof createWorld>;

/** Runs the commands in a new world. */
export async function worldAfter(chosen: Settings, list: readonly Command[]): Promise<World> {
  const world = createWorld(chosen);
  await world.doAll(list);
  return world;
}

/** When the instances in these checkpoints are due. */
export function deadlines(checkpoints: Iterable<JournalEntry>): readonly number[] {
  return [...checkpoints].flatMap(({ payload }) =>
    (payload as { deadlines: readonly { readonly at: number }[] }).deadlines.map(({ at }) => at),
  );
}

/** All promises that can settle have. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
