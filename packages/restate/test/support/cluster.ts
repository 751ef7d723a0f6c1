import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePorts, register } from "./node.js";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A process that says something once it is there, and ends when its standard input does. */
export interface Helper {
  readonly child: ChildProcess;
  readonly said: string;
  /** Sends a line, and returns the next one. */
  ask(): Promise<string>;
  end(): Promise<void>;
}

export async function startHelper(file: string, ...args: readonly string[]): Promise<Helper> {
  const child = spawn(process.execPath, [path(file), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    child,
    said: await next(),
    ask() {
      child.stdin.write("\n");
      return next();
    },
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
  /** Ends the endpoint with a `kill -9`, and starts it again on the same port. */
  killEndpoint(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestCluster(): Promise<TestCluster> {
  const nodes = await startHelper(
    "../../../../examples/restate-cluster/cluster.mjs",
    import.meta.url,
  );
  const { ingress, admin } = JSON.parse(nodes.said) as TestCluster;
  const [port] = await freePorts(1);
  let endpoint = await startHelper("./endpoint.mjs", String(port));
  await register(String(admin[0]), endpoint.said);
  return {
    ingress,
    admin,
    async signalNode(index, signal) {
      const { pids } = JSON.parse(await nodes.ask()) as { pids: (number | null)[] };
      const pid = pids[index];
      if (pid) process.kill(pid, signal);
    },
    async killEndpoint() {
      endpoint.child.kill("SIGKILL");
      await endpoint.end();
      endpoint = await startHelper("./endpoint.mjs", String(port));
    },
    async stop() {
      await endpoint.end();
      await nodes.end();
    },
  };
}
