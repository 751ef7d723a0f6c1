import { instructionMachine } from "../../src/instruction-ack/machine.js";
import { createInstructionQueue, type InstructionQueue } from "../../src/instruction-ack/queue.js";
import type { Actors } from "./story.js";
import { type Process, settled, type World } from "./world.js";

const MAX_RETRIES = 2;
const TEXTS = ["Read AGENTS.md", "Run the tests"];
const EXPIRES = 120_000;

interface Holder {
  readonly process: Process;
  readonly queue: InstructionQueue;
}

/** Systems that give an agent instructions, each with a queue on the same journal. */
export function createInstructing(world: World): Actors {
  const { random, log, check, clock } = world;
  const holders: Holder[] = [];
  /** What the agent was given of each instruction since it was last sent from the start. */
  const handed = new Map<string, number>();
  const acknowledged = new Set<string>();
  const known = new Set<string>();
  let ids = 0;
  /** Hand-overs of each that a process did not know of when the journal was gone: another one made them, or died with them. */
  const repeated = new Map<string, number>();
  let isWidowed = false;
  world.beforeDeath(({ journal }) => {
    if (!journal.hasRestored()) isWidowed = true;
  });

  const living = () => holders.filter(({ process }) => !process.isDead);
  const anyHolder = () => random.pick(living());

  function start(): Holder {
    const process = world.start("queue");
    const queue = createInstructionQueue({
      clock: process.clock,
      journal: process.journal,
      expiresAfter: EXPIRES,
      tickInterval: 10_000,
      newId: () => `instruction ${++ids}`,
      onError: () => {},
    });
    const holder = { process, queue };
    holders.push(holder);
    process.view = { machine: instructionMachine.id, runtime: queue.runtime };
    queue.recover();
    if (random.chance(0.5)) queue.start();
    return holder;
  }

  function dispatch({ process, queue }: Holder): void {
    const taken = queue.take();
    if (!taken?.id || process.isDead) return;
    const { id, text } = taken;
    const times = (handed.get(id) ?? 0) + 1;
    handed.set(id, times);
    log.push(`${process.name} hands over ${id} for the ${times}. time: ${text}`);
    // In the moment of a deletion nobody knows what another process has just done.
    const isUnknown = isWidowed || world.isInGap();
    check(!acknowledged.has(id) || isUnknown, `${id} is handed over after it was acknowledged`);
    const attempt = world.truth.instances.get(id)?.snapshot.context.attempt;
    // One that was killed before it could hand it over has counted it, too.
    const more = repeated.get(id) ?? 0;
    const isCounted = attempt + more >= times;
    if (!isCounted) repeated.set(id, more + 1);
    check(isCounted || isUnknown, `${id}: handed over ${times}, counted ${attempt}`);
    const most = 1 + MAX_RETRIES + (repeated.get(id) ?? 0);
    check(times <= most, `${id} is handed over too often`);
  }

  return {
    begin: () => void start(),
    deeds: [
      [
        "queue",
        4,
        () => {
          const holder = anyHolder();
          const text = random.pick(TEXTS) as string;
          const id = holder?.queue.queueInstructionWithAck(text, { maxRetries: MAX_RETRIES });
          if (id === undefined || holder?.process.isDead) return;
          known.add(id);
          log.push(`${holder?.process.name} tracks "${text}" as ${id}`);
        },
      ],
      [
        "dispatch",
        6,
        () => {
          const holder = anyHolder();
          if (holder) dispatch(holder);
        },
      ],
      [
        "acknowledge",
        2,
        () => {
          const id = random.pick([...known]);
          const holder = anyHolder();
          if (id === undefined || !holder?.queue.acknowledgeInstruction(id)) return;
          if (holder.process.isDead) return;
          acknowledged.add(id);
          log.push(`${holder.process.name} hears that ${id} was taken up`);
        },
      ],
      ["tick", 3, () => void anyHolder()?.queue.tick()],
      [
        "redrive",
        1,
        () => {
          const holder = anyHolder();
          const failed = random.pick(holder?.queue.getFailedInstructions() ?? []);
          if (!failed || !holder) return;
          const id = holder.queue.redrive(failed.id);
          if (id === failed.id && !holder.process.isDead) handed.set(id, 0);
          log.push(`${holder.process.name} sends ${failed.id} again as ${id}`);
        },
      ],
      ["a queue starts", 2, () => void (living().length < 3 && start())],
      [
        "a queue stops",
        0.4,
        () => {
          const holder = anyHolder();
          holder?.queue.dispose();
          if (holder) world.end(holder.process);
        },
      ],
    ],
    afterStep() {},
    beforeDeletion() {
      // What was written last, and no living process has read, is gone for good.
      if (!living().some(({ process }) => process.journal.isUpToDate())) isWidowed = true;
      // What nobody alive knows is gone for good.
      const alive = living().flatMap(({ queue }) => [...queue.runtime.live()].map(([id]) => id));
      for (const id of known) if (!alive.includes(id)) known.delete(id);
    },
    newcomer() {
      start().queue.queueInstructionWithAck(random.pick(TEXTS) as string, {
        maxRetries: MAX_RETRIES,
      });
    },
    async finish() {
      if (living().length === 0) start();
      clock.advance(1_000);
      await settled();
      // Nothing that waits is forgotten: the agent gets it, unless too much time has passed.
      for (const { queue } of living()) queue.runtime.catchUp();
      const waiting = world.truth.instances
        .all()
        .filter(({ snapshot }) => snapshot.matches({ tracked: "queued" }))
        .map(({ id }) => id);
      const before = new Map(handed);
      for (const holder of living()) for (let n = 0; n < 6; n += 1) dispatch(holder);
      for (const id of waiting) {
        const isHanded = (handed.get(id) ?? 0) > (before.get(id) ?? 0);
        check(isHanded, `${id} waits, and nobody hands it over`);
      }
      const contents = new Set<string>();
      for (const { snapshot } of world.truth.instances.all()) {
        if (!snapshot.matches("tracked") || !snapshot.context.instruction) continue;
        const { content } = snapshot.context.instruction;
        check(!contents.has(content), `"${content}" is tracked twice`);
        contents.add(content);
      }
      clock.advance(EXPIRES + 1);
      await settled();
      for (const { snapshot, id } of world.truth.instances.all()) {
        if (snapshot.context.instruction === undefined) continue;
        check(!snapshot.matches("tracked"), `${id} is tracked for ever`);
      }
    },
  };
}
