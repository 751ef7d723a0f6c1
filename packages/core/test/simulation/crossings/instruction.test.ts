import { describe, it } from "vitest";
import { instructionMachine } from "../../../src/instruction-ack/machine.js";
import { createInstructionQueue } from "../../../src/instruction-ack/queue.js";
import { settled, type World } from "../world.js";
import { cross, inAHurry, type Situation, TIME } from "./cross.js";
import { JOURNAL_ACTS, journalActs } from "./journal.js";

// One instruction, and two queues in two processes. Of all that can happen to it, any two things happen: in both
// orders, and one in the middle of the other.

const TEXT = "Read AGENTS.md";
const MAX_RETRIES = 1;
const EXPIRES = 600_000;

const STAGES = ["handed over", "queued", "given up"] as const;

function situation(stage: (typeof STAGES)[number]) {
  return async (world: World): Promise<Situation> => {
    const { clock, check, log } = world;
    let ids = 0;
    let handed = 0;
    /** The id that was acknowledged, and of which that was said. */
    const acknowledged = new Set<string>();
    let isDeleted = false;

    function start(what: string) {
      const process = world.start(what);
      const queue = createInstructionQueue({
        clock: process.clock,
        journal: process.journal,
        expiresAfter: EXPIRES,
        newId: () => `instruction ${++ids}`,
        onError: () => {},
      });
      process.view = { machine: instructionMachine.id, runtime: queue.runtime };
      queue.recover();
      return { process, queue };
    }
    type Holder = ReturnType<typeof start>;

    function handOver({ process, queue }: Holder): void {
      if (process.isDead) return;
      const taken = queue.take();
      if (!taken?.id || process.isDead) return;
      handed += 1;
      log.push(`  ${process.name} hands over ${taken.id}`);
      check(!acknowledged.has(taken.id), "it is handed over after it was acknowledged");
      // Who has just deleted a journal may hand over what another process did a moment before.
      const { attempt } = world.truth.instances.get(taken.id)?.snapshot.context ?? {};
      check(attempt > 0 || isDeleted, "it is handed over, and not counted");
    }

    function acknowledge({ process, queue }: Holder): void {
      if (process.isDead || !queue.acknowledgeInstruction(id) || process.isDead) return;
      acknowledged.add(id);
    }

    const one = start("one");
    const two = start("two");
    const id = one.queue.queueInstructionWithAck(TEXT, { maxRetries: MAX_RETRIES });
    clock.advance(50);
    if (stage !== "queued") handOver(one);
    if (stage === "given up") {
      one.queue.tick();
      handOver(one);
      clock.advance(50);
      one.queue.tick();
    }
    clock.advance(50);
    const before = handed;
    handed = 0;

    const acts: Situation["acts"] = {
      "one hands it over": ["one", () => handOver(one)],
      "the other one hands it over": ["two", () => handOver(two)],
      "one hears that it was taken up": ["one", () => acknowledge(one)],
      "the other one hears that it was taken up": ["two", () => acknowledge(two)],
      "one looks whether to repeat it": [
        "one",
        () => void (one.process.isDead || one.queue.tick()),
      ],
      "the other one looks whether to repeat it": ["two", () => void two.queue.tick()],
      "a person sends it again": ["one", () => void (one.process.isDead || one.queue.redrive(id))],
      "another person sends it again": ["two", () => void two.queue.redrive(id)],
      "a person lets it go": ["two", () => void two.queue.discard(id)],
      "the same text is queued": [
        "one",
        () =>
          void (one.process.isDead || one.queue.queueInstructionWithAck(TEXT, { maxRetries: 1 })),
      ],
      "the same text is queued in the other one": [
        "two",
        () => void two.queue.queueInstructionWithAck(TEXT, { maxRetries: MAX_RETRIES }),
      ],
      "it gets too old": [TIME, () => clock.advance(EXPIRES)],
      "one stops": [
        "one",
        () => {
          one.queue.dispose();
          world.end(one.process);
        },
      ],
      "one is killed": ["the world", () => world.kill(one.process)],
      ...journalActs(world, () => {
        isDeleted = true;
      }),
    };

    return {
      acts,
      async finish() {
        clock.advance(1_000);
        await settled();
        two.queue.runtime.catchUp();
        // What waits is handed over, and repeated, until it is given up.
        for (let turn = 0; turn < 6; turn += 1) {
          for (const holder of [one, two]) {
            if (holder.process.isDead) continue;
            handOver(holder);
            handOver(holder);
            holder.queue.tick();
          }
          clock.advance(100);
          const tracked = world.truth.instances
            .all()
            .filter(({ snapshot }) => snapshot.matches("tracked"));
          check(tracked.length <= 1, "the same text is tracked twice");
        }
        // At most twice the whole count: from before, and once more when a person says so or it is queued again.
        const most = 2 * (1 + MAX_RETRIES) + 2 * Number(isDeleted);
        check(handed <= most, `it is handed over ${before} times before, and then ${handed}`);
        clock.advance(EXPIRES + 1);
        await settled();
        for (const { snapshot } of world.truth.instances.all()) {
          check(!snapshot.matches("tracked"), "it is tracked forever");
        }
      },
    };
  };
}

const NAMES = [
  "one hands it over",
  "the other one hands it over",
  "one hears that it was taken up",
  "the other one hears that it was taken up",
  "one looks whether to repeat it",
  "the other one looks whether to repeat it",
  "a person sends it again",
  "another person sends it again",
  "a person lets it go",
  "the same text is queued",
  "the same text is queued in the other one",
  "it gets too old",
  "one stops",
  "one is killed",
  ...JOURNAL_ACTS,
];

describe.each(inAHurry(STAGES))("an instruction that is %s", (stage) => {
  it.each(NAMES)("keeps every promise when %s, and then anything else", async (first) => {
    for (const second of NAMES) await cross(situation(stage), first, second);
  });
});
