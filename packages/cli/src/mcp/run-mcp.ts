import { openAskUser } from "@readback/mcp/node";
import { serveHttp, serveStdio } from "@readback/mcp/serve";
import { userSecret, writeUserSecret } from "@readback/node";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { portFlag } from "../number-flags.js";
import { telemetry } from "../telemetry.js";
import type { McpHost } from "./mcp-host.js";
import { hostOptions, type McpValues } from "./settings.js";

const DEFAULT_PORT = 7317;
const FEWEST_TOKEN_CHARACTERS = 16;
/** What the token is called among the user's secrets. */
const TOKEN = "http-token";

/** Serves until the client is gone or a signal comes. Standard output is the protocol's alone. */
export async function runMcp(values: McpValues): Promise<number> {
  const port = portFlag(values.port, "port");
  if (port !== undefined && !values.http) {
    throw new UsageError("--port is for --http. The question page has --page-port.");
  }
  const host = await openHost(values).catch(fail);
  try {
    if (values.http) await overHttp(host, port ?? DEFAULT_PORT);
    else await overStdio(host);
    return 0;
  } finally {
    await host.close();
  }
}

async function openHost(values: McpValues): Promise<McpHost> {
  const options = { ...hostOptions(values), observe: await telemetry(), onError: report };
  if (values.restate === undefined) return openAskUser(options);
  const { openRestateHost } = await import("./restate-host.js");
  return openRestateHost(values, options);
}

async function overStdio(host: McpHost): Promise<void> {
  const signal = signalled();
  const serving = serveStdio(host, report);
  if (process.stdin.isTTY) {
    say("Waiting for an MCP client on standard input. A coding agent starts this by itself:");
    say("  claude mcp add readback -- npx readback mcp");
  }
  sayWherePageIs(host);
  const why = await Promise.race([serving.ended.then(() => "gone" as const), signal]);
  if (why === "signal") await leaveQuestionsOpen(host);
  await serving.close();
  // A client that keeps its end open must not keep this process.
  process.stdin.destroy();
}

async function overHttp(host: McpHost, port: number): Promise<void> {
  const signal = signalled();
  const given = process.env.READBACK_TOKEN;
  const isShort = given !== undefined && given.length < FEWEST_TOKEN_CHARACTERS;
  // A header cannot carry it as one word.
  if (given !== undefined && (isShort || /\s/.test(given))) {
    const problem = isShort
      ? `must have at least ${FEWEST_TOKEN_CHARACTERS} characters`
      : "must have no spaces";
    throw new Failure(`READBACK_TOKEN: ${problem}. Leave it out for one that is made for you.`);
  }
  const token = given ?? Buffer.from(userSecret(TOKEN, host.folder)).toString("base64url");
  const serving = await serveHttp(host, { port, token, onError: report }).catch((error) =>
    fail(error, port),
  );
  say(`Serving MCP on ${serving.url}`);
  say("Connect a coding agent, for example Claude Code with this in .mcp.json:");
  say(`  ${JSON.stringify({ mcpServers: { readback: connection(serving.url) } })}`);
  // Neither here nor on a command line: logs and process lists are read by others.
  if (given === undefined) {
    say("and with the token, which only you can read, in its environment:");
    const quoted = `'${writeUserSecret(TOKEN, host.folder).replaceAll("'", "'\\''")}'`;
    say(`  export READBACK_TOKEN="$(cat ${quoted})"`);
  }
  sayWherePageIs(host);
  await signal;
  await leaveQuestionsOpen(host);
  await serving.close();
}

const connection = (url: string) => ({
  type: "http",
  url,
  headers: { Authorization: `Bearer \${READBACK_TOKEN}` },
});

/** The next server takes them up. Whoever waits is told so before the connection goes. */
async function leaveQuestionsOpen({ asker }: McpHost): Promise<void> {
  await asker.dispose();
  await new Promise((resolve) => setImmediate(resolve));
}

function sayWherePageIs({ page, hint }: McpHost): void {
  if (!page && hint) say(hint);
  if (page) say(`Questions appear on ${page.url}. To open it: ${page.link()}`);
}

function signalled(): Promise<"signal"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => resolve("signal"));
    }
  });
}

function fail(error: unknown, port?: number): never {
  if (error instanceof UsageError) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    throw new Failure(`--port: ${port} is in use. Choose another one, or 0 for any free one.`);
  }
  // The page calls its own option by its name there.
  if (code === "port_in_use" || code === "listen_failed") throw new Failure(`--page-${message}`);
  throw new Failure(`readback mcp cannot start: ${message}`);
}

function report(error: unknown): void {
  say(`error: ${error instanceof Error ? error.message : String(error)}`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
