// `npm run conformance`: runs the MCP conformance suite against our server, and prints the table.
// `npm run conformance -- 0.2.0-alpha.12` runs that version of the suite.
// The suite needs Node 22 or newer; on an older one it runs under a Node from npm, in a temporary folder.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openAskUser } from "@readback/mcp/node";
import { serveHttp } from "@readback/mcp/serve";
import { registerFixtures } from "./fixtures.mjs";
import { registerTaskFixtures, stopTaskFixtures } from "./fixtures-tasks.mjs";
import { startProxy } from "./proxy.mjs";

const [VERSION = "0.1.16"] = process.argv.slice(2);
const token = "a-token-for-the-conformance-suite";
const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "readback-conformance-"));

try {
  const suite = await install();
  const host = await openAskUser({ dir: folder, surface: "elicitation" });
  const register = (server) => {
    host.register(server);
    registerFixtures(server);
    registerTaskFixtures(server);
  };
  const serving = await serveHttp({ ...host, register }, { token, onError: () => {} });
  const proxy = await startProxy(serving.url, token);
  const { stdout, code = 0 } = await run(suite, ["server", "--url", proxy.url, "--suite", "all"]);
  console.log(stdout.slice(stdout.lastIndexOf("=== SUMMARY ===")));
  process.exitCode = code;
  proxy.stop();
  await serving.close();
  await host.close();
  stopTaskFixtures();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function install() {
  const isOld = Number(process.versions.node.split(".")[0]) < 22;
  const node = isOld ? [`node-${process.platform}-${process.arch}@24`] : [];
  const packages = [`@modelcontextprotocol/conformance@${VERSION}`, ...node];
  console.log(`Installing ${packages.join(" and ")} …`);
  await execute("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", ...packages]);
  const modules = join(folder, "node_modules");
  return {
    node: isOld
      ? join(modules, `node-${process.platform}-${process.arch}/bin/node`)
      : process.execPath,
    script: join(modules, "@modelcontextprotocol/conformance/dist/index.js"),
  };
}

/** The suite ends with 1 when a scenario failed: the table says which. */
function run({ node, script }, args) {
  const options = { maxBuffer: 64 * 1024 * 1024, cwd: folder };
  return execute(node, [script, ...args], options).catch((error) => {
    if (error.stdout) return error;
    throw error;
  });
}
