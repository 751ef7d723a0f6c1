// One ask on a real Restate server, beside a bare virtual object with the same reads, writes, calls and timers. Run
// by `npm run bench`.

import { readFileSync } from "node:fs";
import { createAsker } from "@readback/core";
import { readbackServices, serve } from "@readback/restate";
import * as restate from "@restatedev/restate-sdk";
import { register, startCluster } from "../../../examples/restate-cluster/cluster.mjs";

const internal = { ingressPrivate: true, journalRetention: 0, idempotencyRetention: 0 };
const outside = { journalRetention: 0, idempotencyRetention: 300_000 };
const exclusive = (options, handler) => restate.handlers.object.exclusive(options, handler);
const BARE = { name: "BareAsk" };

/** What a step of an ask reads, writes and sends, without a machine. */
async function step(context, { ends = false, hasNews = true } = {}) {
  const [reading, clock] = [context.get("state"), context.date.now()];
  const kept = await reading;
  await clock;
  const shard = `journal ${Number.parseInt(context.key, 10) % 8}`;
  context.objectSendClient({ name: "BareSink" }, shard).take([{ about: context.key, kept }]);
  context.set("state", { filler: "x".repeat(ends ? 1_000 : 1_240) });
  const waiters = await context.get("waiters");
  if (ends) context.clear("waiters");
  if (hasNews) context.objectSendClient({ name: "BareSink" }, context.key.slice(0, 2)).take([{}]);
  return waiters;
}

const bare = [
  restate.object({
    name: "BareSink",
    handlers: {
      take: exclusive(internal, async (context, items) => {
        const { next = 0 } = (await context.get("extent")) ?? {};
        context.set("extent", { next: next + items.length });
        for (const item of items) context.set(String(next % 100), item);
      }),
    },
  }),
  restate.object({
    name: "BareAsk",
    handlers: {
      call: exclusive(internal, async (context, { awakeable }) => {
        await step(context);
        context
          .objectSendClient(BARE, context.key)
          .wake({}, restate.rpc.sendOpts({ delay: 30_000 }));
        context.set("waiters", { caller: awakeable });
      }),
      rendered: exclusive(
        outside,
        async (context) => void (await step(context, { hasNews: false })),
      ),
      answer: exclusive(outside, async (context) => {
        const { caller } = await step(context, { ends: true });
        context.resolveAwakeable(caller, { outcome: "answered" });
      }),
      received: exclusive(outside, async (context) => void (await step(context))),
      wake: exclusive(internal, async (context) => void (await context.get("state"))),
      empty: exclusive(outside, async () => {}),
      look: restate.handlers.object.shared({ journalRetention: 0 }, async (context) => ({
        requestId: (await context.get("state")) && "there",
      })),
    },
  }),
  restate.service({
    name: "BareAsker",
    handlers: {
      ask: restate.handlers.handler(
        { ...outside, inactivityTimeout: 1_000 },
        (context, { key }) => {
          const { id, promise } = context.awakeable();
          context.objectSendClient(BARE, key).call({ awakeable: id });
          return promise.orTimeout(60_000);
        },
      ),
    },
  }),
];

const questions = [{ id: "q", question: "Which branch do we release?" }];
const answers = [{ id: "q", values: ["main"] }];
const JSON_TYPE = { "content-type": "application/json" };

/** Starts a server and an endpoint with both, for as long as `run` takes. */
export async function onOneNode(run, machines = { ask: {} }) {
  const cluster = await startCluster({ nodes: 1, from: import.meta.url });
  const services = [...readbackServices(machines), ...bare];
  const endpoint = await serve({ port: 0, services, onProblem: () => {} });
  try {
    await register(cluster.admin[0], endpoint.url);
    return await run({ cluster, ...lifecyclesAt(cluster.ingress[0]) });
  } finally {
    await endpoint.close();
    await cluster.stop();
  }
}

/**
 * Milliseconds on a real server, by turns: of whole asks and of their bare twins, so many at once, for each width;
 * and of one event of an ask beside an empty durable call. And what one lifecycle of each costs.
 */
export const timesOnRestate = ({ rounds, widths = [1, 16, 64] }) =>
  onOneNode(async (at) => ({
    ...(await measured(at, { rounds, widths })),
    costs: await costsOf(at),
  }));

