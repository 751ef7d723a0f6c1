import { createFileJournal } from "@readback/node";
import { longStory } from "../../lib/long-journal.mjs";

/** Writes entries at a steady pace for a while; how many it wrote, and the processor's time for each. */
export function create({ folder, perSecond, seconds }) {
  const journal = createFileJournal({ folder, durable: false, compactAt: 2 ** 30 });
  const story = longStory(100);
  let written = 0;
  return async () => {
    const { user, system } = process.cpuUsage();
    const startedAt = performance.now();
    const before = written;
    while (performance.now() - startedAt < seconds * 1_000) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      while (written - before < due) {
        const entry = story[written % story.length];
        journal.append({ ...entry, instance: `todo-${Math.floor(written / story.length)}` });
        written += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const used = process.cpuUsage({ user, system });
    return {
      written,
      took: performance.now() - startedAt,
      micros: (used.user + used.system) / (written - before),
    };
  };
}
