import { parseArgs } from "node:util";
import type { Flag, Flags, Values } from "./command.js";
import { printable } from "./terminal/text.js";

/** The command line makes no sense; the message says what is possible. */
export class UsageError extends Error {}

/** Reads flags, or throws {@link UsageError}. `owner` is what they belong to, such as `readback demo`. */
export function parseFlags(args: readonly string[], flags: Flags, owner: string): Values<Flags> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, known(flag)])),
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new UsageError(
        `${owner} does not take "${printable(token.value)}". ${possible(flags)}`,
      );
    }
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) {
      const name = printable(token.rawName);
      throw new UsageError(`${owner} does not know the flag ${name}. ${possible(flags)}`);
    }
    values[token.name] = valueFor(flag, token);
  }
  return values as Values<Flags>;
}

function known({ type, short }: Flag) {
  return short === undefined ? { type } : { type, short };
}

function valueFor(
  flag: Flag,
  given: { readonly rawName: string; readonly value?: string | undefined },
): string | boolean {
  const { rawName, value } = given;
  if (flag.type === "boolean") {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value: write ${rawName} alone.`);
  }
  if (value !== undefined && flag.choices.includes(value)) return value;
  const problem = value === undefined ? "needs a value" : `does not take "${printable(value)}"`;
  throw new UsageError(`${rawName} ${problem}. Possible: ${flag.choices.join(", ")}.`);
}

function possible(flags: Flags): string {
  const names = Object.entries(flags).map(([name, flag]) => flagName(name, flag));
  return `Possible: ${names.join(", ")}.`;
}

/** A flag as it is written, such as `--chapter <ask|guard>`. */
export function flagName(name: string, flag: Flag): string {
  return flag.type === "boolean" ? `--${name}` : `--${name} <${flag.choices.join("|")}>`;
}