/** A connection that the server has closed is one more try, under the same name: on a busy machine there are some. */
async function patiently(send) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** `rest`: how long to wait before the first look, in milliseconds: so that there is one, where what it costs is counted. */
function lifecyclesAt(ingress, rest = 0) {
  const ids = createAsker({ bridge: null });
  let made = 0;

  async function post(path, body, isNamed = true) {
    const name = isNamed && { "idempotency-key": crypto.randomUUID() };
    const request = {
      ...{ method: "POST", headers: { ...JSON_TYPE, ...name } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await patiently(() => fetch(`${ingress}/${path}`, request));
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Both are looked at until they are there. */
  async function requestOf(path) {
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    for (;;) {
      const { requestId } = await post(path, undefined, false);
      if (requestId) return requestId;
    }
  }

  async function opened() {
    made += 1;
    const session = `s${made}`;
    const askId = ids.askIdOf({ questions }, { session });
    const call = { input: { questions }, session, caller: "bench", patience: 60_000 };
    const result = post("ReadbackAsker/ask", call);
    // What fails first is told.
    result.catch(() => {});
    const said = { requestId: await requestOf(`ReadbackAsk/${askId}/look`), surfaceId: "bench" };
    await post(`ReadbackAsk/${askId}/tell`, { type: "RENDERED", ...said });
    return { askId, said, result };
  }

  const runs = {
    async asked() {
      const { askId, said, result } = await opened();
      await post(`ReadbackAsk/${askId}/tell`, { type: "ANSWER", ...said, answers });
      await result;
      await post(`ReadbackAsk/${askId}/said`, { type: "RECEIVED", caller: "bench" });
    },
    async bare() {
      made += 1;
      const key = `${made}${"x".repeat(56)}`;
      const result = post("BareAsker/ask", { key });
      result.catch(() => {});
      await requestOf(`BareAsk/${key}/look`);
      await post(`BareAsk/${key}/rendered`);
      await post(`BareAsk/${key}/answer`, { answers });
      await result;
      await post(`BareAsk/${key}/received`);
    },
  };

  return { post, opened, runs };
}

async function measured({ post, opened, runs }, { rounds, widths }) {
  const timed = async (run) => {
    const since = performance.now();
    await run();
    return performance.now() - since;
  };
  const each = (width, run) => timed(() => Promise.all(Array.from({ length: width }, run)));

  const lifecycles = [];
  for (const width of widths) {
    const times = { asked: [], bare: [] };
    for (let round = -2; round < rounds; round += 1) {
      for (const [name, run] of Object.entries(runs)) {
        const time = await each(width, run);
        // The first ones are to warm up.
        if (round >= 0) times[name].push(time / width);
      }
    }
    lifecycles.push({ width, times });
  }

  const { askId, said } = await opened();
  const events = { event: [], empty: [] };
  for (let round = -10; round < 10 * rounds; round += 1) {
    const event = await timed(() =>
      post(`ReadbackAsk/${askId}/tell`, { type: "ACTIVITY", ...said }),
    );
    const empty = await timed(() => post("BareAsk/empty/empty"));
    if (round < 0) continue;
    events.event.push(event);
    events.empty.push(empty);
  }
  return { lifecycles, events };
}

/** What a node counts of itself, by the beginning of a line of its metrics. */
async function counted(node, beginning) {
  const text = await (await fetch(`${node}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith(beginning))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

const COUNTERS = {
  steps: "restate_bifrost_sequencer_committed_records_total",
  bytes: "restate_bifrost_sequencer_committed_records_bytes_total",
  invocations: "restate_invoker_invocation_tasks_total{",
};

/** What a node has done until it does nothing more. */
async function idle(node) {
  for (let before; ; ) {
    const now = {};
    for (const [name, beginning] of Object.entries(COUNTERS))
      now[name] = await counted(node, beginning);
    if (before?.steps === now.steps) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Processor time of a process so far, in milliseconds: where the system tells it. */
export function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** The same of this process: the endpoint, and the client that asks it. */
function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Records in the log, their bytes, and invocations of one lifecycle of each kind; and milliseconds of processors: of
 * the server, and of the endpoint with its client.
 */
export async function costsOf({ cluster }, asks = 30) {
  const [node] = cluster.node;
  const { runs } = lifecyclesAt(cluster.ingress[0], 300);
  const costs = {};
  for (const [name, run] of Object.entries(runs)) {
    const busy = () => ({ server: processorTime(cluster.pid(0)), endpoint: ownTime() });
    const before = { ...(await idle(node)), ...busy() };
    for (let ask = 0; ask < asks; ask += 1) await run();
    const times = busy();
    const after = { ...(await idle(node)), ...times };
    costs[name] = Object.fromEntries(
      Object.keys(after).map((counter) => [counter, (after[counter] - before[counter]) / asks]),
    );
    // Each is counted when it starts and when it completes.
    costs[name].invocations /= 2;
  }
  return costs;
}
