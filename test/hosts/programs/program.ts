import type { Action } from "../action.js";
import type { HostName } from "../install.js";
import type { World } from "../world.js";

/** How a host is started in a test, and what its tools are called. */
export interface Program {
  readonly name: HostName;
  readonly title: string;
  /** Not the pinned version: what it writes to hooks is not what was recorded. */
  readonly isOlder?: true;
  /** What a person types to start it. */
  readonly binary: string;
  /** The program, and what comes before its arguments. */
  command(modules: string): readonly string[];
  /** Its settings, besides those that `readback` writes: which model it has, and where. */
  configure(world: World, model: string): void;
  env(world: World, model: string): Readonly<Record<string, string>>;
  /** The arguments of a run without a terminal. */
  args(prompt: string, world: World, run: RunOptions): readonly string[];
  /** Keeps what the host has fetched for a project: the next one is given it by {@link configure}. */
  keep?(world: World): void;
  /** What passes the time, for a host that begins before its MCP servers have started. */
  readonly idle?: { readonly tool: string; readonly input: object };
  /**
   * The call of a tool that an action is; `undefined` when the host has none such. `ever` is all that the models were
   * told so far, in earlier runs, too.
   */
  call(
    action: Action,
    told: readonly string[],
    ever: readonly string[],
  ): { readonly tool: string; readonly input: object } | undefined;
}

interface RunOptions {
  /** Goes on with the session of the run before. */
  readonly isResumed: boolean;
  /** Whether the hooks count as trusted. */
  readonly trustsHooks: boolean;
}
