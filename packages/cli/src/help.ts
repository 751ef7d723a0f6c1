import { flagName, named } from "./arguments.js";
import type { Command, Flag, Flags } from "./command.js";

/** Where the text beside a name starts. */
const COLUMN = 16;

/** The help of the program. */
export function programHelp(commands: readonly Command[], flags: Flags): string {
  return [
    "Hand-offs between agents and people: bounded, timed, and acknowledged.",
    "Usage: readback <command> [flags]",
    section("Commands", commands.map(commandRow)),
    section("Flags", Object.entries(flags).map(flagRow)),
    'Run "readback <command> --help" for the flags of a command.',
  ].join("\n\n");
}

/** The help of a group of commands, such as `guard`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [
    `Usage: readback ${group} <command> [flags]`,
    section("Commands", commands.map(commandRow)),
    `Run "readback ${group} <command> --help" for the flags of a command.`,
  ].join("\n\n");
}

/** The help of one command. */
export function commandHelp({ name, summary, details, operand, flags }: Command): string {
  const usage = ["readback", name, ...(operand ? [named(operand)] : []), "[flags]"].join(" ");
  const parts = [summary, `Usage: ${usage}`];
  if (operand) {
    const { summary: what, choices } = operand;
    parts.push(row([named(operand), choices ? `${what}: ${choices.join(", ")}` : what]));
  }
  parts.push(section("Flags", Object.entries(flags).map(flagRow)));
  if (details) parts.push(details);
  return parts.join("\n\n");
}

function commandRow({ name, summary }: Command): readonly [string, string] {
  return [name, summary];
}

function flagRow([name, flag]: readonly [string, Flag]): readonly [string, string] {
  return [flag.short ? `-${flag.short}, --${name}` : flagName(name, flag), flag.summary];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  return [`${title}:`, ...rows.map(row)].join("\n");
}

function row([name, summary]: readonly [string, string]): string {
  // A long name stands on a line of its own, so that the others stay close to their text.
  const start = name.length < COLUMN ? name.padEnd(COLUMN) : `${name}\n${" ".repeat(2 + COLUMN)}`;
  return `  ${start}${summary}`;
}
