import type { Story } from "./action.js";
import type { HostName } from "./install.js";
import type { Behaviour } from "./person.js";
import type { Program } from "./programs/program.js";
import type { World, WorldOptions } from "./world.js";

/** One run of the host: what its model does, and what it must be told. */
interface Part {
  readonly stories: Readonly<Record<string, Story>>;
  /** Goes on with the session of the run before. */
  readonly isResumed?: true;
  /** What a person does before it. */
  before?(world: World, program: Program): Promise<void>;
}

/** What happens in a host, and what must be true of it. Every host that can do it plays it. */
export interface Scenario {
  readonly name: string;
  /** What is installed with `readback`, or the example that is there in place of that. */
  readonly installs: "guard" | "questions" | { readonly example: string };
  /** The hosts that have what it takes. Default: all. */
  readonly hosts?: readonly HostName[];
  readonly world?: WorldOptions;
  /** What stands in `readback.config.json`. */
  readonly guard?: object;
  /** More for the command line of `readback hook install`. */
  readonly hookArgs?: readonly string[];
  /** More for the command line of `readback mcp`. */
  readonly mcpArgs?: readonly string[];
  /** More for the environment of the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a person has trusted the hooks, where the host asks for that. Default true. */
  readonly trustsHooks?: false;
  /** The folder of the project that the host is started in. Default: the project itself. */
  readonly folder?: string;
  /** Who sits at the screen. Default: nobody looks. */
  readonly person?: Behaviour;
  readonly parts: readonly Part[];
  /** What must be true afterwards; throws when it is not. `wasTold`: in the last run. */
  after?(world: World, program: Program, wasTold: (text: RegExp) => boolean): Promise<void> | void;
}
