import type { JournalEntry } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { readClusterInstances, readClusterJournal } from "@readback/restate/client";
import type { OpenJournals } from "@readback/visualizer/server";
import { Failure } from "../failure.js";
import { addresses } from "../restate-addresses.js";

/** How often to look for new entries, in milliseconds: a request for each shard of the journal. */
const EVERY = 2_000;

/**
 * Reads the journal of a cluster into what the page shows, and goes on until it is stopped. With the address of its
 * admin port, instances whose journal is not whole any more are opened by the state that the cluster keeps of them.
 */
export async function followCluster(
  { store, source }: OpenJournals,
  cluster: string,
  onChange: () => void,
  admin?: string,
): Promise<() => void> {
  const token = process.env.READBACK_JOURNAL_TOKEN;
  const options = {
    ingress: addresses(cluster),
    retryFor: 5_000,
    ...(token !== undefined && { token }),
  };
  let from: readonly number[] = [];
  /** Up to which entry the page has each instance that was opened by its state. */
  const opened = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const isKnown = ({ instance, sequence = 0 }: JournalEntry) =>
    sequence <= (opened.get(instance) ?? 0);

  /** Of what the cluster keeps, what its journal does not tell from the beginning. */
  async function open(admin: string, entries: readonly JournalEntry[]): Promise<void> {
    const { checkpoints, problems } = await readClusterInstances(admin);
    const whole = new Set(entries.flatMap((one) => (one.sequence === 1 ? one.instance : [])));
    for (const checkpoint of checkpoints) {
      if (whole.has(checkpoint.instance)) continue;
      opened.set(checkpoint.instance, checkpoint.sequence ?? 0);
      store.add(checkpoint);
    }
    for (const problem of problems) store.note("unreadable", `${admin}: ${problem}`);
  }

  async function read(isFirst = false): Promise<void> {
    const { entries, next } = await readClusterJournal(options, from);
    from = next;
    if (isFirst && admin !== undefined) await open(admin, entries);
    const news = entries.filter((entry) => !isKnown(entry));
    for (const entry of news) store.add(entry);
    if (news.length === 0 && !isFirst) return;
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
    await read(true);
  } catch (error) {
    throw new Failure(`readback viz: ${messageOf(error)}`);
  }
  later();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
