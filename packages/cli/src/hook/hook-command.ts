import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { Failure } from "../failure.js";
import type { CodingAgent, Scope } from "../hosts/coding-agent.js";
import { HOOK_FILE, PROGRAM_FILE } from "./answer.js";

/** What starts a hook by its path so that any failure is a refusal. Every shell takes the line as it is. */
const REFUSING_NODE =
  "node -e \"process.on('exit',c=>{if(c)process.exitCode=2});require(require('path').resolve(process.argv[1]))\" ";

const INSTALLED = join("node_modules", "readback", "dist");

/** What the hook is told beside the agent that asks. */
export interface HookFlags {
  readonly dir: string | undefined;
  /** The cluster that is asked: for that it takes the whole program. */
  readonly restate: string | undefined;
}

/**
 * The command to write into the settings. `node` with the path of the one file is the fastest there
 * is (npx alone takes several times as long as the hook), and with the path relative to the project
 * it works for everybody who has installed the project, wherever that is.
 */
export function hookCommand(
  host: CodingAgent,
  scope: Scope,
  project: string,
  { dir, restate }: HookFlags,
): string {
  const folder = scope === "user" ? undefined : folderWithHook(project);
  const name = restate === undefined ? "hook.cjs" : "cli.cjs";
  const file = folder ? projectFile(host, folder, project, name) : ownFile(host, scope, restate);
  return [
    `node "${file}"`,
    ...(restate === undefined ? [] : ["hook"]),
    host.name,
    ...(restate === undefined ? [] : [`--restate "${escaped(restate)}"`]),
    ...(dir ? [`--dir "${escaped(dir)}"`] : []),
  ].join(" ");
}

/** The nearest folder, upwards from the project, where `readback` is installed. */
function folderWithHook(project: string): string | undefined {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, INSTALLED, "hook.cjs"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function projectFile(host: CodingAgent, folder: string, project: string, name: string): string {
  const installed = join(folder, INSTALLED, name);
  if (host.startsHooksInProject) return escaped(slashed(relative(project, installed)));
  // Codex has no variable for the project, and starts hooks wherever the session is.
  const top = host.projectVariable ? project : gitFolder(project);
  const variable = host.projectVariable ?? "$(git rev-parse --show-toplevel)";
  const path = slashed(relative(top ?? project, installed));
  return top ? `${variable}/${escaped(path)}` : escaped(path);
}

/** The file of the installation that is running. */
function ownFile({ name }: CodingAgent, scope: Scope, restate: string | undefined): string {
  if (scope === "project") {
    throw new Failure(
      [
        "readback is not installed in this project, so the hook would not work for the others in it.",
        "Install it, then run this again:",
        "  npm install --save-dev readback",
      ].join("\n"),
    );
  }
  if (/[\\/]_npx[\\/]/.test(HOOK_FILE)) {
    throw new Failure(
      [
        "This readback is in npx's cache, which can vanish. Install it, then run this again:",
        `  npm install --global readback && readback hook install ${name} --${scope}`,
      ].join("\n"),
    );
  }
  return escaped(slashed(restate === undefined ? HOOK_FILE : PROGRAM_FILE));
}

function gitFolder(project: string): string | undefined {
  try {
    const top = execFileSync("git", ["rev-parse", "--show-toplevel"], {
      cwd: project,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return top.trim() || undefined;
  } catch {
    return undefined;
  }
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Text within the double quotes of a shell. */
function escaped(text: string): string {
  if (/[\r\n]/.test(text)) throw new Failure("A path with a line break cannot stand in a command.");
  return text.replace(/[\\"$`]/g, "\\$&");
}

/** Text between double quotes that a shell takes as it is. */
const QUOTED = '(?:[^"\\\\$`]|\\\\[\\\\"$`])*';

/** A command that ends with exit code 2 when the hook cannot start. */
export function refusingAtStart(command: string, by: "shell" | "node"): string {
  return by === "shell" ? `${command} || exit 2` : command.replace(/^node /, () => REFUSING_NODE);
}

/** A command without what it does when the hook cannot start. */
export function withoutRefusal(command: string): string {
  return command.replace(REFUSING_NODE, () => "node ").replace(/ \|\| exit 2$/, "");
}

/**
 * Whether a command is one that {@link hookCommand} writes, or the same by its name: nothing else
 * can run by it. For any other, somebody else is responsible.
 */
export function isPlainHookCommand(whole: string, host: string): boolean {
  const command = withoutRefusal(whole);
  const top = String.raw`(?:\$\w+|\$\(git rev-parse --show-toplevel\))?`;
  const file = String.raw`node "${top}${QUOTED}/(?:readback|@readback/hooks)/dist/hook\.cjs"`;
  const program = String.raw`node "${top}${QUOTED}/readback/dist/cli\.cjs" hook`;
  const named = "(?:npx (?:--no-install |--no )?)?readback hook";
  const dir = `(?: --dir "${QUOTED}")?`;
  const rest = `${host}${dir}`;
  const further = `${host}(?:${RESTATE})?${dir}`;
  if (new RegExp(`^(?:${file} ${rest}|(?:${program}|${named}) ${further})$`).test(command))
    return true;
  const isOwn = (path: string, after: string) => {
    const own = `node "${escaped(slashed(path))}" `;
    return command.startsWith(own) && new RegExp(`^${after}$`).test(command.slice(own.length));
  };
  return isOwn(HOOK_FILE, rest) || isOwn(PROGRAM_FILE, `hook ${further}`);
}

const RESTATE = ` --restate "(${QUOTED})"`;

/** The cluster that a command asks; `undefined`: none. */
export function restateIn(command: string): string | undefined {
  const [, quoted] = new RegExp(RESTATE).exec(command) ?? [];
  return quoted?.replace(/\\([\\"$`])/g, "$1");
}

/** Whether a command calls the hook for this agent, however it is written. */
export function isOurCommand(command: unknown, host: string): command is string {
  if (typeof command !== "string") return false;
  const isReadback = ["readback", slashed(HOOK_FILE), slashed(PROGRAM_FILE)].some((one) =>
    command.includes(one),
  );
  return isReadback && new RegExp(String.raw`hook(?:\.cjs)?["']? +${host}(?![\w-])`).test(command);
}
