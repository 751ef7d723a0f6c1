import { parseArgs } from "node:util";
import type { Flag, Flags, Operand, Values } from "./command.js";
import { printable } from "./terminal/text.js";

/** The command line makes no sense; the message says what is possible. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** A word that is not known, and those that are. */
    readonly unknown?: {
      readonly given: string;
      readonly known: readonly string[];
      readonly prefix: "--" | "";
    },
  ) {
    super(message);
  }
}

/** Reads flags, or throws {@link UsageError}. `owner` is what they belong to, such as `readback demo`. */
export function parseFlags(args: readonly string[], flags: Flags, owner: string): Values<Flags> {
  return parseArguments(args, { flags }, owner).values;
}

/** Reads flags and the operands, if there are to be any; there may be none while `--help` is given. */
export function parseArguments(
  args: readonly string[],
  { flags, operand }: { readonly flags: Flags; readonly operand?: Operand | undefined },
  owner: string,
): { readonly values: Values<Flags>; readonly operands: readonly string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, known(flag)])),
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      if (!operand || (operands.length > 0 && !operand.isMany)) {
        throw unexpected(token.value, operand, flags, owner);
      }
      operands.push(operandValue(token.value, operand, owner));
      continue;
    }
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) {
      const name = printable(token.rawName);
      throw new UsageError(`${owner} does not know the flag ${name}. ${possible(flags)}`, {
        given: token.name,
        known: Object.keys(flags),
        prefix: "--",
      });
    }
    values[token.name] = valueFor(flag, token);
  }
  if (operand && !operand.isOptional && operands.length === 0 && !values.help) {
    const what = choicesOf(operand) || `${operand.summary}.`;
    throw new UsageError(`${owner} needs ${named(operand)}. ${what}`);
  }
  return { values: values as Values<Flags>, operands };
}

function known({ type, short }: Flag) {
  return short === undefined ? { type } : { type, short };
}

function unexpected(
  value: string,
  operand: Operand | undefined,
  flags: Flags,
  owner: string,
): UsageError {
  const problem = `${owner} does not take "${printable(value)}".`;
  return operand
    ? new UsageError(`${problem} It takes one ${named(operand)}: put quotes around several words.`)
    : new UsageError(`${problem} It takes flags only. ${possible(flags)}`, {
        given: value,
        known: Object.keys(flags),
        prefix: "--",
      });
}

function operandValue(value: string, operand: Operand, owner: string): string {
  if (!operand.choices || operand.choices.includes(value)) return value;
  const problem = `${owner} does not take "${printable(value)}". ${choicesOf(operand)}`;
  throw new UsageError(problem, { given: value, known: operand.choices, prefix: "" });
}

function choicesOf({ choices }: Operand): string {
  return choices ? `Possible: ${choices.join(", ")}.` : "";
}

function valueFor(
  flag: Flag,
  given: {
    readonly rawName: string;
    readonly value?: string | undefined;
    readonly inlineValue?: boolean | undefined;
  },
): string | boolean {
  const { rawName, value, inlineValue } = given;
  if (flag.type === "boolean") {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value: write ${rawName} alone.`);
  }
  if ("value" in flag) {
    // `--dir --json` is a folder that was forgotten, `--dir=--json` a strange one.
    // A number below zero is refused by the command, which says what may be given.
    if (value && (inlineValue || !value.startsWith("-") || /^-\d/.test(value))) return value;
    const dash = value ? ` One that begins with a dash: ${rawName}='${printable(value)}'.` : "";
    throw new UsageError(`${rawName} needs a value: ${rawName} <${flag.value}>.${dash}`);
  }
  if (value !== undefined && flag.choices.includes(value)) return value;
  const problem = value === undefined ? "needs a value" : `does not take "${printable(value)}"`;
  throw new UsageError(
    `${rawName} ${problem}. Possible: ${flag.choices.join(", ")}.`,
    value === undefined ? undefined : { given: value, known: flag.choices, prefix: "" },
  );
}

function possible(flags: Flags): string {
  const names = Object.entries(flags).map(([name, flag]) => flagName(name, flag));
  return `Possible: ${names.join(", ")}.`;
}

/** An operand as it is written, such as `<todo>` or `[file…]`. */
export function named({ name, isOptional, isMany }: Operand): string {
  const what = isMany ? `${name}…` : name;
  return isOptional ? `[${what}]` : `<${what}>`;
}

/** A flag as it is written, such as `--chapter <ask|guard>`. */
export function flagName(name: string, flag: Flag): string {
  if (flag.type === "boolean") return `--${name}`;
  return `--${name} <${"value" in flag ? flag.value : flag.choices.join("|")}>`;
}
