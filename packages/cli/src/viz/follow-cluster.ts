import { messageOf } from "@readback/core/host";
import { readClusterJournal } from "@readback/restate/client";
import type { OpenJournals } from "@readback/visualizer/server";
import { Failure } from "../failure.js";
import { addresses } from "../mcp/restate-host.js";

/** How often to look for new entries, in milliseconds: a request for each shard of the journal. */
const EVERY = 2_000;

/** Reads the journal of a cluster into what the page shows, and goes on until it is stopped. */
export async function followCluster(
  { store, source }: OpenJournals,
  cluster: string,
  onChange: () => void,
): Promise<() => void> {
  const token = process.env.READBACK_JOURNAL_TOKEN;
  const options = {
    ingress: addresses(cluster),
    retryFor: 5_000,
    ...(token !== undefined && { token }),
  };
  let from: readonly number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function read(): Promise<void> {
    const { entries, next } = await readClusterJournal(options, from);
    from = next;
    for (const entry of entries) store.add(entry);
    if (entries.length === 0) return;
    source.changed();
    onChange();
  }

  function later(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      read()
        .catch((error) => {
          store.note("unreadable", `${cluster}: ${messageOf(error)}`);
          onChange();
        })
        .finally(later);
    }, EVERY);
  }

  try {
    await read();
  } catch (error) {
    throw new Failure(`readback viz: ${messageOf(error)}`);
  }
  later();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
