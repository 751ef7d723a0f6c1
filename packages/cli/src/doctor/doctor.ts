import { resolve } from "node:path";
import { type GuardSettings, JournalError, projectFolder, stateFolder } from "@readback/node";
import type { CodingAgent } from "../hosts/coding-agent.js";
import { agentOf, HOST_NAMES } from "../hosts.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { broken, type Check, drawCheck } from "./check.js";
import { checkConfig } from "./config-check.js";
import { checkCluster, checkCommands, checkEntries, clustersIn } from "./hook-checks.js";
import { settingsOf } from "./host-settings.js";
import { checkMcp } from "./mcp-checks.js";
import { problemWithServer } from "./mcp-probe.js";
import {
  checkDeletion,
  checkFired,
  checkJournal,
  checkQuestions,
  checkState,
  type JournalChecks,
  NOTHING_FIRED,
} from "./state-checks.js";
import { checkVersion } from "./version.js";

const WEEK = 7 * 24 * 60 * 60 * 1_000;

interface DoctorOptions {
  readonly dir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

/** `readback doctor`: looks at all that has to be right for the guard to fire. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const project = projectFolder(process.cwd());
  const { checks, isGuarded, canAsk } = await examine(project, options.dir);
  const isBroken = checks.some(({ status }) => status === "broken");
  if (options.json) {
    console.log(printableJson({ ok: !isBroken, project, checks }));
    return isBroken ? 1 : 0;
  }
  const screen = screenOf(options["no-color"]);
  const hasWarning = checks.some(({ status }) => status === "warning");
  const able = [isGuarded && "the guard can fire", canAsk && "agents can ask"].filter(Boolean);
  const good = able.join(", and ").replace(/^./, (letter) => letter.toUpperCase());
  const what = isGuarded || !canAsk ? "The guard cannot do its work" : "Agents cannot ask";
  const verdict = isBroken
    ? screen.style.red(`${what} here yet: see ✗.`)
    : hasWarning
      ? `${good}, as far as can be seen from here; look at the lines with !.`
      : screen.style.green(`${good}.`);
  console.log(
    [
      screen.style.bold(`${canAsk ? "Readback" : "The todo guard"} in ${printable(project)}`),
      "",
      ...checks.map((check) => drawCheck(check, screen)),
      "",
      verdict,
    ].join("\n"),
  );
  return isBroken ? 1 : 0;
}

/** What was looked at, and what is installed. */
interface Examined {
  readonly checks: readonly Check[];
  readonly isGuarded: boolean;
  readonly canAsk: boolean;
  /** Every agent that asks the guard asks that of a cluster. */
  readonly isOnCluster: boolean;
}

async function examine(project: string, dir: string | undefined): Promise<Examined> {
  const config = checkConfig(project);
  const state = examineState(project, dir);
  const now = Date.now();
  const lately = new Map([...state.firedBy].filter(([, at]) => now - at < WEEK));
  const hosts = await examineHosts(project, config.settings, lately);
  // Who only wants to be asked needs nothing that is the guard's.
  const needsGuard = hosts.isGuarded || !hosts.canAsk;
  const checks = [
    ...(needsGuard ? [config.check] : []),
    ...hosts.checks,
    ...state.checks,
    // What a cluster counts leaves no trace here.
    ...(needsGuard && !hosts.isOnCluster ? [checkFired(state.firedAt, now)] : []),
  ];
  return { ...hosts, checks };
}

/** The state folder, and the journal in it. */
function examineState(project: string, dir: string | undefined): JournalChecks {
  try {
    const state = stateFolder(project, dir && resolve(dir));
    const { checks, ...fired } = checkJournal(state);
    return {
      checks: [
        ...checkState(project, state),
        ...checks,
        ...checkQuestions(state),
        ...checkDeletion(state, Date.now()),
      ],
      ...fired,
    };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { checks: [broken("State", error.message)], ...NOTHING_FIRED };
  }
}

/**
 * Each agent that asks the guard or a person; when none does, that is what is broken. `lately` tells which of
 * them have asked the guard in the last days, and when.
 */
async function examineHosts(
  project: string,
  config: GuardSettings | undefined,
  lately: ReadonlyMap<string, number>,
): Promise<Examined> {
  const agents = await Promise.all(HOST_NAMES.map(agentOf));
  const hosts = agents.map((host) => ({ host, ...settingsOf(host, project) }));
  const asking = hosts.filter(({ found }) => found.some(({ entries }) => entries.length > 0));
  const checks = hosts.flatMap(({ problems }) => problems);
  for (const { host, found } of asking) {
    const [versions, commands] = await Promise.all([
      checkVersion(host, found),
      checkCommands(host, found, project),
    ]);
    const clusters = clustersIn(found);
    // Its endpoints validate, and not the command in the settings here.
    const own = clusters.length > 0 ? undefined : config;
    checks.push(...versions, ...checkEntries(host, found, own), ...commands);
    checks.push(...clusters.map((cluster) => checkCluster(host, cluster)));
    const firedAt = lately.get(host.name);
    const hasFired = firedAt !== undefined;
    checks.push(host.checkTools(found, project, hasFired));
    const having = found.filter(({ entries }) => entries.length > 0);
    const isOfProject = having.every(({ scope }) => scope !== "user" && scope !== "managed");
    const trust = isOfProject && !hasFired ? host.checkTrust?.(project) : undefined;
    const hookTrust = trust ? undefined : host.checkHookTrust?.(having, firedAt);
    const folder = isOfProject ? checkFolder(host, project) : undefined;
    checks.push(...[trust, hookTrust, folder].filter((one) => one !== undefined));
  }
  // One server for all of them.
  let tried: Promise<string | undefined> | undefined;
  const tryServer = () => {
    tried ??= problemWithServer(project);
    return tried;
  };
  const asked = await Promise.all(
    hosts.map(({ host, found }) => checkMcp(host, project, found, tryServer)),
  );
  const questions = asked.flat();
  checks.push(...questions);
  const [isGuarded, canAsk] = [asking.length > 0, questions.length > 0];
  if (!isGuarded && !canAsk) {
    checks.push(
      broken("Hooks", "No coding agent asks the guard here", "readback hook install claude-code"),
    );
  }
  const isOnCluster = isGuarded && asking.every(({ found }) => clustersIn(found).length > 0);
  return { checks, isGuarded, canAsk, isOnCluster };
}

/** Some agents see only the folder they are started in. */
function checkFolder({ title, readsOnlyItsFolder }: CodingAgent, project: string) {
  const here = process.cwd();
  if (!readsOnlyItsFolder || here === project) return undefined;
  const message = `${title} does not read the settings of ${project} when it is started here`;
  return broken("Folder", message, `Start it in ${project}, or install the hook with --user`);
}
