import { expect, it } from "vitest";
import { tellAskStory } from "./ask-system.js";

// Callers and pages in several processes on one journal; each may be killed and started again at any
// step, the journal deleted or compacted under them, the disk full. `STORIES` says how many stories are
// told, `STORY_SEED` with which one to begin.

const stories = Number(process.env.STORIES ?? 300);
const first = Number(process.env.STORY_SEED ?? 1);

it(`keeps every promise in ${stories} stories from seed ${first} on`, {
  timeout: 1_200_000,
}, async () => {
  for (let seed = first; seed < first + stories; seed += 1) await tellAskStory(seed);
  expect(stories).toBeGreaterThan(0);
});
