import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { networkOf } from "./namespaces.js";
import { freePorts, register } from "./node.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A process that says something once it is there, and ends when its standard input does. */
export interface Helper {
  readonly child: ChildProcess;
  readonly said: string;
  /** Sends a line, and returns the next one. */
  ask(): Promise<string>;
  send(line: string): void;
  end(): Promise<void>;
}

/** `onLine`: told of every line after the first; without it they wait to be asked for. */
export async function startHelper(
  file: string,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<Helper> {
  const child = spawn(process.execPath, [path(file), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // One that was killed takes no more lines.
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const said = await next();
  if (onLine) {
    void (async () => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return;
        onLine(value);
      }
    })();
  }
  return {
    child,
    said,
    ask() {
      child.stdin.write("\n");
      return next();
    },
    send: (line) => void child.stdin.write(`${line}\n`),
    end() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Three nodes and an endpoint, each of which can be hit. */
export interface TestCluster {
  readonly ingress: readonly string[];
  readonly admin: readonly string[];
  signalNode(index: number, signal: NodeJS.Signals): Promise<void>;
  /** Until a node answers again. */
  untilHealthy(index: number): Promise<void>;
  signalEndpoint(signal: NodeJS.Signals): void;
  /** Ends the endpoint with a `kill -9`, and starts it again on the same port. */
  killEndpoint(): Promise<void>;
  /** Cuts a node off from the two others, until it is healed. `undefined`: this machine cannot. */
  readonly partition: ((index: number) => () => void) | undefined;
  stop(): Promise<void>;
}

export async function startTestCluster(): Promise<TestCluster> {
  const places = networkOf(3);
  const nodes = await startHelper("../../../../examples/restate-cluster/cluster.mjs", [
    import.meta.url,
    JSON.stringify(places?.nodes ?? []),
  ]);
  const { ingress, admin } = JSON.parse(nodes.said) as TestCluster;
  const [port] = await freePorts(1);
  const startEndpoint = () =>
    startHelper("./endpoint.mjs", [String(port), places?.host ?? "127.0.0.1"]);
  let endpoint = await startEndpoint();
  await register(String(admin[0]), endpoint.said);
  return {
    ingress,
    admin,
    async signalNode(index, signal) {
      const { pids } = JSON.parse(await nodes.ask()) as { pids: (number | null)[] };
      const pid = pids[index];
      if (pid) process.kill(pid, signal);
    },
    async untilHealthy(index) {
      for (const until = Date.now() + 60_000; Date.now() < until; ) {
        const answer = await fetch(`${admin[index]}/health`).catch(() => undefined);
        if (answer?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`Node ${index} did not come back`);
    },
    signalEndpoint: (signal) => void endpoint.child.kill(signal),
    async killEndpoint() {
      endpoint.child.kill("SIGKILL");
      await endpoint.end();
      endpoint = await startEndpoint();
    },
    partition:
      places &&
      ((index) => {
        const others = [0, 1, 2].filter((other) => other !== index);
        for (const other of others) places.cut(index, other);
        return () => {
          for (const other of others) places.heal(index, other);
        };
      }),
    async stop() {
      await endpoint.end();
      await nodes.end();
      places?.remove();
    },
  };
}
