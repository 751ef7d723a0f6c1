import type { Clock } from "@readback/core";
import { journalFolder, projectFolder, readConfig, stateFolder } from "@readback/node";
import { text } from "./fields.js";
import { decide, type HookGuard } from "./hook.js";
import type { HookAnswer, HookCall, HookInput, HookOutput, Host } from "./hook-call.js";
import { HOSTS } from "./hosts/hosts.js";
import { isCarrier, withInstructions } from "./instructions.js";
import { type HookQueue, withInstructionsElsewhere } from "./instructions-elsewhere.js";
import { type OwnTime, ownTime } from "./within.js";

/** How long everything but a validation may take, in milliseconds: hosts give a hook that only looks 30 seconds. */
export const OWN_TIME = 15_000;

/** Settings of {@link runHook}. */
export interface RunHookOptions {
  readonly host: string;
  /** What the host wrote to standard input. */
  readonly input: string;
  /** The state folder. Default: `READBACK_DIR`, else `.readback` in the project. */
  readonly dir?: string;
  /** Where time comes from. Default: the system's. */
  readonly clock?: Clock;
  /** How long everything but a validation may take, in milliseconds. Default 15,000. */
  readonly patience?: number;
  /** How much of that was used before, in milliseconds. Default 0. */
  readonly used?: number;
  /** A guard on another machine, such as that of `connectGuard`. Default: that of the state folder. */
  readonly guard?: HookGuard;
  /**
   * The instruction queue of a session on another machine, such as that of `connectQueue`: its instructions ride
   * along, too. Default: those of the project alone.
   */
  readonly queue?: (session: string) => HookQueue;
}

/** Answers one call of a hook. Never throws: a hook that fails would let everything through. */
export async function runHook(options: RunHookOptions): Promise<HookOutput> {
  const { host: name, input, patience = OWN_TIME, used } = options;
  const host = HOSTS.find((one) => one.name === name);
  if (!host) return complaint(`readback hook: unknown host "${name}": use ${hostNames()}`);
  const parsed = parse(input);
  if (!parsed)
    return complaint("readback hook: standard input is not a JSON object; nothing was checked");
  const call = host.read(parsed);
  const time = ownTime(patience, used);
  const answered = call.kind === "other" ? PASSED : await answer(host, call, parsed, options, time);
  const carried = carrying(answered, host, parsed, options, time);
  const { queue, clock } = options;
  if (!queue) return host.write(carried, parsed);
  const ride = { queue, clock, isLaden: carried !== answered };
  return host.write(await withInstructionsElsewhere(carried, host, parsed, ride), parsed);
}

const PASSED: HookAnswer = { kind: "pass" };

/** An agent that does not name the project may be at work anywhere in it. */
function placeOf(input: HookInput) {
  const cwd = text(input, "cwd") || process.cwd();
  return { cwd, project: process.env.CLAUDE_PROJECT_DIR || projectFolder(cwd) };
}

function settingsOf(input: HookInput, dir: string | undefined) {
  const { cwd, project } = placeOf(input);
  const config = readConfig(project, process.env.CLAUDE_PROJECT_DIR ? project : cwd).guard;
  return { config, folder: journalFolder(stateFolder(project, dir)), project };
}

function carrying(
  answered: HookAnswer,
  host: Host,
  input: HookInput,
  { dir, clock }: RunHookOptions,
  time: OwnTime,
): HookAnswer {
  // The usual case: it needs neither a folder nor a watchdog.
  if (!isCarrier(host, input)) return answered;
  try {
    return time.run(() => {
      const folder = stateFolder(placeOf(input).project, dir);
      return withInstructions(answered, host, input, { folder, clock });
    });
  } catch {
    // No folder or no time, no instructions; what was decided stands.
    return answered;
  }
}

async function answer(
  host: Host,
  call: HookCall,
  input: HookInput,
  { dir, clock, guard }: RunHookOptions,
  time: OwnTime,
): Promise<HookAnswer> {
  let onGuardFailure: "block" | "allow" = "block";
  try {
    const { config, folder, project } = time.run(() => settingsOf(input, dir));
    onGuardFailure = config.onGuardFailure;
    return await decide(host, call, {
      ...{ config, folder, cwd: project, clock, time },
      elsewhere: guard,
    });
  } catch (error) {
    const problem = `The todo guard itself failed: ${error instanceof Error ? error.message : String(error)}`;
    const mayBlock = call.kind === "write" || call.kind === "task-completed";
    if (!mayBlock || onGuardFailure === "allow") {
      return { kind: "remark", text: `${problem} (not blocked)` };
    }
    const advice = "Tell the person, and do not mark todos completed until it is fixed.";
    return { kind: "block", reason: `${problem}\n${advice}` };
  }
}

function parse(input: string): HookInput | undefined {
  try {
    const value: unknown = JSON.parse(input);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as HookInput) : undefined;
  } catch {
    return undefined;
  }
}

/** An error that blocks nothing: exit code 1 is a remark to every host. */
function complaint(message: string): HookOutput {
  return { stdout: "", stderr: `${message}\n`, exitCode: 1 };
}

function hostNames(): string {
  return HOSTS.map(({ name }) => name).join(", ");
}
