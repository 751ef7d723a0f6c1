// What open asks cost that nobody does anything about: `node packages/restate/bench/open-asks.mjs 1000 10000`.
// Prints, for each number of them: bytes of state for each ask, and what the server does meanwhile.
import { onOneNode, processorTime } from "./lifecycle.mjs";

const sizes = process.argv.slice(2).map(Number);
const WIDTH = 64;
const REST = 20_000;

await onOneNode(async ({ cluster, post }) => {
  let made = 0;

  async function open() {
    made += 1;
    const input = { questions: [{ id: "q", question: "Which branch do we release?" }] };
    const long = { renderTimeout: 3_600_000, maxRetries: 0 };
    const call = {
      input: { ...input, ...long },
      session: `s${made}`,
      caller: "bench",
      patience: 1,
    };
    await post("ReadbackAsker/ask", call);
  }

  async function stateOf() {
    const query =
      "select key, count(*) as n, sum(length(value_utf8)) as bytes from state where service_name = 'ReadbackAsk' group by key";
    const headers = { "content-type": "application/json", accept: "application/json" };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${cluster.admin[0]}/query`, { method: "POST", headers, body });
    return (await answer.json()).rows;
  }

  async function atRest() {
    await new Promise((resolve) => setTimeout(resolve, REST));
    const pid = cluster.pid(0);
    const before = processorTime(pid);
    await new Promise((resolve) => setTimeout(resolve, REST));
    return (processorTime(pid) - before) / REST;
  }

  console.log(JSON.stringify({ open: 0, processor: await atRest() }));
  for (const size of sizes) {
    const since = Date.now();
    while (made < size)
      await Promise.all(Array.from({ length: Math.min(WIDTH, size - made) }, open));
    const seconds = Math.round((Date.now() - since) / 1_000);
    const rows = await stateOf();
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    const keys = Object.fromEntries(rows.map((row) => [row.key, Math.round(row.bytes / row.n)]));
    const processor = await atRest();
    console.log(
      JSON.stringify({ open: made, seconds, bytesEach: Math.round(bytes / made), keys, processor }),
    );
  }
});
