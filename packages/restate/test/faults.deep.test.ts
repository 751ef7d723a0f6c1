import {
  askMachine,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  type QuestionRequest,
  verifyMachine,
} from "@readback/core";
import { createReplay } from "@readback/core/host";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  connectAsker,
  connectDesk,
  connectGuard,
  connectQueue,
  connectVerify,
  readClusterJournal,
} from "../src/client.js";
import { startHelper, startTestCluster, type TestCluster } from "./support/cluster.js";

/** How many asks are under way; 1/5 as many todos, 1/10 as many instructions, 1/50 as many tasks. */
const SIZE = Number(process.env.RESTATE_FAULTS ?? 50);
const SEED = Number(process.env.RESTATE_SEED ?? Date.now() % 1_000_000);
const DESKS = 5;

// It needs a machine that has time: on a busy one an endpoint takes a minute to start, and every bound passes.
const isAsked = process.env.RESTATE_FAULTS !== undefined;
if (!isAsked) console.warn("SKIPPED: the fault test on three nodes. RESTATE_FAULTS=50 runs it.");

let cluster: TestCluster;
beforeAll(async () => {
  if (!isAsked) return;
  cluster = await startTestCluster();
}, 120_000);
afterAll(() => cluster?.stop());

/** Random numbers that a seed repeats. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person who does to each question what its text says. */
function person(ingress: readonly string[], desk: string, random: () => number, sent: Set<string>) {
  const listeners = createBridgeListeners();
  const seen = new Set<string>();
  const texts = new Map<string, string>();
  const bridge = {
    ...listeners.methods,
    surfaceOf: () => "test",
    acknowledge: (requestId: string) => void sent.add(String(texts.get(requestId))),
    sendQuestion({ requestId, questions }: QuestionRequest) {
      const text = questions[0]?.question ?? "";
      texts.set(requestId, text);
      if (text.startsWith("ignore")) return;
      listeners.emit("onRenderConfirmed", requestId);
      if (seen.has(requestId)) return;
      seen.add(requestId);
      setTimeout(
        () => {
          if (text.startsWith("cancel")) listeners.emit("onCancel", requestId);
          else listeners.emit("onAnswer", requestId, [{ id: "q", values: [`answer to ${text}`] }]);
        },
        500 + random() * 8_000,
      );
    },
  };
  return connectDesk({
    ingress,
    desk,
    bridge: bridge as never,
    patience: 5_000,
    onError: () => {},
  });
}

