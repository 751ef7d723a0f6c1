import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";

/** A person's machine for one scenario: a home, a project with `readback` in it, and a screen or none. */
export interface World {
  readonly home: string;
  readonly project: string;
  /** The environment of every program that is run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the host is to use its task tools, not its list of todos. */
  readonly hasTasks: boolean;
  /** A path in the project. */
  path(name: string): string;
  /** What a file holds; empty when there is none. */
  read(path: string): string;
  write(path: string, text: string): void;
  /** The addresses that were to be opened in a browser. */
  opened(): readonly string[];
  /** Runs a program in the project, or in a folder of it, with nothing in its environment but this. */
  run(
    command: readonly string[],
    env?: Readonly<Record<string, string>>,
    folder?: string,
  ): Promise<Finished>;
  /** Runs `readback`. */
  readback(...args: readonly string[]): Promise<Finished>;
  /** What `readback doctor` says in a folder of the project. */
  doctor(env: Readonly<Record<string, string>>, folder?: string): Promise<Finished>;
  /** Puts a program into the PATH. */
  addProgram(name: string, command: readonly string[]): void;
  remove(): void;
}

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WorldOptions {
  readonly hasTasks?: boolean | undefined;
  /** Whether there is a screen on which a browser could open. Default true. */
  readonly hasScreen?: boolean | undefined;
  /** Whether there is a browser to open. Without one, the program that opens it fails. Default true. */
  readonly hasBrowser?: boolean | undefined;
}

/** The longest that one run of a host may take, in milliseconds: longer, and it hangs. */
const LONGEST_RUN = 180_000;

export function createWorld({
  hasTasks = false,
  hasScreen = true,
  hasBrowser = true,
}: WorldOptions = {}): World {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "readback-host-")));
  const home = join(top, "home");
  const project = join(top, "project");
  const bin = join(top, "bin");
  const opened = join(top, "opened");
  for (const folder of [home, bin, join(project, "node_modules/.bin")]) {
    mkdirSync(folder, { recursive: true });
  }
  execFileSync("git", ["init", "--quiet"], { cwd: project, stdio: "ignore" });
  const cli = join(root, "packages/cli");
  symlinkSync(cli, join(project, "node_modules/readback"));
  symlinkSync(join(cli, "dist/cli.cjs"), join(project, "node_modules/.bin/readback"));
  // What opens a browser notes the address, and the played person takes it from there.
  const note = `printf '%s\\n' "$1" >> '${opened}'`;
  const opener = `#!/bin/sh\n${hasBrowser ? note : "exit 3"}\n`;
  writeFileSync(join(bin, "xdg-open"), opener);
  chmodSync(join(bin, "xdg-open"), 0o755);

  const PATH = [bin, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  const base = {
    ...{ PATH, HOME: home, LANG: "C.UTF-8", TERM: "xterm", USER: "dev", SHELL: "/bin/sh" },
    ...(hasScreen && { DISPLAY: ":99" }),
  };
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

  const world: World = {
    home,
    project,
    environment: base,
    hasTasks,
    path: (name) => join(project, name),
    read,
    write(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    opened: () => read(opened).split("\n").filter(Boolean),
    run: (command, env = {}, folder = ".") =>
      runIn(join(project, folder), command, { ...base, ...env }),
    doctor: (env, folder) =>
      world.run([process.execPath, join(cli, "dist/cli.cjs"), "doctor", "--json"], env, folder),
    addProgram(name, command) {
      const words = command.map((word) => `'${word}'`).join(" ");
      writeFileSync(join(bin, name), `#!/bin/sh\nexec ${words} "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    },
    readback: (...args) => world.run([process.execPath, join(cli, "dist/cli.cjs"), ...args]),
    remove() {
      endProgramsOf(top);
      rmSync(top, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  return world;
}

/** Ends what a host has left running of its own copy in this home, as Codex does with a server of its own. */
function endProgramsOf(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (command.startsWith(`${folder}/`)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Runs a program to its end, with everything it starts. */
function runIn(
  cwd: string,
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text;
      });
    }
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // All of them are gone.
      }
    };
    const timer = setTimeout(end, LONGEST_RUN);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      // What it leaves behind would keep the pipes, and live on.
      end();
      child.once("close", () => resolve({ code, ...said }));
    });
  });
}
