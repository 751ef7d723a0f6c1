import { createAsking } from "./asking.js";
import type { Fault } from "./disk.js";
import { createGuarding } from "./guarding.js";
import { createInstructing } from "./instructing.js";
import { createVerifying } from "./verifying.js";
import { asText, createWorld, settled, type World } from "./world.js";

/** Something that may happen next: its name, how often it does, and what it does. */
type Deed = readonly [name: string, weight: number, act: () => void];

/** Those who use one of the machines, in processes of their own. */
export interface Actors {
  readonly deeds: readonly Deed[];
  /** The first of them comes. */
  begin(): void;
  /** Checks what has to hold at every moment. */
  afterStep(): void;
  /** The journal is about to be deleted. */
  beforeDeletion(): void;
  /** Somebody comes who never knew the journal that was deleted just now. */
  newcomer(): void;
  /** Brings everything to its end, by time alone, and checks what has to hold then. */
  finish(): Promise<void>;
}

const CASTS: readonly (readonly ((world: World) => Actors)[])[] = [
  [createAsking],
  [createGuarding],
  [createInstructing],
  [createVerifying],
  [createAsking, createGuarding],
  [createInstructing, createVerifying],
  [createAsking, createGuarding, createInstructing, createVerifying],
];
const WAITS = [0, 1, 2, 50, 500, 1_000, 2_500, 10_000, 30_000, 60_000];
const FAULTS: readonly Fault[] = ["full", "torn", "written", "power"];

/** What happens to everybody. */
function accidents(world: World, actors: readonly Actors[]): readonly Deed[] {
  const { random, clock, disk, truth, log } = world;
  return [
    ["wait", 6, () => clock.advance(random.pick(WAITS) as number)],
    [
      "kill",
      1.5,
      () => {
        const process = random.pick([...world.processes]);
        if (process) world.kill(process);
      },
    ],
    [
      "delete",
      0.3,
      () => {
        // It takes a moment: no life begins in the same millisecond as one that is lost.
        clock.advance(1);
        for (const one of actors) one.beforeDeletion();
        log.push("the journal is deleted");
        truth.forget();
        disk.delete();
        // Before anybody has noticed.
        if (random.chance(0.5)) random.pick(actors)?.newcomer();
      },
    ],
    [
      "compact",
      0.5,
      () => {
        log.push("the journal is compacted");
        disk.compact(truth.checkpoints(clock.now()));
      },
    ],
    [
      "a fault",
      1.2,
      () => {
        const fault = random.pick(FAULTS) as Fault;
        log.push(`at the next write: ${fault}`);
        disk.fail(fault);
      },
    ],
  ];
}

/** Tells one story of several processes on one journal; throws when a promise is broken. */
export async function tellStory(seed: number): Promise<void> {
  const world = createWorld(seed);
  const { random, log } = world;
  const cast = CASTS[seed % CASTS.length] as (typeof CASTS)[number];
  const actors = cast.map((create) => create(world));
  const deeds = [...accidents(world, actors), ...actors.flatMap((one) => one.deeds)];
  const total = deeds.reduce((sum, [, weight]) => sum + weight, 0);

  /** The next deed; those that weigh more come more often. */
  function nextDeed(): Deed {
    let place = (random.below(1_000_000) / 1_000_000) * total;
    for (const deed of deeds) {
      place -= deed[1];
      if (place < 0) return deed;
    }
    return deeds[0] as Deed;
  }

  function act([, , deed]: Deed): void {
    try {
      deed();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // Nothing was written, and whoever wanted it knows.
      if (code === "disk_full" || /is dead|is killed|power is gone/.test(message)) {
        log.push(`  refused: ${message}`);
        return;
      }
      throw error;
    }
  }

  try {
    for (const one of actors) one.begin();
    for (let step = 5 + random.below(12); step > 0; step -= 1) {
      act(nextDeed());
      await settled();
      for (const one of actors) one.afterStep();
      world.compareViews();
      world.mustBeWhole();
    }
    world.disk.fail(undefined);
    for (const one of actors) await one.finish();
    world.compareViews();
    world.truth.compareFold(world.disk.entries);
    world.truth.mustNotBeStuck();
    world.mustBeWhole();
  } catch (error) {
    const { message, stack } = error as Error;
    if (message.startsWith("seed ")) throw error;
    throw new Error(`seed ${seed}: ${stack ?? message}\n${asText(log)}`);
  }
}
