import { readPlainFile } from "@readback/node/plain-file";
import { problemWithJson, valueAt } from "../hook/json-text.js";
import { tableIn } from "../hook/toml-text.js";
import { type CodingAgent, settingsPath } from "../hosts/coding-agent.js";
import { problemWithBrowser } from "./browser-probe.js";
import { broken, type Check, ok, warning } from "./check.js";
import { isOnThisMachine, problemWithAddress } from "./mcp-probe.js";

const NAME = "Questions";

/** Looks whether an agent can ask: whether it starts the server, and whether that can open a browser. */
export async function checkMcp(
  host: CodingAgent,
  project: string,
  problemWithServer: () => Promise<string | undefined>,
): Promise<readonly Check[]> {
  const where = (["user", "project"] as const).flatMap((scope) => {
    const path = settingsPath(host, scope, project, host.mcp.files);
    const entry = path === undefined ? undefined : entryIn(host, path);
    return entry === undefined || path === undefined ? [] : [{ scope, path, entry }];
  });
  if (where.length === 0) return [];
  const names = where.map(({ path }) => path).join(", ");
  const checks = [ok(NAME, `${host.title} knows readback mcp: ${names}`)];
  checks.push(...(await checkServer(where.at(-1)?.entry ?? "", host, problemWithServer)));
  const isLinux = process.platform === "linux";
  if (isLinux && host.name === "codex" && !where.some(({ entry }) => entry.includes("DISPLAY"))) {
    const message = "Codex hides the screen from its servers, so no browser can be opened";
    checks.push(broken(NAME, message, "readback mcp install codex"));
  }
  if (isLinux) checks.push(...(await checkBrowser()));
  const isOfProject = where.every(({ scope }) => scope === "project");
  const trust = isOfProject ? host.checkTrust?.(project) : undefined;
  return trust ? [...checks, trust] : checks;
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

/** The server's entry in a file of an agent, as text. */
function entryIn({ mcp, mayHoldComments }: CodingAgent, path: string): string | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  if (mcp.format === "toml") return tableIn(text, mcp.place);
  if (problemWithJson(text, mayHoldComments)) return undefined;
  const value = valueAt(text, mcp.place);
  return value === undefined ? undefined : JSON.stringify(value);
}

function textOf(path: string): string | undefined {
  try {
    return readPlainFile(path)?.text;
  } catch {
    return undefined;
  }
}
