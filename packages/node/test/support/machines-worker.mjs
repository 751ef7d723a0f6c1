// One life of a host: goes on where the last one was killed, and prints what it does as lines of JSON.
import { writeSync } from "node:fs";
import { createAsker, createInstructionQueue, runVerified } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { createRandom } from "./random.mjs";
import { dieAtCall } from "./sudden-death.mjs";

const plan = JSON.parse(process.argv[2]);
const random = createRandom(plan.seed);
const print = (value) => writeSync(1, `${JSON.stringify({ at: Date.now(), ...value })}\n`);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const journal = createFileJournal({ folder: plan.folder, compactAt: plan.compactAt });
if (plan.dieAt) dieAtCall(plan.dieAt, random);

const lives = {
  /** A task that fails as often as the plan says. */
  async verify() {
    const outcome = await runVerified({
      task: { id: "task-1", name: "Do it" },
      session: "s",
      journal,
      maxAttempts: plan.maxAttempts,
      retryDelay: plan.retryDelay,
      execute: async ({ attempt, retryContext }) => {
        print({ execute: attempt, told: retryContext?.match(/<failure attempt/g)?.length ?? 0 });
        await pause(plan.work);
      },
      verify: ({ attempt }) => {
        print({ verify: attempt });
        return attempt >= plan.passesAt || { passed: false, error: `not at ${attempt}` };
      },
    });
    print({ outcome: outcome.status, attempts: outcome.attempts });
  },

  /** Instructions that are handed over again and again; one is acknowledged in time. */
  async queue() {
    const queue = createInstructionQueue({ journal, expiresAfter: plan.expiresAfter });
    queue.recover();
    const ids = ["stubborn", "obeyed"].map((text) =>
      queue.getFailedInstructions().some(({ content }) => content === text)
        ? undefined
        : queue.queueInstructionWithAck(text, { maxRetries: 3 }),
    );
    print({ ids });
    for (let round = 0; round < 12; round += 1) {
      for (let text = queue.dispatch(); text !== undefined; text = queue.dispatch()) {
        const id = text.includes("stubborn") ? ids[0] : ids[1];
        const attempt = queue.runtime.snapshot(id)?.context.attempt;
        print({ dispatch: text, id, attempt });
        if (text.includes("obeyed") && attempt >= 2) {
          queue.acknowledgeInstruction(id);
          print({ acknowledged: id });
        }
      }
      queue.tick();
      await pause(5);
    }
    print({ failed: queue.getFailedInstructions() });
    queue.dispose();
  },

  /** A question that is not rendered before the attempt the plan says, and then answered. */
  async ask() {
    const on = {};
    const listen = (name) => (callback) => {
      on[name] = callback;
      return () => {};
    };
    const bridge = {
      onRenderConfirmed: listen("rendered"),
      onAnswer: listen("answer"),
      onCancel: listen("cancel"),
      sendQuestion({ requestId, attempt }) {
        print({ present: requestId, attempt });
        if (attempt < plan.rendersAt) return;
        setTimeout(() => on.rendered(requestId), 5);
        setTimeout(() => on.answer(requestId, [{ id: "q", values: ["typed by a person"] }]), 30);
      },
      acknowledge: (requestId) => print({ acknowledged: requestId }),
      close: (requestId, reason) => print({ close: requestId, reason }),
    };
    const asker = createAsker({
      bridge,
      journal,
      retry: "host",
      renderTimeout: plan.renderTimeout,
      maxRetries: 3,
    });
    asker.recover();
    print({ recovered: true });
    // The agent has not called again yet.
    if (plan.isSilent) {
      await pause(500);
      return;
    }
    const question = { id: "q", question: "What now?", type: "text" };
    const result = await asker.ask({ questions: [question] }, { session: "s" });
    const { outcome, attempt, requestId } = result;
    print({ outcome, attempt, requestId, said: result.answers[0]?.values });
    await pause(20);
    asker.dispose();
  },
};

await lives[plan.machine]();
journal.close();
