/** A flag of a command. */
export type Flag =
  | { readonly type: "boolean"; readonly short?: string; readonly summary: string }
  | {
      readonly type: "string";
      readonly short?: string;
      readonly summary: string;
      /** The values it takes. */
      readonly choices: readonly string[];
    };

export type Flags = Readonly<Record<string, Flag>>;

/** What was given for each flag. */
export type Values<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends { readonly choices: readonly (infer C)[] } ? C : boolean;
};

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  readonly flags: Flags;
  /** Does it, and returns the exit code. */
  run(values: Values<Flags>): Promise<number>;
}

/** Flags that every command has. */
export const commonFlags = {
  "no-color": { type: "boolean", summary: "Print without colours; NO_COLOR does the same" },
  help: { type: "boolean", short: "h", summary: "Show this help" },
} as const satisfies Flags;

/** Ties the flags of a command to what its `run` gets. */
export function defineCommand<const F extends Flags>(
  command: Omit<Command, "flags" | "run"> & {
    readonly flags: F;
    run(values: Values<F & typeof commonFlags>): Promise<number>;
  },
): Command {
  return { ...command, flags: { ...command.flags, ...commonFlags } } as unknown as Command;
}
