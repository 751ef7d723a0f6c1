// What open asks cost that nobody does anything about: `node packages/restate/bench/open-asks.mjs 1000 100000`.
// Prints, for each number of them: bytes of state for each ask, and what the server does meanwhile; and on stderr how
// far it is. A server that ends meanwhile is started again and waited for: how often that was is printed, too.
import { readFileSync } from "node:fs";
import { onOneNode, processorTime } from "./lifecycle.mjs";

const sizes = process.argv.slice(2).map(Number);
const WIDTH = 64;
const REST = 20_000;
const TELL_EVERY = 5_000;
/** How long the server may be away, in milliseconds: it is started again after a second, and reads its log. */
const AWAY = 300_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until it succeeds: what fails because nobody answers is done again, for so long. */
async function patiently(what, run) {
  for (const until = Date.now() + AWAY; ; ) {
    try {
      return await run();
    } catch (error) {
      const why = error.cause?.code ?? error.cause?.message ?? error.message;
      if (Date.now() > until) throw new Error(`${what}: ${why}`, { cause: error });
      await pause(500);
    }
  }
}

/** Memory of a process, in megabytes. */
function memoryOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_000);
}

async function measure({ cluster, post }) {
  let made = 0;
  let failed = "";
  const pids = new Set([cluster.pid(0)]);

  /** The server's process, once there is one. */
  async function serverPid() {
    for (; ; await pause(100)) {
      const pid = cluster.pid(0);
      if (pid !== undefined) {
        pids.add(pid);
        return pid;
      }
    }
  }

  async function open(number) {
    const input = { questions: [{ id: "q", question: "Which branch do we release?" }] };
    const long = { renderTimeout: 86_400_000, maxRetries: 0 };
    const call = { input: { ...input, ...long }, session: `s${number}`, caller: "bench" };
    await patiently("ask", () => post("ReadbackAsker/ask", { ...call, patience: 1 }));
  }

  /** So many at once, each on its own way: none waits for the slowest of its turn. */
  async function openUpTo(size) {
    const before = made;
    const since = Date.now();
    let next = made;
    const way = async () => {
      while (next < size && failed === "") {
        next += 1;
        await open(next);
        made += 1;
      }
    };
    const telling = setInterval(() => {
      const rate = Math.round((1_000 * (made - before)) / (Date.now() - since));
      const left = Math.round((size - made) / Math.max(1, rate));
      const pid = cluster.pid(0);
      const memory = pid === undefined ? "it is away" : `${memoryOf(pid)} MB`;
      console.error(`${made} of ${size} open, ${rate}/s, ${left} s left; server: ${memory}`);
      if (pid !== undefined) pids.add(pid);
    }, TELL_EVERY);
    try {
      await Promise.all(Array.from({ length: WIDTH }, way));
    } catch (error) {
      failed = error.message;
      throw error;
    } finally {
      clearInterval(telling);
    }
    return Math.round((Date.now() - since) / 1_000);
  }

  async function stateOf() {
    const query =
      "select key, count(*) as n, sum(length(value_utf8)) as bytes from state where service_name = 'ReadbackAsk' group by key";
    const headers = { "content-type": "application/json", accept: "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify({ query }) };
    return patiently("query", async () => {
      const answer = await fetch(`${cluster.admin[0]}/query`, request);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()).rows;
    });
  }

  /** The share of one processor that the server uses while nothing happens. */
  async function atRest() {
    console.error(`at rest for ${(2 * REST) / 1_000} s`);
    await pause(REST);
    const pid = await serverPid();
    const before = processorTime(pid);
    await pause(REST);
    return (processorTime(pid) - before) / REST;
  }

  console.log(JSON.stringify({ open: 0, processor: await atRest() }));
  for (const size of sizes) {
    const seconds = await openUpTo(size);
    const rows = await stateOf();
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    const asks = rows.find(({ key }) => key === "state")?.n ?? 0;
    const keys = Object.fromEntries(rows.map((row) => [row.key, Math.round(row.bytes / row.n)]));
    const processor = await atRest();
    const megabytes = memoryOf(await serverPid());
    const figures = { bytesEach: Math.round(bytes / asks), keys, processor, megabytes };
    const restarts = pids.size - 1;
    console.log(JSON.stringify({ open: asks, seconds, ...figures, restarts }));
  }
}

// Without a journal, which keeps as much as it is told to, whatever is open.
await onOneNode(measure, { ask: {}, journal: false });
