import { it } from "vitest";
import { tell, tellStories } from "./tell-stories.js";

// Callers, pages, hooks, queues and runs in several processes on one journal; each may be killed and
// started again at any step, the journal deleted or compacted under them, the disk full, the power gone.

/** Stories in which a promise was broken once, or is broken when a fix is taken out: docs/reliability.md. */
const KEPT: readonly number[] = [
  2, 98, 162, 266, 311, 689, 840, 2995, 3633, 4916, 10969, 15972, 36073, 39739, 77959,
];

it.each(KEPT)("keeps every promise in the story of seed %i", tell);

tellStories(0);
