import type { JournalEntry } from "@readback/core";
import { sha256Hex } from "@readback/core/host";
import type { ObjectContext } from "@restatedev/restate-sdk";
import { SERVICES } from "./names.js";

/** Whether and how the cluster keeps a journal that can be followed. */
export interface Journaling {
  /** Into how many objects its entries go: one takes about 200 a second. 0: no journal. */
  readonly shards: number;
  /** How many entries each of them keeps: the newest. */
  readonly keep: number;
  /** Changes an entry before it is kept, to keep secrets out of the journal. */
  readonly redact?: ((entry: JournalEntry) => JournalEntry) | undefined;
}

/** Sends entries one way to the journal: nobody waits for it. */
export function journaled(
  context: ObjectContext,
  { shards, redact }: Journaling,
  entries: readonly JournalEntry[],
): void {
  const [first] = entries;
  if (shards === 0 || !first) return;
  context
    .objectSendClient(SERVICES.journal, shardOf(first.instance, shards))
    .append(redact ? entries.map(redact) : entries);
}

/** All entries of an instance are in one shard, in their order. */
function shardOf(instance: string, shards: number): string {
  return String(Number.parseInt(sha256Hex(instance).slice(0, 8), 16) % shards);
}
