import { readPlainFile } from "@readback/node/plain-file";
import { problemWithJson, valueAt } from "../hook/json-text.js";
import { tableIn } from "../hook/toml-text.js";
import {
  type CodingAgent,
  type FoundServer,
  type Scope,
  settingsPath,
} from "../hosts/coding-agent.js";
import { problemWithBrowser } from "./browser-probe.js";
import { broken, type Check, ok, warning } from "./check.js";
import type { FoundSettings } from "./host-settings.js";
import { isOnThisMachine, problemWithAddress } from "./mcp-probe.js";

const NAME = "Questions";

/** How long a call with progress waits that nobody has told how long, in seconds. */
const PATIENCE = 240;

/** Looks whether an agent can ask: whether it starts the server, and whether that can open a browser. */
export async function checkMcp(
  host: CodingAgent,
  project: string,
  found: readonly FoundSettings[],
  problemWithServer: () => Promise<string | undefined>,
): Promise<readonly Check[]> {
  const where = serversOf(host, project);
  if (where.length === 0) return [];
  const names = [...new Set(where.map(({ path }) => path))].join(", ");
  const checks = [ok(NAME, `${host.title} knows readback mcp: ${names}`)];
  checks.push(...(await checkServer(where.at(-1)?.entry ?? "", host, problemWithServer)));
  const flaws = [host.mcp.problem?.(where, project, found), checkLimit(host, where.at(-1))];
  checks.push(...flaws.filter((one) => one !== undefined));
  if (process.platform === "linux") checks.push(...(await checkBrowser()));
  if (where.some(({ scope }) => scope !== "project")) return checks;
  const trust = host.checkTrust?.(project);
  return [...checks, trust, checkFolder(host, project)].filter((one) => one !== undefined);
}

/** An agent that gives up a call earlier than the call ends tells its model of a timeout, and of nothing else. */
function checkLimit({ title, mcp }: CodingAgent, server: FoundServer | undefined) {
  const limit = server && mcp.limit?.(server);
  if (server === undefined || limit === undefined) return undefined;
  const [, given] = /"--patience-with-progress",\s*"(\d+)"/.exec(server.entry) ?? [];
  const patience = given === undefined ? PATIENCE : Number(given);
  if (limit > patience) return undefined;
  const message = `${title} gives up a call of readback after ${limit} s, and a call may take ${patience} s: its model is then told of a timeout, and not that the question is open`;
  const shorter = Math.max(1, Math.floor(limit * 0.8));
  const next = `Give it more than ${patience} s, or add "--patience-with-progress", "${shorter}" to the arguments`;
  return warning(NAME, message, next);
}

/** Some agents see only the folder they are started in. */
function checkFolder({ name, title, mcp }: CodingAgent, project: string): Check | undefined {
  if (!mcp.readsOnlyItsFolder || process.cwd() === project) return undefined;
  const message = `${title} does not read the settings of ${project} when it is started here`;
  return broken(
    "Folder",
    message,
    `Start it in ${project}, or: readback mcp install ${name} --user`,
  );
}

/** Looks whether the server that an entry names answers. */
async function checkServer(
  entry: string,
  { name, title }: CodingAgent,
  problemWithServer: () => Promise<string | undefined>,
): Promise<readonly Check[]> {
  const url = /"?\burl"?\s*[:=]\s*"([^"]+)"/.exec(entry)?.[1];
  if (url !== undefined) {
    if (!isOnThisMachine(url)) return [];
    const problem = await problemWithAddress(url);
    return problem ? [broken(NAME, problem, "Start it: readback mcp --http")] : [answers(url)];
  }
  if (!/"npx",?\s*("?args"?\s*[:=]\s*\[)?\s*"readback",\s*"mcp"/.test(entry)) {
    const message = `The server of ${title} is not the one that readback writes, so it was not tried`;
    return [warning(NAME, message, `readback mcp install ${name}`)];
  }
  const problem = await problemWithServer();
  if (problem === undefined) return [answers("npx readback mcp")];
  const next = "Install it in the project: npm install --save-dev readback";
  return [broken(NAME, `npx readback mcp does not answer: ${problem}`, next)];
}

/** Looks whether the page can come up by itself. */
async function checkBrowser(): Promise<readonly Check[]> {
  const found = await problemWithBrowser();
  if (found === undefined) return [];
  const { problem, fix } = found;
  const next = [fix, "or answer in a terminal: readback answer"].filter(Boolean).join(", ");
  return [warning(NAME, `${problem}: questions come with a link`, capitalised(next))];
}

const capitalised = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

const answers = (what: string) => ok(NAME, `${what} answers`);

/** Where an agent finds the server, and what counts most comes last. */
function serversOf(host: CodingAgent, project: string): readonly FoundServer[] {
  const { mcp } = host;
  const fileOf = (scope: Scope) => settingsPath(host, scope, project, mcp.files);
  const managed = serverIn(host, "managed", mcp.managedFile?.());
  if (managed) return [managed];
  const within = mcp.localWithin?.(project);
  return [
    serverIn(host, "user", fileOf("user")),
    serverIn(host, "project", fileOf("project")),
    within && serverIn(host, "local", fileOf("user"), within),
  ].filter((one) => one !== undefined);
}

/** The server in a file of an agent, or in a part of that, if it is named there. */
function serverIn(
  { mcp, mayHoldComments }: CodingAgent,
  scope: FoundServer["scope"],
  path: string | undefined,
  within: readonly string[] = [],
): FoundServer | undefined {
  if (path === undefined) return undefined;
  const text = textOf(path);
  if (text === undefined) return undefined;
  if (mcp.format === "toml") {
    const entry = tableIn(text, mcp.place);
    return entry === undefined ? undefined : { scope, path, entry, valueAt: () => undefined };
  }
  if (problemWithJson(text, mayHoldComments)) return undefined;
  const at = (...place: readonly string[]) => valueAt(text, [...within, ...place]);
  const value = at(...mcp.place);
  if (value === undefined) return undefined;
  return { scope, path, entry: JSON.stringify(value), valueAt: at };
}

function textOf(path: string): string | undefined {
  try {
    return readPlainFile(path)?.text;
  } catch {
    return undefined;
  }
}
