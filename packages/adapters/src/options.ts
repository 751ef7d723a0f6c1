import { InvalidInputError, type TodoGuard } from "@readback/core";
import {
  callSchema,
  didYouMean,
  functionSchema,
  mustBeFunction,
  mustHave,
  parse,
  signalSchema,
} from "@readback/core/host";
import * as z from "zod";

const callOptions = {
  ...callSchema.pick({ session: true, from: true, patience: true }).shape,
  signal: signalSchema,
};
const tools = z.union(
  [z.array(z.string()), functionSchema()],
  'must be a list of names, such as ["delete_file"], or a function',
);
const guardOptions = {
  session: callOptions.session,
  todos: functionSchema().optional(),
  patience: callOptions.patience,
};

// What the functions of the adapters take. What is wrong is told when a program starts, not when a model calls a tool:
// frameworks hide what is thrown then.
const schemas = {
  approval: z.strictObject({ ...callOptions, tools: tools.optional() }),
  run: z.strictObject(callOptions),
  guard: z.strictObject(guardOptions),
  guardMiddleware: z.strictObject({ ...guardOptions, tool: z.string().optional() }),
  hooks: z.strictObject({
    guard: z.unknown().optional(),
    queue: z.unknown().optional(),
    session: guardOptions.session,
    patience: guardOptions.patience,
  }),
  callbacks: z.strictObject({
    prepareStep: functionSchema().optional(),
    onStepFinish: functionSchema().optional(),
  }),
};

/** Throws when an adapter's function is given an option that it does not know, or one that cannot be meant. */
export function checkOptions(kind: keyof typeof schemas, name: string, options: object): void {
  parse(schemas[kind], options, `options of ${name}`);
}

const NEEDED = {
  asker: { methods: ["ask"], be: "an asker, which createAsker makes" },
  guard: {
    methods: ["checkList", "confirm", "observe"],
    be: "a guard, which createTodoGuard makes",
  },
  queue: {
    methods: ["next", "sawToolCall"],
    be: "a queue, which createInstructionQueue makes",
  },
  "tool maker": { methods: ["tool"], be: "the module of the framework, imported with import *" },
  langchain: {
    methods: ["createMiddleware"],
    be: 'the module: import * as langchain from "langchain"',
  },
  Command: {
    methods: ["Command"],
    be: '{ Command }, as in import { Command } from "@langchain/langgraph"',
  },
} as const;

/** Throws when an adapter's function is not given what it connects. */
export function checkGiven(
  name: string,
  given: Readonly<Partial<Record<keyof typeof NEEDED | "run", unknown>>>,
): void {
  const { run, ...rest } = given;
  for (const kind of Object.keys(rest) as (keyof typeof NEEDED)[]) {
    mustHave(rest[kind], { subject: `${kind} of ${name}`, ...NEEDED[kind] });
  }
  const { remembersCompleted } = (rest.guard ?? {}) as Partial<TodoGuard>;
  if (remembersCompleted === false) {
    const problem = "must be made with createTodoGuard({ rememberCompleted: true })";
    const why = "frameworks write whole lists, and what was completed before would be a new claim";
    throw new InvalidInputError(`guard of ${name}`, [{ field: "", problem: `${problem}: ${why}` }]);
  }
  if ("run" in given) mustBeFunction(run, `run of ${name}`);
}

/**
 * Throws when a tool has no function that could be held back: its calls would happen, and nobody would be asked.
 */
export function checkRuns(
  name: string,
  tool: unknown,
  { called, method, instead }: { called?: string; method: string; instead: string },
): void {
  const run = (tool as Readonly<Record<string, unknown>> | null | undefined)?.[method];
  if (typeof run === "function") return;
  const problem = `has no ${method}, so its calls cannot be held back here: ${instead}`;
  throw new InvalidInputError(`tool of ${name}`, [{ field: called ?? "", problem }]);
}

/** Throws when a tool that needs approval is misspelled: its calls would happen, and nobody would be asked. */
export function checkNames(name: string, wanted: unknown, known: readonly string[]): void {
  if (!Array.isArray(wanted)) return;
  const problems = wanted.flatMap((one: string, index) => {
    const meant = known.includes(one) ? undefined : didYouMean(one, known);
    // A list for several sets of tools may name a tool of each.
    if (meant === undefined || wanted.includes(meant)) return [];
    return {
      field: `tools[${index}]`,
      problem: `is none of these tools: did you mean "${meant}"?`,
    };
  });
  if (problems.length > 0) throw new InvalidInputError(`options of ${name}`, problems);
}
