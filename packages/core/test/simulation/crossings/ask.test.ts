import { describe, it } from "vitest";
import { createAsker } from "../../../src/ask-with-render-ack/asker.js";
import type { AskHandle } from "../../../src/ask-with-render-ack/asker-options.js";
import { askMachine } from "../../../src/ask-with-render-ack/machine.js";
import type { AskResult } from "../../../src/ask-with-render-ack/result.js";
import { createFakeBridge } from "../../support/fake-bridge.js";
import { LATENCY } from "../disk.js";
import { settled, type World } from "../world.js";
import { cross, inAHurry, type Situation, TIME } from "./cross.js";
import { JOURNAL_ACTS, journalActs } from "./journal.js";

// One question, its caller in one process, a page and a terminal in two others. Of all that can happen to it, any
// two things happen: in both orders, and one in the middle of the other.

const MAX_RETRIES = 1;
const TIMES = {
  renderTimeout: 2_000,
  responseTimeout: 4_000,
  responseCap: 8_000,
  queueCap: 3_000,
  idleWindow: 10_000,
};
const QUESTION = { questions: [{ question: "Which name?" }] };

interface Call {
  readonly name: string;
  readonly of: object;
  readonly isAlive: () => boolean;
  readonly handle: AskHandle;
  readonly openedAt: number;
  result?: AskResult;
  toldAt?: number;
  isUnread?: true;
}

const STAGES = ["on screen", "sent", "to be asked again"] as const;

