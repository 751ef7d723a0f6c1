import { homedir } from "node:os";
import { basename, join } from "node:path";
import type { Check } from "../doctor/check.js";
import type { FoundSettings } from "../doctor/host-settings.js";

/** One place in the settings where the hook is to be called. */
export interface HookPoint {
  readonly event: string;
  /** The tools it is about; absent where the event is about none. */
  readonly matcher?: string;
  /** How long the agent waits for the answer, in the agent's own unit. */
  readonly timeout: number;
  /** The guard does its work without it, only less well. */
  readonly isOptional?: true;
}

/** How an agent is told of an MCP server. */
interface McpSettings {
  /** The files that can name servers, relative to the project or to the home folder. */
  readonly files: Readonly<Partial<Record<Scope, string>>>;
  readonly format: "json" | "toml";
  /** Where the server stands in the file. */
  readonly place: readonly string[];
  /** What stands there. */
  entry(command: string, args: readonly string[]): Readonly<Record<string, McpValue>>;
  /** Where in the user's file the servers are that one person has in this project alone. */
  localWithin?(project: string): readonly string[];
  /** The file in which an administrator names the servers: where it names this one, no other counts. */
  managedFile?(): string;
  /** What a person has to know to see it work. */
  readonly advice: readonly string[];
  /** Whether it reads these files in the folder it is started in, and not in the folders above. */
  readonly readsOnlyItsFolder?: true;
  /** When it gives up a call of the server, in seconds, by what its settings say of that; progress changes nothing. */
  limit?(server: FoundServer): number | undefined;
  /**
   * Why its model cannot call the tools of a server that its settings name, as when a person has turned the server
   * off. `found` are the settings that can hold hooks.
   */
  problem?(
    servers: readonly FoundServer[],
    project: string,
    found: readonly FoundSettings[],
  ): Check | undefined;
}

/** A file of an agent that names the server. */
export interface FoundServer {
  readonly scope: FoundScope;
  readonly path: string;
  /** What stands there of it, as text. */
  readonly entry: string;
  /** What stands at a path in the file, or in the part of it that is about this project, where that is JSON. */
  valueAt(...path: readonly string[]): unknown;
}

/** The name of the server in all settings, and its tools. */
export const SERVER = "readback";
export const TOOLS: readonly string[] = ["ask_user", "ask_user_question"];

/** Whether a list of a settings file has all of these. */
export function hasAll(list: unknown, ...names: readonly string[]): boolean {
  return Array.isArray(list) && names.every((name) => list.includes(name));
}

/** A number of milliseconds that stands in a server's entry, in seconds. */
export function secondsIn(milliseconds: unknown): number | undefined {
  return typeof milliseconds === "number" ? milliseconds / 1_000 : undefined;
}

export type McpValue = string | number | boolean | readonly string[];

/** Whose settings: everybody's in this project, one person's here, one person's everywhere. */
export type Scope = "project" | "local" | "user";

/** Whose settings were found: an administrator writes some that nothing of ours ever changes. */
export type FoundScope = Scope | "managed";

/**
 * A coding agent, as the commands know it: how it is told of hooks, and how to see whether they fire. The
 * timeouts are the ones that the hook itself reckons with: it has to answer before the agent stops waiting,
 * for then the agent would go on as if nothing had been asked.
 */
export interface CodingAgent {
  /** As the hook knows it. */
  readonly name: string;
  readonly title: string;
  /** What a person types to start it. */
  readonly program: string;
  /** The oldest version that was seen to ask the guard and to obey it. */
  readonly oldest: string;
  /** Whether it reads the settings of the folder it is started in, and not those of the folders above. */
  readonly readsOnlyItsFolder?: true;
  /** The settings files that can hold hooks, relative to the project or to the home folder. */
  readonly files: Readonly<Partial<Record<Scope, string>>>;
  /** Whether those files are plugins of ours alone, which ask the hook; else they are JSON with entries. */
  readonly isPlugin?: true;
  /** The folder of the project, as a shell that runs the hook can name it. */
  readonly projectVariable: string | undefined;
  /** Whether it starts hooks in the folder of the project: a path from there finds them, without its name. */
  readonly startsHooksInProject?: true;
  /** Whether its settings may hold comments. */
  readonly mayHoldComments: boolean;
  readonly points: readonly HookPoint[];
  /** Where it is called as well, or for more tools, when instructions are to ride on its answers. */
  readonly instructionPoints: readonly HookPoint[];
  /** The event of {@link points} without which nothing is guarded. */
  readonly mainEvent: string;
  /**
   * Exit code 2 is a refusal, and after any other the agent goes on: so at {@link mainEvent} a hook that cannot even
   * start has to end with it. How its command does that: by the shell, or by Node where not every shell can.
   */
  readonly refusesBy?: "shell" | "node";
  /** One second, in the unit of its timeouts. */
  readonly second: number;
  /** More that an entry has. */
  readonly extra: Readonly<Record<string, string>>;
  /** How it is told of `readback mcp`. */
  readonly mcp: McpSettings;
  /** What a person has to know to see it fire. */
  readonly advice: readonly string[];
  /** The folder that takes the place of the one in the home folder, when it was moved. */
  movedTo?(): string | undefined;
  /** A first claim of a todo: what the hook is given, besides what all agents give, and the environment. */
  probe(
    project: string,
    todo: string,
  ): { readonly env?: NodeJS.ProcessEnv; readonly input: Readonly<Record<string, unknown>> };
  /** What is wrong when the agent does not trust the project, and so ignores its settings. */
  checkTrust?(project: string): Check | undefined;
  /**
   * What is wrong when the agent does not trust the hooks themselves, and so runs none of them. `firedAt` is when
   * it asked the guard last, if that was lately.
   */
  checkHookTrust?(found: readonly FoundSettings[], firedAt: number | undefined): Check | undefined;
  /** What is wrong with these settings for this version of the agent. */
  checkVersion?(version: string, found: readonly FoundSettings[]): Check | undefined;
  /** The settings files of an administrator, which count most: the most general first. */
  managedFiles?(): readonly string[];
  /** Who turns all hooks off, or ours: its settings, or an administrator in settings that nobody else can change. */
  turnedOffBy(found: readonly FoundSettings[]): "settings" | "administrator" | undefined;
  /**
   * Looks whether it has a tool for todos at all: without one the guard never fires, and nothing says so.
   * `hasFired` tells that it has asked the guard lately: this agent, not another one.
   */
  checkTools(found: readonly FoundSettings[], project: string, hasFired: boolean): Check;
}

/** The agent with the points where instructions ride along. */
export function carryingInstructions(host: CodingAgent): CodingAgent {
  const { points, instructionPoints } = host;
  const isReplaced = ({ event }: HookPoint) => instructionPoints.some((one) => one.event === event);
  return { ...host, points: [...points.filter((one) => !isReplaced(one)), ...instructionPoints] };
}

/** The settings file of a scope, or `undefined` when the agent has none such. */
export function settingsPath(
  host: CodingAgent,
  scope: Scope,
  project: string,
  files: Readonly<Partial<Record<Scope, string>>> = host.files,
): string | undefined {
  const file = files[scope];
  if (!file) return undefined;
  if (scope !== "user") return join(project, file);
  const moved = host.movedTo?.();
  return moved ? join(moved, basename(file)) : join(homedir(), file);
}
