import { expect } from "vitest";
import { asText, createWorld, settled, type World } from "../world.js";

/** Whose act it is: what one process writes, nothing that the same process does can cross. */
type Act = readonly [by: string, act: () => void];

/** Time passes for everybody: for that, nobody is in the middle of anything. */
export const TIME = "time";

/** Things that may happen in one situation, and what has to hold in the end, whatever happened. */
export interface Situation {
  readonly acts: Readonly<Record<string, Act>>;
  /** Brings everything to its end, by time alone, and checks what has to hold then. */
  finish(happened: readonly string[]): Promise<void>;
}

/** How far things are when two more happen: all stages in the deep tests, else the first one. */
export const inAHurry = <T>(stages: readonly T[]): readonly T[] =>
  process.env.READBACK_DEEP ? stages : stages.slice(0, 1);

/** When the second of two things happens. */
const WHEN = {
  "and when all have heard of it": 100,
  "and before anybody else has heard of it": 0,
  "and while it is written": undefined,
} as const;

/** What everybody runs into who crosses a process that ends, or a disk. */
const KNOWN = /is dead|is killed/;

/** Lets two things happen, the second one at each moment, and checks that no promise is broken. */
export async function cross(
  create: (world: World) => Promise<Situation>,
  first: string,
  second: string,
): Promise<void> {
  let scenes = 0;
  for (const [when, wait] of Object.entries(WHEN)) {
    const world = createWorld(scenes + 1);
    const { log, clock, disk } = world;
    const situation = await create(world);
    const [by, byOther] = [first, second].map((name) => situation.acts[name]?.[0]);
    if (wait === undefined && (by === byOther || by === TIME || byOther === TIME)) continue;
    scenes += 1;
    const does = (name: string) => {
      log.push(`- ${name}`);
      try {
        situation.acts[name]?.[1]();
      } catch (error) {
        if (!KNOWN.test((error as Error).message)) throw error;
      }
    };
    try {
      let isDone = false;
      const other = () => {
        isDone = true;
        does(second);
      };
      if (wait === undefined) disk.beforeNextAppend(other);
      does(first);
      disk.beforeNextAppend(undefined);
      if (wait !== undefined) clock.advance(wait);
      if (!isDone) other();
      await settled();
      clock.advance(100);
      await settled();
      await situation.finish([first, second]);
      world.compareViews();
      world.truth.compareFold(disk.entries);
      world.truth.mustNotBeStuck();
      world.mustBeWhole();
    } catch (error) {
      const { message, stack } = error as Error;
      const story = message.includes("\n- ") ? message : `${stack}\n${asText(log)}`;
      expect.fail(`${first}, then ${second}, ${when}:\n${story}`);
    }
  }
  expect(scenes).toBeGreaterThan(1);
}
