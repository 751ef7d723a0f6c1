import { expect, it } from "vitest";
import { tellStory } from "./story.js";

const stories = Number(process.env.STORIES ?? 300);
const first = Number(process.env.STORY_SEED ?? 1);

/**
 * Tells every second story: two files share them, and two workers tell them at once. `STORIES` says how
 * many there are in all, `STORY_SEED` with which one to begin.
 */
export function tellStories(half: 0 | 1): void {
  const seeds: number[] = [];
  for (let seed = first + half; seed < first + stories; seed += 2) seeds.push(seed);
  const about = `${seeds.length} stories from seed ${seeds.at(0)} to ${seeds.at(-1)}`;

  it(`keeps every promise in ${about}`, {
    timeout: 1_200_000,
    skip: seeds.length === 0,
  }, async () => {
    for (const seed of seeds) await tell(seed);
    console.log(`told ${about}`);
    expect(seeds.length).toBeGreaterThan(0);
  });
}

/** Tells one story. When a promise is broken, says how to hear it again. */
export async function tell(seed: number): Promise<void> {
  try {
    await tellStory(seed);
  } catch (error) {
    const again = `STORIES=1 STORY_SEED=${seed} npx vitest run packages/core/test/simulation/stories`;
    throw new Error(`${(error as Error).message}\n\nTo hear it again: ${again}`);
  }
}