function situation(stage: (typeof STAGES)[number]) {
  return async (world: World): Promise<Situation> => {
    const { clock, check, log } = world;
    const calls: Call[] = [];
    const sent = new Set<string>();

    function start(what: string, hasSurface: boolean) {
      const process = world.start(what);
      const ui = createFakeBridge();
      const asker = createAsker({
        ...TIMES,
        bridge: hasSurface ? ui.bridge : null,
        clock: process.clock,
        journal: process.journal,
        maxRetries: MAX_RETRIES,
        onError: () => {},
      });
      process.view = { machine: askMachine.id, runtime: asker.runtime };
      asker.recover();
      return { process, ui, asker };
    }
    type One = ReturnType<typeof start>;

    function call(of: One, patience?: number): Call {
      const { process, asker } = of;
      const handle = asker.open(QUESTION, { ...(patience !== undefined && { patience }) });
      const isAlive = () => !process.isDead;
      const name = `call ${calls.length + 1}`;
      const made: Call = { name, of, isAlive, handle, openedAt: clock.now() };
      calls.push(made);
      handle.result
        .then(
          (result) => {
            check(made.result === undefined, `${name} is told twice`);
            made.result = result;
            made.toldAt = clock.now();
            log.push(`  ${name} is told ${result.outcome} ${result.answers[0]?.values ?? ""}`);
          },
          (error) => check(process.isDead, `${name} fails: ${error}`),
        )
        .catch(() => {});
      return made;
    }

    function answer({ process, ui }: One, text: string): void {
      const [before, closed] = [ui.acknowledged.length, ui.closed.length];
      ui.answer([{ id: "q1", values: [text] }]);
      if (process.isDead) return;
      // Taken, or the person is told that somebody has answered: what was typed is never for nothing.
      const isAnswered = ui.closed.slice(closed).some(({ reason }) => reason === "answered");
      check(ui.acknowledged.length > before || isAnswered, `"${text}" was not taken`);
      if (ui.acknowledged.length > before) sent.add(text);
    }

    function stop(one: One): void {
      if (one.process.isDead) return;
      one.asker.dispose();
      // Who waits in it is told so.
      const waits = calls.filter(({ of, handle }) => of === one && handle.state !== "settled");
      check(
        waits.length === 0 || one.process.isDead,
        "a process stops without a word to its caller",
      );
      world.end(one.process);
    }

    const page = start("page", true);
    const terminal = start("terminal", true);
    const server = start("server", false);
    const first = call(server, 3_500);
    clock.advance(50);
    if (stage === "on screen") page.ui.render();
    if (stage === "to be asked again") clock.advance(TIMES.renderTimeout);
    clock.advance(50);
    await settled();

    const acts: Situation["acts"] = {
      "the page shows it": ["page", () => page.ui.render()],
      "the page loses it": ["page", () => page.ui.lose()],
      "the page queues it": ["page", () => page.ui.queue(true)],
      "it is its turn on the page": ["page", () => page.ui.queue(false)],
      "the person types": ["page", () => page.ui.type()],
      "an answer on the page": ["page", () => answer(page, "Ann")],
      "a wrong answer on the page": ["page", () => page.ui.answer([{ id: "q1", values: [] }])],
      "a cancel on the page": ["page", () => page.ui.cancel()],
      "a refusal on the page": ["page", () => page.ui.cancel("declined")],
      "the page stops": ["page", () => stop(page)],
      "the page is killed": ["the world", () => world.kill(page.process)],
      "the terminal shows it": ["terminal", () => terminal.ui.render()],
      "an answer in the terminal": ["terminal", () => answer(terminal, "Bob")],
      "a cancel in the terminal": ["terminal", () => terminal.ui.cancel()],
      "the caller gives up": ["server", () => first.handle.abort()],
      "the caller gives up and takes no result": [
        "server",
        () => {
          first.handle.abort();
          first.handle.notReceived();
          first.isUnread = true;
        },
      ],
      "the caller leaves": ["server", () => first.handle.leave()],
      "the server stops": ["server", () => stop(server)],
      "the server is killed": ["the world", () => world.kill(server.process)],
      "the server calls again": ["server", () => void (server.process.isDead || call(server))],
      "the terminal calls, too": [
        "terminal",
        () => void (terminal.process.isDead || call(terminal)),
      ],
      "some time passes": [TIME, () => clock.advance(1_900)],
      "much time passes": [TIME, () => clock.advance(4_100)],
      ...journalActs(world),
    };

    return {
      acts,
      async finish(happened) {
        const last = start("last", true);
        clock.advance(3_000);
        await settled();
        // Kept answers come out one for each call.
        for (let round = 0; round < 3; round += 1) {
          const made = call(last);
          clock.advance(2 * LATENCY);
          await settled();
          if (!made.result?.answered) break;
        }
        for (let turn = 0; turn < 12; turn += 1) {
          clock.advance(2_500);
          await settled();
        }
        for (const { name, isAlive, result } of calls) {
          check(!isAlive() || result !== undefined, `${name} is never told anything`);
          if (result) checkTrue(name, result, happened);
        }
        for (const text of sent) checkHandedOver(text);
        world.end(last.process);
        last.asker.dispose();
      },
    };

    /** What is said is true. */
    function checkTrue(name: string, result: AskResult, happened: readonly string[]): void {
      const did = (what: string) => happened.some((one) => one.includes(what));
      const { outcome, attempt, answers, renderConfirmed } = result;
      check(attempt <= 1 + MAX_RETRIES, `${name} has attempt ${attempt}`);
      if (outcome === "cancelled") check(did("a cancel"), `${name}: nobody cancelled`);
      if (outcome === "declined") check(did("a refusal"), `${name}: nobody refused`);
      const mayBeAborted = (name === "call 1" && did("gives up")) || did("stops");
      if (outcome === "aborted") check(mayBeAborted, `${name}: nobody gave it up`);
      if (outcome === "superseded" || outcome === "rejected") check(false, `${name}: ${outcome}`);
      if (outcome === "timed_out") check(renderConfirmed, `${name}: it was never on screen`);
      const given = answers[0]?.values[0];
      if (outcome === "answered") {
        check(given === "Ann" || given === "Bob", `${name}: nobody answered ${given}`);
      }
    }

    /** What was said to be sent was given, and given once. */
    function checkHandedOver(text: string): void {
      const given = calls.filter(({ result, isUnread }) => {
        return !isUnread && result?.answers[0]?.values.includes(text);
      });
      check(given.length > 0, `"${text}" was said to be sent, and nobody got it`);
      for (const { isAlive, toldAt, name } of given) {
        if (!isAlive() || toldAt === undefined) continue;
        const later = given.find(({ openedAt }) => openedAt > toldAt + 2 * LATENCY);
        check(!later, `"${text}" was given to ${name}, and again to ${later?.name}`);
      }
    }
  };
}

const NAMES = [
  "the page shows it",
  "the page loses it",
  "the page queues it",
  "it is its turn on the page",
  "the person types",
  "an answer on the page",
  "a wrong answer on the page",
  "a cancel on the page",
  "a refusal on the page",
  "the page stops",
  "the page is killed",
  "the terminal shows it",
  "an answer in the terminal",
  "a cancel in the terminal",
  "the caller gives up",
  "the caller gives up and takes no result",
  "the caller leaves",
  "the server stops",
  "the server is killed",
  "the server calls again",
  "the terminal calls, too",
  "some time passes",
  "much time passes",
  ...JOURNAL_ACTS,
];

describe.each(inAHurry(STAGES))("a question that is %s", (stage) => {
  it.each(NAMES)("loses and repeats nothing when %s, and then anything else", async (first) => {
    for (const second of NAMES) await cross(situation(stage), first, second);
  });
});
