import { Failure } from "../failure.js";
import type { CodingAgent, HookPoint } from "../hosts/coding-agent.js";
import { isOurCommand, refusingAtStart } from "./hook-command.js";
import { problemWithJson, valueAt, withItem, without } from "./json-text.js";
import { pluginEntries } from "./plugin-text.js";

/** An entry of the settings that calls our hook. */
export interface Entry {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string;
  readonly timeout: number | undefined;
  /** Where it stands: the group of its event, and the place in the group. */
  readonly group: number;
  readonly index: number;
}

interface Group {
  readonly matcher?: unknown;
  readonly hooks?: unknown;
}

/** Our entries in settings. Throws {@link Failure} when the settings cannot be understood. */
export function entriesIn(text: string, host: CodingAgent, path: string): readonly Entry[] {
  if (host.isPlugin) return pluginEntries(text, host);
  const problem = problemWithJson(text, host.mayHoldComments);
  if (problem) {
    throw new Failure(`${path} is not valid JSON: ${problem}.\nNothing was changed; fix it first.`);
  }
  const hooks = valueAt(text, ["hooks"]) ?? {};
  if (typeof hooks !== "object" || Array.isArray(hooks)) throw unknownShape(path, "hooks");
  return Object.entries(hooks as object).flatMap(([event, groups]) => {
    if (Array.isArray(groups)) return ofEvent(host, event, groups);
    // Gemini CLI keeps other things beside the events.
    if (host.points.some((point) => point.event === event)) throw unknownShape(path, event);
    return [];
  });
}

function ofEvent(host: CodingAgent, event: string, groups: readonly (Group | null)[]): Entry[] {
  return groups.flatMap((value, group) => {
    const { matcher, hooks } = value ?? {};
    if (!Array.isArray(hooks)) return [];
    return hooks.flatMap((hook: { command?: unknown; timeout?: unknown } | null, index) => {
      const { command, timeout } = hook ?? {};
      if (!isOurCommand(command, host.name)) return [];
      const known = {
        matcher: typeof matcher === "string" ? matcher : undefined,
        timeout: typeof timeout === "number" ? timeout : undefined,
      };
      return [{ event, command, group, index, ...known }];
    });
  });
}

function unknownShape(path: string, field: string): Failure {
  const where = field === "hooks" ? '"hooks"' : `"hooks.${field}"`;
  const wanted = field === "hooks" ? "an object" : "a list";
  return new Failure(`${path}: ${where} is not ${wanted}.\nNothing was changed; fix it first.`);
}

/** The settings with exactly the entries that are wanted; all else in them stays as it is. */
export function withEntries(text: string, host: CodingAgent, command: string, path: string) {
  const found = entriesIn(text, host, path);
  const isWanted = (entry: Entry) =>
    host.points.some(
      (point) => isAt(entry, point) && entry.command === commandAt(host, point, command),
    );
  const kept = found.filter(
    (entry, index) =>
      isWanted(entry) && found.findIndex((other) => other.event === entry.event) === index,
  );
  let changed = withoutThese(
    text,
    found.filter((entry) => !kept.includes(entry)),
  );
  for (const point of host.points) {
    if (kept.some((entry) => isAt(entry, point))) continue;
    changed = withItem(changed, ["hooks", point.event], groupFor(host, point, command));
  }
  return changed;
}

/** The settings without any entry of ours. */
export function withoutEntries(text: string, host: CodingAgent, path: string): string {
  return withoutThese(text, entriesIn(text, host, path));
}

/** A timeout that a person has changed is no reason to write the entry again. */
function isAt({ event, matcher }: Entry, point: HookPoint): boolean {
  return event === point.event && matcher === point.matcher;
}

function commandAt({ mainEvent, refusesBy }: CodingAgent, { event }: HookPoint, command: string) {
  return refusesBy && event === mainEvent ? refusingAtStart(command, refusesBy) : command;
}

function groupFor(host: CodingAgent, point: HookPoint, plain: string) {
  const { matcher, timeout } = point;
  const command = commandAt(host, point, plain);
  const hook = { ...host.extra, type: "command", command, timeout };
  return matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] };
}

/** Takes entries out, the last one first, and what they leave empty behind them. */
function withoutThese(text: string, entries: readonly Entry[]): string {
  return [...entries].reverse().reduce((before, { event, group, index }) => {
    const path = ["hooks", event, group, "hooks", index];
    let after = without(before, path);
    // The list of the group, the group, the list of the event, the event, and all hooks.
    for (const depth of [4, 3, 2, 1]) {
      const rest = valueAt(after, path.slice(0, depth));
      const isEmpty = depth === 3 ? hasNoHooks(rest) : Object.keys(rest ?? {}).length === 0;
      if (!isEmpty) break;
      if (depth !== 4) after = without(after, path.slice(0, depth));
    }
    return after;
  }, text);
}

function hasNoHooks(group: unknown): boolean {
  const { hooks } = (group ?? {}) as Group;
  return !Array.isArray(hooks) || hooks.length === 0;
}