test.runIf(isAsked)(
  `nothing is lost, doubled, early or stuck while nodes and processes are killed (seed ${SEED}, ${SIZE} asks)`,
  async () => {
    console.log(`RESTATE_SEED=${SEED} RESTATE_FAULTS=${SIZE}`);
    const random = randomOf(SEED);
    const { ingress } = cluster;
    /** The questions whose answer the cluster has acknowledged to the person. */
    const sent = new Set<string>();
    const desks = Array.from({ length: DESKS }, (_, desk) =>
      person(ingress, `desk ${desk}`, random, sent),
    );
    await Promise.all(desks.map(({ ready }) => ready));

    const asker = connectAsker({ ingress, retryFor: 120_000 });
    const kinds = ["answer", "answer", "answer", "cancel", "ignore"] as const;
    const asks = Array.from({ length: SIZE }, async (_, index) => {
      const question = `${kinds[index % kinds.length]} ${index}`;
      const input = {
        questions: [{ id: "q", question }],
        renderTimeout: 20_000,
        maxRetries: 0,
      } as const;
      await pause(random() * 5_000);
      return { question, result: await asker.ask(input, { session: `desk ${index % DESKS}` }) };
    });
    // A replica that is killed while it waits: another one calls again, and has the answers.
    const mine = Array.from({ length: 5 }, (_, index) => `answer to replica ${index}`);
    const replica = await startHelper("./caller.mjs", ingress.join(), "desk 0", ...mine);

    const guard = connectGuard({ ingress, retryFor: 120_000 });
    const todos = Array.from({ length: Math.ceil(SIZE / 5) }, async (_, index) => {
      const claim = {
        session: `s${index % 3}`,
        toolUseId: `t${index}`,
        completing: [`todo ${index}`],
      };
      // Reported twice, as two processes would.
      const [one, two] = await Promise.all([guard.check(claim), guard.check(claim)]);
      return { one, two, index };
    });
    const verify = connectVerify({ ingress, retryFor: 120_000 });
    const tasks = Array.from({ length: Math.ceil(SIZE / 50) }, (_, index) =>
      verify.run({ session: "run", task: { id: `t${index}`, name: `task ${index}` } }),
    );
    const queue = connectQueue({ ingress, queue: "q", retryFor: 120_000 });
    const instructions = Array.from({ length: Math.ceil(SIZE / 10) }, (_, index) =>
      queue.queueInstructionWithAck(`instruction ${index}`),
    );

    for (const fault of ["node", "endpoint", "freeze", "replica", "node"] as const) {
      await pause(1_000 + random() * 2_000);
      const index = Math.floor(random() * 3);
      console.log(`${fault}${fault === "node" || fault === "freeze" ? ` ${index}` : ""}`);
      if (fault === "node") await cluster.signalNode(index, "SIGKILL");
      else if (fault === "endpoint") await cluster.killEndpoint();
      else if (fault === "replica") replica.child.kill("SIGKILL");
      else {
        await cluster.signalNode(index, "SIGSTOP");
        await pause(4_000);
        await cluster.signalNode(index, "SIGCONT");
      }
    }
    const lastFault = Date.now();

    let unseen = 0;
    for (const { question, result } of await Promise.all(asks)) {
      // Where the faults kept a question from the screen for its whole render timeout, nobody has answered it.
      if (
        result.outcome === "exhausted" &&
        !result.renderConfirmed &&
        !question.startsWith("ignore")
      ) {
        expect(sent.has(question), `the answer to ${question} was acknowledged`).toBe(false);
        unseen += 1;
        continue;
      }
      const outcome = { answer: "answered", cancel: "cancelled", ignore: "exhausted" }[
        question.split(" ")[0] as string
      ];
      expect(result, question).toMatchObject({ outcome, attempt: 1 });
      if (outcome === "answered")
        expect(result.answers[0]?.values).toEqual([`answer to ${question}`]);
    }
    for (const question of mine) {
      const again = await asker.ask({ questions: [{ id: "q", question }] }, { session: "desk 0" });
      expect(again.answers[0]?.values, question).toEqual([`answer to ${question}`]);
    }
    for (const { one, two } of await Promise.all(todos)) {
      expect(one.decision).toBe("block");
      expect(two).toEqual(one);
    }
    for (const outcome of await Promise.all(tasks)) {
      expect(outcome.status === "done" || outcome.status === "escalated").toBe(true);
      expect(outcome.attempts).toBeLessThanOrEqual(3);
    }
    expect(new Set(await Promise.all(instructions)).size).toBe(Math.ceil(SIZE / 10));
    const waited = (Date.now() - lastFault) / 1_000;
    console.log(`${unseen} questions were not on screen within their 20 s`);
    expect(unseen).toBeLessThanOrEqual(SIZE / 10);
    console.log(`everything had its outcome ${waited.toFixed(1)} s after the last fault`);
    expect(waited).toBeLessThan(60);

    await asker.dispose();
    await Promise.all(desks.map((desk) => desk.close()));
    const { entries } = await readClusterJournal({ ingress });
    expectTrue(entries);
  },
  280_000,
);

/** What the journal has to say, whatever happened. */
function expectTrue(entries: readonly JournalEntry[]): void {
  const replay = createReplay([askMachine, guardMachine, instructionMachine, verifyMachine]);
  const byInstance = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const { instance } = entry;
    byInstance.set(instance, [...(byInstance.get(instance) ?? []), entry]);
  }
  for (const [instance, story] of byInstance) {
    story.sort((a, b) => Number(a.sequence) - Number(b.sequence));
    const outcomes = new Set<string>();
    let timers: JournalEntry["timers"] = [];
    for (const [index, entry] of story.entries()) {
      const { sequence, attempt, bound, event, deadline, time, outcome, generation = 1 } = entry;
      expect(sequence, `${instance}: no entry is missing or double`).toBe(index + 1);
      expect(replay.apply(entry), `${instance}: ${event} follows`).toBeTruthy();
      expect(attempt).toBeLessThanOrEqual(bound);
      const due = timers?.find(({ id }) => id === (deadline ?? event));
      if (due) expect(time, `${instance}: ${event} is not early`).toBeGreaterThanOrEqual(due.at);
      if (outcome !== undefined) {
        expect(outcomes.has(String(generation)), `${instance}: one outcome`).toBe(false);
        outcomes.add(String(generation));
      }
      timers = entry.timers ?? [];
    }
  }
  console.log(`${entries.length} entries of ${byInstance.size} instances, all of them replayed`);
}
