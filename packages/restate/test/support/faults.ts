import type { AskCallOptions, AskInput, AskResult } from "@readback/core";
import { type Helper, startHelper, type TestCluster } from "./cluster.js";

/** Random numbers that a seed repeats. */
export function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs all, so many at once. */
export async function each(
  count: number,
  width: number,
  run: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await run(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}

/** A call of an agent, which any replica may make. */
interface Call {
  readonly input: AskInput;
  readonly options: AskCallOptions;
  readonly settle: (said: { readonly result?: AskResult; readonly problem?: string }) => void;
}

/** Replicas of a server that asks. The calls of one that is killed are made again, through another one. */
export async function startReplicas(ingress: readonly string[], count: number) {
  const calls = new Map<number, Call & { readonly at: number }>();
  const replicas: Helper[] = [];
  let next = 0;
  let repeated = 0;
  /** The one that was killed, and is not there again. */
  let down: number | undefined;

  async function start(at: number): Promise<void> {
    replicas[at] = await startHelper("./replica.mjs", [ingress.join()], (line) => {
      const { id, ...said } = JSON.parse(line);
      const call = calls.get(id);
      if (call?.at !== at) return;
      calls.delete(id);
      call.settle(said);
    });
  }
  function send(id: number, { input, options, settle }: Call, at: number): void {
    calls.set(id, { input, options, settle, at });
    replicas[at]?.send(JSON.stringify({ id, input, options }));
  }
  await Promise.all(Array.from({ length: count }, (_, at) => start(at)));

  return {
    ask(input: AskInput, options: AskCallOptions) {
      next += 1;
      const id = next;
      return new Promise<AskResult>((resolve, reject) => {
        const settle: Call["settle"] = ({ result, problem }) =>
          result ? resolve(result) : reject(new Error(`${JSON.stringify(input)}: ${problem}`));
        send(id, { input, options, settle }, id % count === down ? (id + 1) % count : id % count);
      });
    },
    async kill(at: number): Promise<void> {
      down = at;
      replicas[at]?.child.kill("SIGKILL");
      for (const [id, call] of calls) {
        if (call.at !== at) continue;
        repeated += 1;
        send(id, call, (at + 1) % count);
      }
      await start(at);
      down = undefined;
    },
    signal: (at: number, signal: NodeJS.Signals) => void replicas[at]?.child.kill(signal),
    repeated: () => repeated,
    end: () => Promise.all(replicas.map((replica) => replica.end())),
  };
}

/** People at desks, in processes that can be hit. `sent`: the questions whose answer the cluster has acknowledged. */
export async function startPeople(ingress: readonly string[], desks: readonly string[]) {
  const sent = new Set<string>();
  let problems = 0;
  const start = () =>
    startHelper("./person.mjs", [ingress.join(), ...desks], (line) => {
      const said = JSON.parse(line) as { readonly sent?: string };
      if (said.sent === undefined) problems += 1;
      else sent.add(said.sent);
    });
  let people = await start();
  return {
    sent,
    problems: () => problems,
    async kill(): Promise<void> {
      people.child.kill("SIGKILL");
      people = await start();
    },
    signal: (signal: NodeJS.Signals) => void people.child.kill(signal),
    end: () => people.end(),
  };
}

/** What can happen to a cluster and to those who use it. */
export function faultsOf(
  cluster: TestCluster,
  replicas: Awaited<ReturnType<typeof startReplicas>>,
  people: Awaited<ReturnType<typeof startPeople>>,
  random: () => number,
) {
  const anyOf = (count: number) => Math.floor(random() * count);
  /** Neither a moment nor longer than a process is missed at its desk. */
  const frozen = async (signal: (signal: NodeJS.Signals) => unknown) => {
    await signal("SIGSTOP");
    await pause(3_000 + random() * 12_000);
    await signal("SIGCONT");
  };
  const { partition } = cluster;
  const faults: Record<string, () => Promise<void>> = {
    "kill node": async () => {
      const node = anyOf(3);
      await cluster.signalNode(node, "SIGKILL");
      await pause(1_500);
      await cluster.untilHealthy(node);
    },
    "kill endpoint": () => cluster.killEndpoint(),
    "kill replica": () => replicas.kill(anyOf(2)),
    "kill desk": () => people.kill(),
    "freeze node": () => {
      const node = anyOf(3);
      return frozen((signal) => cluster.signalNode(node, signal));
    },
    "freeze endpoint": () => frozen((signal) => cluster.signalEndpoint(signal)),
    "freeze replica": () => {
      const replica = anyOf(2);
      return frozen((signal) => replicas.signal(replica, signal));
    },
    "freeze desk": () => frozen((signal) => people.signal(signal)),
    "rolling restart": async () => {
      for (const node of [0, 1, 2]) {
        await cluster.signalNode(node, "SIGTERM");
        await pause(1_500);
        await cluster.untilHealthy(node);
        await pause(1_000);
      }
    },
  };
  if (partition) {
    faults.partition = async () => {
      const heal = partition(anyOf(3));
      await pause(5_000 + random() * 10_000);
      heal();
    };
  }
  return faults;
}
