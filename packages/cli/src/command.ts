/** A flag of a command. */
export type Flag =
  | { readonly type: "boolean"; readonly short?: string; readonly summary: string }
  | {
      readonly type: "string";
      readonly short?: string;
      readonly summary: string;
      /** The values it takes. */
      readonly choices: readonly string[];
    }
  | {
      readonly type: "string";
      readonly short?: string;
      readonly summary: string;
      /** What its value is, such as `folder`. */
      readonly value: string;
    };

export type Flags = Readonly<Record<string, Flag>>;

/** What was given for each flag. */
export type Values<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends { readonly choices: readonly (infer C)[] }
    ? C
    : F[K] extends { readonly value: string }
      ? string
      : boolean;
};

/** What a command is about; it has to be given, once, unless it says otherwise. */
export interface Operand {
  /** Such as `todo`. */
  readonly name: string;
  readonly summary: string;
  /** The values it takes. Default: any. */
  readonly choices?: readonly string[];
  readonly isOptional?: true;
  /** Any number of them may be given. */
  readonly isMany?: true;
}

/** One command of the program. */
export interface Command {
  /** One word, or the word of a group and its own: `guard list`. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** More to know, for its help. */
  readonly details?: string;
  readonly operand?: Operand;
  readonly flags: Flags;
  /** The exit code for a command line that makes no sense. Default 2. */
  readonly usageExitCode?: number;
  /** Does it, and returns the exit code. `operand` is the first one, and empty when there is none. */
  run(values: Values<Flags>, operand: string, operands: readonly string[]): Promise<number>;
}

/** Flags that every command has. */
export const commonFlags = {
  "no-color": { type: "boolean", summary: "Print without colours; NO_COLOR does the same" },
  help: { type: "boolean", short: "h", summary: "Show this help" },
} as const satisfies Flags;

/** The flag of commands that read or write the state of a project. */
export const dirFlag = {
  dir: {
    type: "string",
    value: "folder",
    summary: "Where the state is kept; default READBACK_DIR, else .readback",
  },
} as const satisfies Flags;

/** The flag of commands whose output programs read. */
export const jsonFlag = {
  json: { type: "boolean", summary: "Print JSON" },
} as const satisfies Flags;

/** Ties the flags of a command to what its `run` gets. */
export function defineCommand<const F extends Flags>(
  command: Omit<Command, "flags" | "run"> & {
    readonly flags: F;
    run(
      values: Values<F & typeof commonFlags>,
      operand: string,
      operands: readonly string[],
    ): Promise<number>;
  },
): Command {
  return { ...command, flags: { ...command.flags, ...commonFlags } } as unknown as Command;
}
