import packageJson from "../package.json" with { type: "json" };
import { parseFlags, UsageError } from "./arguments.js";
import type { Command, Flags } from "./command.js";
import { demo } from "./commands/demo.js";
import { commandHelp, programHelp } from "./help.js";
import { printable } from "./terminal/text.js";

/** Every command. A new one is a file in `commands/` and a name here. */
const commands: readonly Command[] = [demo];

const flags = {
  help: { type: "boolean", short: "h", summary: "Show this help" },
  version: { type: "boolean", short: "v", summary: "Show the version" },
} as const satisfies Flags;

/** Runs the program and returns its exit code: 0, or 2 when the command line makes no sense. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nRun "readback --help" for more.`);
    return 2;
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith("-")) {
    const { version } = parseFlags(args, flags, "readback");
    console.log(version ? packageJson.version : programHelp(commands, flags));
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const names = commands.map((one) => one.name).join(", ");
    throw new UsageError(`readback has no command "${printable(name)}". Possible: ${names}.`);
  }
  const values = parseFlags(rest, command.flags, `readback ${name}`);
  if (values.help) {
    console.log(commandHelp(command));
    return 0;
  }
  return command.run(values);
}
