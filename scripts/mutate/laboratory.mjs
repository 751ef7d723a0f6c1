import { fork } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "../lib/failure.mjs";
import { environment, root } from "../lib/workspace.mjs";

const core = join(root, "packages/core");
const worker = fileURLToPath(new URL("worker.mjs", import.meta.url));
const leftOut = new Set(["node_modules", "dist", ".turbo", ".test"]);

/** Properties are tried less often than in `npm test`, and always in the same way. */
const settings = { FC_RUNS: "60", FC_SEED: "20260126" };

/** A copy of packages/core, and a process that runs its tests. The workspace itself stays as it is. */
export class Laboratory {
  /** The test files, as { file, random }; random ones use fast-check. */
  files = [];
  #folder = mkdtempSync(join(tmpdir(), "readback-mutate-"));
  /** At the same depth as in the workspace, for the sake of what the configuration refers to. */
  #copy = join(this.#folder, "packages/core");
  #worker;
  #answer;
  #changed = new Set();

  constructor() {
    process.on("exit", () => {
      this.#worker?.kill("SIGKILL");
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    });
    mkdirSync(this.#copy, { recursive: true });
    cpSync(join(root, "tsconfig.base.json"), join(this.#folder, "tsconfig.base.json"));
    cpSync(core, this.#copy, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
    symlinkSync(join(core, "node_modules"), join(this.#copy, "node_modules"));
  }

  async open() {
    this.#worker = fork(worker, [this.#copy], {
      env: { ...environment(), ...settings },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#worker.on("message", (message) => this.#answer?.(message));
    this.#worker.on("exit", () => this.#answer?.({ crashed: true }));
    const { files } = await this.#next();
    if (!files) throw new Failure("vitest could not be started: see above.");
    this.files = files;
  }

  /** How often the text occurs that a mutation replaces. */
  occurrences({ file, from }) {
    return readFileSync(this.#source(file), "utf8").split(from).length - 1;
  }

  /** Runs one batch of test files after another until a test fails, for at most `limit` ms. */
  async run(batches, limit, mutation) {
    const undo = mutation && this.#apply(mutation);
    const result = this.#next(limit);
    this.#worker.send({ batches, changed: [...this.#changed] });
    this.#changed.clear();
    const { hung, crashed } = await result;
    undo?.();
    if (hung || crashed) {
      await this.close();
      await this.open();
    }
    return result;
  }

  async close() {
    this.#answer = undefined;
    if (!this.#worker || this.#worker.exitCode !== null || this.#worker.signalCode !== null) return;
    const closed = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.kill("SIGKILL");
    await closed;
  }

  #apply({ file, from, to }) {
    const path = this.#source(file);
    const original = readFileSync(path, "utf8");
    const write = (text) => {
      writeFileSync(path, text);
      this.#changed.add(path);
    };
    write(original.replace(from, () => to));
    return () => write(original);
  }

  #source(file) {
    return join(this.#copy, "src", file);
  }

  #next(limit) {
    return new Promise((resolve) => {
      const timer = limit && setTimeout(() => this.#answer?.({ hung: true }), limit);
      this.#answer = (answer) => {
        clearTimeout(timer);
        this.#answer = undefined;
        resolve(answer);
      };
    });
  }
}
