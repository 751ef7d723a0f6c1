import type { JournalEntry } from "@readback/core";
import { SERVICES } from "../names.js";
import { checkClient } from "./check-client.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** Settings of {@link readClusterJournal}. */
export interface ClusterJournalOptions extends IngressOptions {
  /** Into how many objects the services divide the journal: as in `readbackServices`. Default 8. */
  readonly shards?: number;
  /** What `journalToken` makes, where the cluster has a `deskSecret`. */
  readonly token?: string;
}

/**
 * Reads the journal of a cluster, in the order of its times; of one instance, in its own order. With
 * `from`, only what came since: pass the `next` of the last reading.
 * @example
 * const { entries, next } = await readClusterJournal({ ingress: "http://127.0.0.1:8080" });
 */
export async function readClusterJournal(
  given: ClusterJournalOptions,
  from: readonly number[] = [],
): Promise<{ readonly entries: readonly JournalEntry[]; readonly next: readonly number[] }> {
  checkClient("readClusterJournal", given);
  const { shards = 8, token, ...options } = given;
  const ingress = createIngress(options);
  const read = await Promise.all(
    Array.from({ length: shards }, async (_, shard) => {
      const entries: JournalEntry[] = [];
      for (let at = from[shard] ?? 0; ; ) {
        const page = await ingress.object(
          SERVICES.journal,
          String(shard),
          "read",
          { from: at, ...(token !== undefined && { token }) },
          { idempotencyKey: null },
        );
        entries.push(...page.entries);
        if (page.entries.length === 0) return { entries, next: page.next };
        at = page.next;
      }
    }),
  );
  const entries = inOrder(read.flatMap((one) => one.entries));
  return { entries, next: read.map(({ next }) => next) };
}

/** By time; but nothing comes before what came before it in its own instance, whatever the clocks of two nodes say. */
export function inOrder(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const latest = new Map<string, number>();
  const placed = entries.map((entry) => {
    const at = Math.max(entry.time, latest.get(entry.instance) ?? entry.time);
    latest.set(entry.instance, at);
    return { at, entry };
  });
  return placed.sort((one, other) => one.at - other.at).map(({ entry }) => entry);
}
