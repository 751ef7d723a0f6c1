// Three Restate nodes on this machine, for trying things out: `node cluster.mjs` prints where they are, as
// JSON, and ends them when it is ended itself. A node that dies is started again, as a supervisor would.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The server's own program: the process that `npx restate-server` starts would be its parent. */
function serverProgram(from) {
  const server = createRequire(
    createRequire(from).resolve("@restatedev/restate-server/package.json"),
  );
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  return join(dirname(server.resolve(`${name}/package.json`)), "bin", "restate-server");
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => new Promise((go) => server.once("listening", go))));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((go) => server.close(go))));
  return ports;
}

const settings = ({ node, host, folder, ports, peers, replication }) => `
cluster-name = "readback"
node-name = "n${node}"
base-dir = "${join(folder, `n${node}`)}"
roles = ["http-ingress", "admin", "worker", "log-server", "metadata-server"]
auto-provision = ${node === 1}
default-replication = ${replication}
default-num-partitions = 8
rocksdb-total-memory-size = "256 MB"
listen-mode = "tcp"
bind-address = "${host}:${ports.node[node - 1]}"
advertised-address = "http://${host}:${ports.node[node - 1]}"
disable-telemetry = true

[metadata-client]
type = "replicated"
addresses = [${peers.map((peer) => `"${peer}"`).join(", ")}]

[ingress]
bind-address = "${host}:${ports.ingress[node - 1]}"

[admin]
bind-address = "${host}:${ports.admin[node - 1]}"
`;

/**
 * Starts the nodes, and returns once all of them are there. `from`: whose `node_modules` has the server. `places`: the
 * address of each node, and the command that runs it there, if it is not this machine's loopback.
 */
export async function startCluster({ from = import.meta.url, nodes = 3, places = [] } = {}) {
  const program = serverProgram(from);
  const placeOf = (node) => ({ host: "127.0.0.1", run: [], ...places[node - 1] });
  const folder = mkdtempSync(join(tmpdir(), "readback-cluster-"));
  const free = await freePorts(3 * nodes);
  const part = (index) => free.slice(index * nodes, (index + 1) * nodes);
  const ports = { node: part(0), ingress: part(1), admin: part(2) };
  const running = new Map();
  let isStopping = false;

  function start(node) {
    const log = openSync(join(folder, `n${node}.log`), "a");
    const args = ["--no-logo", "--config-file", join(folder, `n${node}.toml`)];
    const [command, ...rest] = [...placeOf(node).run, program, ...args];
    const child = spawn(command, rest, {
      stdio: ["ignore", log, log],
      env: { PATH: process.env.PATH },
    });
    running.set(node, child);
    child.once("exit", () => {
      running.delete(node);
      if (!isStopping) setTimeout(() => !isStopping && start(node), 1_000);
    });
  }

  const at = (port, index) => `http://${placeOf(index + 1).host}:${port}`;
  const common = { folder, ports, peers: ports.node.map(at), replication: Math.min(2, nodes) };
  for (let node = 1; node <= nodes; node += 1) {
    mkdirSync(join(folder, `n${node}`));
    const { host } = placeOf(node);
    writeFileSync(join(folder, `n${node}.toml`), settings({ node, host, ...common }));
    start(node);
  }
  const cluster = {
    ingress: ports.ingress.map(at),
    admin: ports.admin.map(at),
    /** Where the nodes talk to each other, and tell their metrics. */
    node: ports.node.map(at),
    /** The process of a node, counted from 0, as long as it runs. */
    pid: (index) => running.get(index + 1)?.pid,
    async stop() {
      isStopping = true;
      const ends = [...running.values()].map(
        (child) => new Promise((go) => child.once("exit", go)),
      );
      for (const child of running.values()) child.kill("SIGKILL");
      await Promise.all(ends);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const admin of cluster.admin) await untilHealthy(admin, folder);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

async function untilHealthy(admin, folder) {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const answer = await fetch(`${admin}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`No node answers at ${admin}: see the logs in ${folder}`);
}

/** Tells the cluster where an endpoint is; it asks the endpoint what it serves. */
export async function register(admin, uri) {
  let why = "";
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const answer = await fetch(`${admin}/deployments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ uri }),
    }).catch((error) => ({ ok: false, text: () => error.message }));
    if (answer.ok) return;
    why = await answer.text();
    await new Promise((go) => setTimeout(go, 300));
  }
  throw new Error(`The endpoint ${uri} was not registered: ${why}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [from, places = "[]"] = process.argv.slice(2);
  const cluster = await startCluster({ ...(from && { from }), places: JSON.parse(places) });
  const { ingress, admin } = cluster;
  const say = () =>
    console.log(JSON.stringify({ ingress, admin, pids: [0, 1, 2].map(cluster.pid) }));
  say();
  // Whoever started this asks again which processes there are, or has gone.
  process.stdin.on("data", say);
  const end = () => cluster.stop().then(() => process.exit(0));
  process.stdin.on("end", end);
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}
