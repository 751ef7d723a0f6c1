import type { JournalEntry } from "@readback/core";
import { SERVICES } from "../names.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** Settings of {@link readClusterJournal}. */
export interface ClusterJournalOptions extends IngressOptions {
  /** Into how many objects the services divide the journal: as in `readbackServices`. Default 8. */
  readonly shards?: number;
}

/**
 * Reads the journal of a cluster, in the order of its times; of one instance, in its own order. With
 * `from`, only what came since: pass the `next` of the last reading.
 * @example
 * const { entries, next } = await readClusterJournal({ ingress: "http://127.0.0.1:8080" });
 */
export async function readClusterJournal(
  { shards = 8, ...options }: ClusterJournalOptions,
  from: readonly number[] = [],
): Promise<{ readonly entries: readonly JournalEntry[]; readonly next: readonly number[] }> {
  const ingress = createIngress(options);
  const read = await Promise.all(
    Array.from({ length: shards }, async (_, shard) => {
      const entries: JournalEntry[] = [];
      for (let at = from[shard] ?? 0; ; ) {
        const page = await ingress.object(
          SERVICES.journal,
          String(shard),
          "read",
          { from: at },
          { idempotencyKey: null },
        );
        entries.push(...page.entries);
        if (page.entries.length === 0) return { entries, next: page.next };
        at = page.next;
      }
    }),
  );
  const entries = read.flatMap((one) => one.entries);
  // A stable order: entries of one instance stay as they were.
  return { entries: entries.sort((a, b) => a.time - b.time), next: read.map(({ next }) => next) };
}
