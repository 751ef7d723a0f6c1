import packageJson from "../package.json" with { type: "json" };
import { parseArguments, parseFlags, UsageError } from "./arguments.js";
import { type Command, dirFlag, type Flags } from "./command.js";
import { agentsMd } from "./commands/agents-md.js";
import { answer } from "./commands/answer.js";
import { demo } from "./commands/demo.js";
import { doctor } from "./commands/doctor.js";
import {
  adopt,
  guardAdopt,
  guardApprove,
  guardList,
  guardRepair,
  guardReset,
  guardShow,
} from "./commands/guard.js";
import { hook } from "./commands/hook.js";
import { hookInstall } from "./commands/hook-install.js";
import { init } from "./commands/init.js";
import { instructions } from "./commands/instructions.js";
import { log, stats } from "./commands/log.js";
import { mcp } from "./commands/mcp.js";
import { mcpInstall } from "./commands/mcp-install.js";
import { verify } from "./commands/verify.js";
import { viz, vizCheck, vizExport, vizImage } from "./commands/viz.js";
import { failureIn } from "./failure.js";
import { commandHelp, groupHelp, programHelp } from "./help.js";
import { fit, printable } from "./terminal/text.js";

/** Every command. A new one is a file in `commands/` and a name here. */
const commands: readonly Command[] = [
  demo,
  mcp,
  mcpInstall,
  answer,
  viz,
  vizCheck,
  vizExport,
  vizImage,
  agentsMd,
  verify,
  log,
  stats,
  init,
  ...instructions,
  hookInstall,
  doctor,
  guardList,
  guardShow,
  guardApprove,
  guardReset,
  guardRepair,
  guardAdopt,
  adopt,
  hook,
];

const flags = {
  ...dirFlag,
  help: { type: "boolean", short: "h", summary: "Show this help" },
  version: { type: "boolean", short: "v", summary: "Show the version" },
} as const satisfies Flags;

/** Runs the program and returns its exit code: 0, 1 when it failed, 2 for a senseless command line. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const [dir, words] = leadingDir(args);
  const command = commandFor(words);
  try {
    return await dispatch(dir, words, command);
  } catch (error) {
    const failure = failureIn(error);
    if (failure !== undefined) {
      console.error(fit(failure, process.stderr));
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    const help = ["readback", ...(command ? [command.name] : []), "--help"].join(" ");
    const hint = await didYouMean(error);
    console.error(fit(`${error.message}${hint}\nRun "${help}" for more.`, process.stderr));
    return command?.usageExitCode ?? 2;
  }
}

/** Loaded here, because only a mistake needs it. */
async function didYouMean({ unknown }: UsageError): Promise<string> {
  if (!unknown) return "";
  const core = await import("@readback/core/host");
  const meant = core.didYouMean(unknown.given, unknown.known);
  return meant === undefined ? "" : `\nDid you mean ${unknown.prefix}${meant}?`;
}

async function dispatch(
  dir: readonly string[],
  words: readonly string[],
  command: Command | undefined,
): Promise<number> {
  if (!command) return dispatchNone(dir, words);
  const rest = [...dir, ...words.slice(command.name.split(" ").length)];
  const { values, operands } = parseArguments(rest, command, `readback ${command.name}`);
  if (values.help) {
    console.log(commandHelp(command));
    return 0;
  }
  return command.run(values, operands[0] ?? "", operands);
}

/** No command, a word that is none, or the word of a group alone. */
function dispatchNone(dir: readonly string[], words: readonly string[]): number {
  const [name, next] = words;
  if (name === undefined || name.startsWith("-")) {
    const { version } = parseFlags([...dir, ...words], flags, "readback");
    console.log(version ? packageJson.version : programHelp(commands, flags));
    return 0;
  }
  const group = commands.filter((command) => command.name.startsWith(`${name} `));
  if (group.length === 0) {
    const known = [...new Set(commands.map((command) => command.name.split(" ")[0] ?? ""))];
    const possible = `Possible: ${known.join(", ")}.`;
    throw new UsageError(`readback has no command "${printable(name)}". ${possible}`, {
      given: name,
      known,
      prefix: "",
    });
  }
  if (next !== undefined && next !== "--help" && next !== "-h") {
    const known = group.map((command) => command.name.slice(name.length + 1));
    throw new UsageError(
      `readback ${name} has no "${printable(next)}". Possible: ${known.join(", ")}.`,
      { given: next, known, prefix: "" },
    );
  }
  console.log(groupHelp(name, group));
  return 0;
}

/** The command with the longest name that these words begin with. */
function commandFor(words: readonly string[]): Command | undefined {
  const [first = "", second = ""] = words;
  const named = (name: string) => commands.find((command) => command.name === name);
  return named(`${first} ${second}`) ?? named(first);
}

/** `--dir` may also stand before the command, for all of them. */
function leadingDir(args: readonly string[]): readonly [dir: string[], words: readonly string[]] {
  const [first = "", second = ""] = args;
  if (first === "--dir") return [[first, second], args.slice(2)];
  return first.startsWith("--dir=") ? [[first], args.slice(1)] : [[], args];
}
