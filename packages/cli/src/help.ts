import { flagName } from "./arguments.js";
import type { Command, Flag, Flags } from "./command.js";

/** Where the text beside a name starts. */
const COLUMN = 16;

/** The help of the program. */
export function programHelp(commands: readonly Command[], flags: Flags): string {
  return [
    "Hand-offs between agents and people: bounded, timed, and acknowledged.",
    "Usage: readback <command> [flags]",
    section(
      "Commands",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    section("Flags", Object.entries(flags).map(flagRow)),
    'Run "readback <command> --help" for the flags of a command.',
  ].join("\n\n");
}

/** The help of one command. */
export function commandHelp({ name, summary, flags }: Command): string {
  const rows = Object.entries(flags).map(flagRow);
  return [summary, `Usage: readback ${name} [flags]`, section("Flags", rows)].join("\n\n");
}

function flagRow([name, flag]: readonly [string, Flag]): readonly [string, string] {
  return [flag.short ? `-${flag.short}, --${name}` : flagName(name, flag), flag.summary];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, summary]) => {
    // A long name stands on a line of its own, so that the others stay close to their text.
    const start = name.length < COLUMN ? name.padEnd(COLUMN) : `${name}\n${" ".repeat(2 + COLUMN)}`;
    return `  ${start}${summary}`;
  });
  return [`${title}:`, ...lines].join("\n");
}
