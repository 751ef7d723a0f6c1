import type { JournalEntry } from "@readback/core";
import * as restate from "@restatedev/restate-sdk";
import { isJournalToken } from "../desk-token.js";
import type { JournalObject, JournalPage } from "../names.js";
import type { Common } from "../options.js";
import { noJournalToken } from "../refusals.js";
import { internal, shared } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

const MOST_READ = 500;

interface Extent {
  /** The number of the first entry that is kept. */
  readonly first: number;
  /** The number that the next entry gets. */
  readonly next: number;
}

const NOTHING: Extent = { first: 0, next: 0 };
const EXTENT = "extent";

/** One shard of the journal: an entry for each key of its state, the oldest forgotten first. */
export function journalObject({ journaling: { keep }, deskSecret }: Common) {
  return restate.object({
    name: "ReadbackJournal",
    handlers: {
      append: internal(
        INPUTS.journal.append,
        async (context: restate.ObjectContext, entries: readonly JournalEntry[]): Promise<void> => {
          const { first, next } = (await context.get<Extent>(EXTENT)) ?? NOTHING;
          for (const [index, entry] of entries.entries()) context.set(String(next + index), entry);
          const end = next + entries.length;
          const from = Math.max(first, end - keep);
          for (let old = first; old < from; old += 1) context.clear(String(old));
          context.set(EXTENT, { first: from, next: end });
        },
      ),
      read: shared(
        INPUTS.journal.read,
        async (
          context: restate.ObjectSharedContext,
          { from, limit = MOST_READ, token }: Parameters<JournalObject["read"]>[1],
        ): Promise<JournalPage> => {
          if (!isJournalToken(deskSecret, token)) throw noJournalToken();
          const { first, next } = (await context.get<Extent>(EXTENT)) ?? NOTHING;
          const start = Math.max(from, first);
          const end = Math.min(next, start + Math.min(limit, MOST_READ));
          const entries: JournalEntry[] = [];
          for (let at = start; at < end; at += 1) {
            const entry = await context.get<JournalEntry>(String(at));
            if (entry) entries.push(entry);
          }
          return { entries, next: end, first };
        },
      ),
    } satisfies Partial<Record<keyof JournalObject, unknown>>,
    options: { enableLazyState: true },
  });
}
