import { it } from "vitest";
import { tell, tellStories } from "./tell-stories.js";

// Callers, pages, hooks, queues and runs in several processes on one journal; each may be killed and
// started again at any step, the journal deleted or compacted under them, the disk full, the power gone.

/** Stories in which a promise was broken once, or is broken when a fix is taken out: docs/reliability.md. */
const KEPT: readonly number[] = [2, 146, 149, 162, 454, 2040, 2814, 4354, 7632];

it.each(KEPT)("keeps every promise in the story of seed %i", tell);

tellStories(0);
