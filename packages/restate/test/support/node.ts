import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A Restate server of its own for a test. */
export interface TestNode {
  readonly ingress: string;
  readonly admin: string;
  readonly child: ChildProcess;
  register(url: string): Promise<void>;
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Changes the state of an object, as an operator can with the admin port, too. */
  overwrite(service: string, key: string, state: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

/** The server's own program, as npm brought it: a process of which the pid is the server's. */
function serverBinary(): string {
  const require = createRequire(import.meta.url);
  const from = createRequire(require.resolve("@restatedev/restate-server/package.json"));
  const platform = `${process.platform}-${process.arch}`;
  const manifest = from.resolve(`@restatedev/restate-server-${platform}/package.json`);
  return join(dirname(manifest), "bin", "restate-server");
}

export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Starts one node on loopback, in a folder that is removed with it. */
export async function startNode(): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), "readback-restate-"));
  const [ingressPort, adminPort, nodePort] = await freePorts(3);
  const log = openSync(join(folder, "log"), "w");
  const child = spawn(serverBinary(), ["--no-logo", "--base-dir", folder], {
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_DEFAULT_NUM_PARTITIONS: "4",
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "256 MB",
      RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${nodePort}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
    },
  });
  const admin = `http://127.0.0.1:${adminPort}`;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  for (const until = Date.now() + 60_000; ; ) {
    if (isOver || Date.now() > until)
      throw new Error(`restate-server did not start: see ${folder}/log`);
    if (await isHealthy(admin)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ingress: `http://127.0.0.1:${ingressPort}`,
    admin,
    child,
    register: (url) => register(admin, url),
    query: (sql) => query(admin, sql),
    async overwrite(service, key, state) {
      const before = await query(
        admin,
        `select key, value_utf8 from state where service_key = '${key}' and service_name = '${service}'`,
      );
      const values: Record<string, string> = Object.fromEntries(
        before.map((row) => [String(row.key), String(row.value_utf8)]),
      );
      for (const [name, value] of Object.entries(state)) values[name] = JSON.stringify(value);
      const bytes = Object.entries(values).map(([name, text]) => [name, [...Buffer.from(text)]]);
      const response = await fetch(`${admin}/services/${service}/state`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ object_key: key, new_state: Object.fromEntries(bytes) }),
      });
      if (!response.ok) throw new Error(`The state was not changed: ${await response.text()}`);
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function query(admin: string, sql: string) {
  const response = await fetch(`${admin}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: sql }),
  });
  const { rows } = (await response.json()) as { rows: Record<string, unknown>[] };
  return rows;
}

async function isHealthy(admin: string): Promise<boolean> {
  try {
    return (await fetch(`${admin}/health`)).ok;
  } catch {
    return false;
  }
}

/** Tells a cluster where an endpoint is. */
export async function register(admin: string, uri: string): Promise<void> {
  for (const until = Date.now() + 30_000; ; ) {
    const response = await fetch(`${admin}/deployments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ uri, force: true }),
    }).catch((error: unknown) => error as Error);
    if (response instanceof Response && response.ok) return;
    const why = response instanceof Response ? await response.text() : response.message;
    if (Date.now() > until) throw new Error(`The endpoint was not registered: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
