import type { GuardSettings } from "@readback/node";
import type { Entry } from "../hook/entries.js";
import { isPlainHookCommand, restateIn, withoutRefusal } from "../hook/hook-command.js";
import type { CodingAgent } from "../hosts/coding-agent.js";
import { broken, type Check, ok, warning } from "./check.js";
import type { FoundSettings } from "./host-settings.js";
import { probe } from "./probe.js";

/** What the hook keeps free at the end of its time, in seconds. */
const MARGIN = 10;
/** An answer that takes longer than this is felt, in milliseconds. */
const SLOW = 1_000;

/** Looks at the entries of an agent that has some: all there, not turned off, time enough. */
export function checkEntries(
  host: CodingAgent,
  found: readonly FoundSettings[],
  config: GuardSettings | undefined,
): readonly Check[] {
  const entries = found.flatMap((settings) => settings.entries);
  const where = found.filter((settings) => settings.entries.length > 0).map(({ name }) => name);
  const install = `readback hook install ${host.name}`;
  const absent = host.points.filter(({ event }) => !entries.some((one) => one.event === event));
  const missing = absent.filter(({ isOptional }) => !isOptional);
  const names = missing.map(({ event }) => event).join(", ");
  const checks: Check[] = [];
  if (missing.some(({ event }) => event === host.mainEvent)) {
    checks.push(
      broken("Hooks", `${host.title} does not ask the guard: ${names} is missing`, install),
    );
  } else if (missing.length > 0) {
    checks.push(warning("Hooks", `${host.title} asks the guard, but ${names} is missing`, install));
  } else {
    const hints = absent.map(
      ({ event }) => `To have a todo's guard end as soon as it is done (${event}): ${install}`,
    );
    checks.push(ok("Hooks", `${host.title} asks the guard: ${where.join(", ")}`, ...hints));
  }
  const isOff = host.turnedOffBy(found);
  if (isOff) {
    const [who, next] = {
      settings: ["in the settings of", "Turn them on."],
      administrator: ["by an administrator of", "Ask whoever manages this machine."],
    }[isOff] as [string, string];
    const message = `Hooks are turned off ${who} ${host.title}, and nothing is guarded`;
    checks.push(broken("Hooks", message, next));
  }
  return [
    ...checks,
    ...elseChecks(host, entries),
    ...matcherChecks(host, entries),
    ...timeChecks(host, entries, config),
  ];
}

/** The clusters whose guard is asked in place of that of this machine. */
export function clustersIn(found: readonly FoundSettings[]): readonly string[] {
  const commands = found.flatMap(({ entries }) => entries.map(({ command }) => command));
  return [...new Set(commands.flatMap((command) => restateIn(command) ?? []))];
}

/** Where the todos are that are not here. */
export function checkCluster({ title }: CodingAgent, restate: string): Check {
  const message = `The todos of ${title} are counted on the cluster at ${restate}, and validated by its endpoints; of the settings here only onGuardFailure counts`;
  return ok("Todos", message, `readback guard list --restate ${restate} --session <session>`);
}

/** An agent goes on when the hook cannot start, unless the command says otherwise. */
function elseChecks(host: CodingAgent, entries: readonly Entry[]): readonly Check[] {
  const isOpen = ({ event, command }: Entry) =>
    event === host.mainEvent && withoutRefusal(command) === command;
  if (!host.refusesBy || !entries.some(isOpen)) return [];
  const message = `Where the hook cannot start, as in a worktree without packages, ${host.title} goes on without the guard`;
  return [warning("Hooks", message, `readback hook install ${host.name}`)];
}

function matcherChecks(host: CodingAgent, entries: readonly Entry[]): readonly Check[] {
  const { matcher: wanted = "" } =
    host.points.find(({ event }) => event === host.mainEvent) ?? host.points[0] ?? {};
  const own = entries.filter(({ event }) => event === host.mainEvent);
  const missed = wanted
    .split("|")
    .filter((tool) => !own.some(({ matcher }) => matches(matcher, tool)));
  if (own.length === 0 || missed.length === 0) return [];
  const message = `The matcher of ${host.mainEvent} leaves out ${missed.join(" and ")}`;
  return [warning("Hooks", message, `Write "matcher": "${wanted}"`)];
}

function matches(matcher: string | undefined, tool: string): boolean {
  if (!matcher || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(tool);
  } catch {
    return false;
  }
}

/** An agent that stops waiting goes on as if nobody had been asked. */
function timeChecks(
  { title, points, mainEvent, second }: CodingAgent,
  entries: readonly Entry[],
  config: GuardSettings | undefined,
): readonly Check[] {
  if (!config?.validate) return [];
  const wanted = Math.ceil(config.validationTimeout / 1_000);
  return points.flatMap(({ event, timeout: usual }) => {
    if (usual / second < 60) return [];
    // The hook does not know the settings: it reckons with the usual timeout.
    const longest = usual / second - MARGIN;
    const needed = Math.min(wanted, longest) + MARGIN;
    const seconds = (entries.find((one) => one.event === event)?.timeout ?? usual) / second;
    if (seconds < needed) {
      const message = `${title} waits ${seconds} s at ${event}, and a validation may take ${needed - MARGIN} s: then nobody is asked`;
      const next = `Give it at least ${needed * second}, or lower guard.validationTimeout`;
      return [warning("Timeout", message, next)];
    }
    if (wanted <= longest || event !== mainEvent) return [];
    const message = `The hook answers ${title} after ${longest} s at the latest, and a validation may take ${wanted} s: then it is given up`;
    const next = `Lower guard.validationTimeout to ${longest * 1_000} or less`;
    return [warning("Timeout", message, next)];
  });
}

/** Runs the commands of the entries, with a claim that is none, and looks at the answers. */
export async function checkCommands(
  host: CodingAgent,
  found: readonly FoundSettings[],
  project: string,
): Promise<readonly Check[]> {
  const commands = new Set(
    found.flatMap(({ entries }) => entries.map(({ command }) => withoutRefusal(command))),
  );
  return Promise.all([...commands].map((command) => checkCommand(host, command, project)));
}

async function checkCommand(host: CodingAgent, command: string, project: string): Promise<Check> {
  if (!isPlainHookCommand(command, host.name)) {
    const message = `Not one that readback writes, so it was not tried: ${command}`;
    return warning("Command", message, `readback hook install ${host.name}`);
  }
  const { ms, problem } = await probe(host, command, project);
  if (problem) {
    return broken("Command", `${command}: ${problem}`, ...advice(problem, host, command));
  }
  const took = `${Math.round(ms)} ms`;
  return ms > SLOW
    ? warning("Command", `The hook answers, but takes ${took}: ${command}`)
    : ok("Command", `The hook answers, in ${took}`);
}

function advice(problem: string, { name }: CodingAgent, command: string): readonly string[] {
  if (restateIn(command) !== undefined && problem.includes("cluster")) {
    return ["Start the cluster", `or: readback hook install ${name} --restate <its address>`];
  }
  if (problem.includes("Cannot find module")) {
    return [
      "Install the project's packages (npm install), readback among them",
      `or: readback hook install ${name}`,
    ];
  }
  return [`readback hook install ${name}`];
}
