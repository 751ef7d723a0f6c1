// How many asks a second a cluster carries, by what one ask was measured to cost, and what gives way first:
// `node packages/restate/bench/model.mjs [--cores 8 --kilobytes 104 …]`. A model, and no measurement: it takes every
// cost for constant, and the load for even but for desks.
import { parseArgs } from "node:util";

/** Measured by `costs.mjs` on two busy cores; what your own machines need is measured by the same. */
const MEASURED = {
  // One ask: what it writes to the log, and processor time of the server.
  kilobytes: 104,
  serverMillis: 42,
  // Of the endpoint and of the client, which may run elsewhere.
  endpointMillis: 36,
  // One key takes its events one after the other.
  eventsPerKey: 200,
  // Messages of one ask to its desk, and entries in the journal.
  deskMessages: 3,
  journalEntries: 4,
};
/** What a machine can do: of yours. */
const MACHINE = { cores: 8, diskMegabytes: 400, replication: 2 };

const options = Object.fromEntries(
  Object.keys({ ...MEASURED, ...MACHINE }).map((name) => [name, { type: "string" }]),
);
const { values } = parseArgs({ options });
const given = Object.fromEntries(
  Object.entries(values).map(([name, text]) => [name, Number(text)]),
);

/** Asks a second, by each thing that bounds them. */
function boundsOf({ nodes, partitions, desks, shards, ...about }) {
  const one = { ...MEASURED, ...MACHINE, ...about };
  const each = {
    // Every copy of a record is written, and applied by the partition's followers.
    "processors of the nodes": (nodes * one.cores * 1_000) / (one.serverMillis * one.replication),
    "disks of the nodes": (nodes * one.diskMegabytes * 1_000) / (one.kilobytes * one.replication),
    // One processor at most works for each.
    partitions: (partitions * 1_000) / one.serverMillis,
    desks: (desks * one.eventsPerKey) / one.deskMessages,
    "journal shards": shards === 0 ? Infinity : (shards * one.eventsPerKey) / one.journalEntries,
  };
  const [first] = Object.entries(each).sort(([, a], [, b]) => a - b);
  return {
    each,
    first: first[0],
    asks: first[1],
    endpointCores: (first[1] * one.endpointMillis) / 1_000,
  };
}

const CLUSTERS = [
  { nodes: 3, partitions: 24, desks: 5, shards: 8 },
  { nodes: 3, partitions: 24, desks: 1_000, shards: 8 },
  { nodes: 3, partitions: 24, desks: 1_000, shards: 64 },
  { nodes: 3, partitions: 24, desks: 1_000, shards: 0 },
  { nodes: 9, partitions: 96, desks: 10_000, shards: 200 },
  { nodes: 30, partitions: 384, desks: 100_000, shards: 1_000 },
  { nodes: 100, partitions: 1_024, desks: 1_000_000, shards: 0 },
];

console.log(
  "| nodes | partitions | desks | journal shards | asks/s | what gives way first | cores for endpoints |",
);
console.log("|---|---|---|---|---|---|---|");
for (const cluster of CLUSTERS) {
  const { asks, first, endpointCores } = boundsOf({ ...cluster, ...given });
  const { nodes, partitions, desks, shards } = cluster;
  const cells = [
    nodes,
    partitions,
    desks,
    shards || "none",
    Math.round(asks),
    first,
    Math.ceil(endpointCores),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
