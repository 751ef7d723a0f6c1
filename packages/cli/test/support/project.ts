import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Finished, run } from "./run.js";

const LATER = fileURLToPath(new URL("./later.cjs", import.meta.url));
const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** A person's project, and their home, for one test. */
export interface Project {
  readonly folder: string;
  readonly home: string;
  path(name: string): string;
  write(name: string, text: string): void;
  read(name: string): string;
  /** Runs the program in the project. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<Finished>;
  /** Lets an agent of Claude Code mark todos as completed. */
  claim(session: string, toolUseId: string, ...todos: readonly string[]): Promise<Finished>;
  /** Lets an agent of Claude Code call its hook with this. */
  hook(input: object): Promise<Finished>;
}

/** Makes a project with `readback` installed in it. */
export function createProject(options: { readonly isInstalled?: boolean } = {}): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "readback-cli-")));
  // Not `rmSync`, which would keep closed windows open: what runs there would make the folder again.
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  const folder = join(root, "project");
  const home = join(root, "home");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  mkdirSync(home);
  if (options.isInstalled !== false)
    symlinkSync(packageFolder, join(folder, "node_modules/readback"));
  const path = (name: string) => join(folder, name);
  const runHere: Project["run"] = (args, env = {}, input) =>
    run(args, { HOME: home, ...env }, { cwd: folder, ...(input !== undefined && { input }) });
  let calls = 0;
  /** An agent's call. Each is some time after the one before, and all are a moment ago. */
  const asAgent: Project["hook"] = (input) => {
    calls += 1;
    const later = {
      NODE_OPTIONS: `--require ${LATER}`,
      READBACK_TEST_LATER: `${calls * 2_000 - 30_000}`,
    };
    return runHere(["hook", "claude-code"], later, JSON.stringify(input));
  };
  return {
    folder,
    home,
    path,
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    read: (name) => readFileSync(path(name), "utf8"),
    run: runHere,
    claim: (session, toolUseId, ...todos) => asAgent(claimOf(folder, session, toolUseId, todos)),
    hook: asAgent,
  };
}

/** What Claude Code writes to a hook when the agent marks todos as completed. */
export function claimOf(cwd: string, session: string, toolUseId: string, todos: readonly string[]) {
  return {
    session_id: session,
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: "TodoWrite",
    tool_use_id: toolUseId,
    tool_input: {
      todos: todos.map((content) => ({ content, status: "completed", activeForm: content })),
    },
  };
}
