import { resolve } from "node:path";
import { type GuardSettings, JournalError, projectFolder, stateFolder } from "@readback/node";
import { agentOf, HOST_NAMES } from "../hosts.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { broken, type Check, drawCheck } from "./check.js";
import { checkConfig } from "./config-check.js";
import { checkCommands, checkEntries } from "./hook-checks.js";
import { settingsOf } from "./host-settings.js";
import {
  checkFired,
  checkJournal,
  checkQuestions,
  checkState,
  type JournalChecks,
} from "./state-checks.js";

const WEEK = 7 * 24 * 60 * 60 * 1_000;

interface DoctorOptions {
  readonly dir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

/** `readback doctor`: looks at all that has to be right for the guard to fire. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const project = projectFolder(process.cwd());
  const checks = await examine(project, options.dir);
  const isBroken = checks.some(({ status }) => status === "broken");
  if (options.json) {
    console.log(printableJson({ ok: !isBroken, project, checks }));
    return isBroken ? 1 : 0;
  }
  const screen = screenOf(options["no-color"]);
  const hasWarning = checks.some(({ status }) => status === "warning");
  const verdict = isBroken
    ? screen.style.red("The guard cannot do its work here yet: see ✗.")
    : hasWarning
      ? "The guard can fire, as far as can be seen from here; look at the lines with !."
      : screen.style.green("The guard can fire.");
  console.log(
    [
      screen.style.bold(`The todo guard in ${printable(project)}`),
      "",
      ...checks.map((check) => drawCheck(check, screen)),
      "",
      verdict,
    ].join("\n"),
  );
  return isBroken ? 1 : 0;
}

async function examine(project: string, dir: string | undefined): Promise<readonly Check[]> {
  const config = checkConfig(project);
  const state = examineState(project, dir);
  const now = Date.now();
  const hasFired = state.firedAt !== undefined && now - state.firedAt < WEEK;
  return [
    config.check,
    ...(await examineHosts(project, config.settings, hasFired)),
    ...state.checks,
    checkFired(state.firedAt, now),
  ];
}

/** The state folder, and the journal in it. */
function examineState(project: string, dir: string | undefined): JournalChecks {
  try {
    const state = stateFolder(project, dir && resolve(dir));
    const { checks, firedAt } = checkJournal(state);
    return {
      checks: [...checkState(project, state), ...checks, ...checkQuestions(state)],
      firedAt,
    };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { checks: [broken("State", error.message)], firedAt: undefined };
  }
}

/** Each agent that asks the guard; when none does, that is what is broken. */
async function examineHosts(
  project: string,
  config: GuardSettings | undefined,
  hasFired: boolean,
): Promise<readonly Check[]> {
  const agents = await Promise.all(HOST_NAMES.map(agentOf));
  const hosts = agents.map((host) => ({ host, ...settingsOf(host, project) }));
  const asking = hosts.filter(({ found }) => found.some(({ entries }) => entries.length > 0));
  const checks = hosts.flatMap(({ problems }) => problems);
  for (const { host, found } of asking) {
    checks.push(...checkEntries(host, found, config));
    checks.push(...(await checkCommands(host, found, project)));
    checks.push(host.checkTools(found, project, hasFired));
  }
  if (asking.length === 0) {
    checks.push(
      broken("Hooks", "No coding agent asks the guard here", "readback hook install claude-code"),
    );
  }
  return checks;
}
