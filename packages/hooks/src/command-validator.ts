import type { ChildProcess } from "node:child_process";
import type { ValidationResult, Validator } from "@readback/core";
import { printable } from "@readback/core/printable";

/** How much of a command's output the agent is shown: its end, where the failures stand. */
const SHOWN = 3_000;
/** How much of a todo's text a command is told: the system limits what an environment can hold. */
const LONGEST_VARIABLE = 10_000;
/** How much all todos of a write may take, in bytes: Linux takes 128 KiB for one variable. */
const MOST_TODOS = 100_000;
/** How long output may come after the command has ended, from something it left behind. */
const GRACE = 200;
/**
 * Runs the command with nothing on its standard input. Ours is a pipe that nobody writes to: it ends
 * when the hook does, however that ends (`kill -9` included), and then so does the whole process group.
 */
const SUPERVISED = [
  "exec 3<&0 </dev/null",
  "{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 &",
  "exec 3<&-",
  'exec /bin/sh -c "$1"',
].join("\n");
/** Exit codes with which a shell says that it could not run a command. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/**
 * A validator that runs a shell command: exit code 0 passes. The command learns of the claim through
 * `READBACK_TODO`, `READBACK_SESSION` and `READBACK_ATTEMPT`, never through its arguments. All todos
 * of one write share one run: `READBACK_TODOS` holds them, as a JSON list, and `READBACK_TODO` the
 * first. A command that cannot be run is a failure of the guard, not of the todo.
 */
export function commandValidator(command: string, cwd: string): Validator {
  let running: SharedRun | undefined;
  return ({ todo, session, toolUseId, attempt, signal }) => {
    if (running?.toolUseId !== toolUseId) {
      const todos: string[] = [];
      // Asked for when the command starts: by then the whole write is known.
      const env = () => ({
        ...process.env,
        READBACK_TODO: variable(todo),
        READBACK_TODOS: list(todos),
        READBACK_SESSION: variable(session),
        READBACK_ATTEMPT: String(attempt),
      });
      const controller = new AbortController();
      const result = run(command, cwd, env, controller.signal);
      running = { toolUseId, todos, waiting: new Set(), controller, result };
    }
    const { todos, waiting, controller, result } = running;
    todos.push(todo);
    waiting.add(signal);
    // One todo may be decided in another way while the others still wait.
    signal.addEventListener("abort", () => {
      waiting.delete(signal);
      if (waiting.size === 0) controller.abort();
    });
    return result;
  };
}

/** One run of the command, for all todos of one write. */
interface SharedRun {
  readonly toolUseId: string;
  readonly todos: string[];
  /** Of those whose verdict still waits for it. */
  readonly waiting: Set<AbortSignal>;
  readonly controller: AbortController;
  readonly result: Promise<ValidationResult>;
}

/** Todos as they may stand in an environment variable. */
function list(todos: readonly string[]): string {
  const json = JSON.stringify(todos);
  if (Buffer.byteLength(json) <= MOST_TODOS) return json;
  const problem = `the texts of ${todos.length} todos are too long to be told to the validator`;
  throw new Error(`${problem}: complete fewer at once`);
}

/** A text as it may stand in an environment variable. */
function variable(text: string): string {
  return text.slice(0, LONGEST_VARIABLE).replaceAll("\0", "");
}

async function run(
  command: string,
  cwd: string,
  env: () => NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ValidationResult> {
  // Only now: what starts processes is slow to load, and most hooks start none.
  const { spawn } = await import("node:child_process");
  const { stripVTControlCharacters } = await import("node:util");
  signal.throwIfAborted();
  const variables = env();
  // Before anything is started: a signal that nobody heeds would end us and leave the command behind.
  const unheed = exitOnSignals();
  return new Promise<ValidationResult>((resolve, reject) => {
    // Its own process group, so that what the command started ends with it.
    const options = { cwd, env: variables, detached: true, stdio: "pipe" } as const;
    const child =
      process.platform === "win32"
        ? spawn(command, { ...options, shell: true })
        : spawn("/bin/sh", ["-c", SUPERVISED, "sh", command], options);
    // It holds on to us by its standard input: whoever ends first must not be told.
    child.stdin.on("error", () => {});
    const output = endOfOutput(child);
    const stop = () => killGroup(child);
    const giveUp = () => finish(() => reject(new Error("the validation was given up")));

    function finish(settle: () => void): void {
      stop();
      process.off("exit", stop);
      signal.removeEventListener("abort", giveUp);
      // Something may have left the group and still hold them.
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
      settle();
    }

    process.once("exit", stop);
    signal.addEventListener("abort", giveUp, { once: true });
    child.once("error", (error) => finish(() => reject(error)));
    child.once("exit", (code, killedBy) => {
      const end = () => {
        clearTimeout(timer);
        finish(() => {
          const how = killedBy ? `was ended by ${killedBy}` : `exited with code ${code}`;
          const shown = printable(stripVTControlCharacters(output())).trim();
          const said = `\`${command}\` ${how}.\n${shown}`.trim();
          if (NOT_RUN.includes(code)) reject(new Error(said));
          else resolve(code === 0 ? { passed: true } : { passed: false, reason: said });
        });
      };
      const timer = setTimeout(end, GRACE);
      child.once("close", end);
    });
  }).finally(unheed);
}

/** Collects what a command prints; gives the end of it. */
function endOfOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output = (output + chunk).slice(-SHOWN);
    });
  }
  return () => output;
}

/**
 * A host that loses patience ends us with a signal: then what we started ends, too. A process that
 * heeds signals itself is left to it. Returns how to stop that.
 */
function exitOnSignals(): () => void {
  const exits = [["SIGTERM", 15] as const, ["SIGINT", 2] as const, ["SIGHUP", 1] as const]
    .filter(([signal]) => process.listenerCount(signal) === 0)
    .map(([signal, number]) => [signal, () => process.exit(128 + number)] as const);
  for (const [signal, exit] of exits) process.once(signal, exit);
  return () => {
    for (const [signal, exit] of exits) process.off(signal, exit);
  };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended already, or this system knows no groups.
    child.kill("SIGKILL");
  }
}
