import * as z from "zod";
import { InvalidInputError } from "../errors.js";
import { functionSchema, hostShape, parse, signalSchema } from "../parse.js";
import type { HostOptions } from "../runtime/runtime-interface.js";
import { createGuardEngine } from "./create-guard-engine.js";
import {
  type GuardConfig,
  guardCheckSchema,
  guardConfigSchema,
  sessionSchema,
  todoSchema,
} from "./schema.js";
import type { TodoGuard } from "./todo-guard.js";
import { TODO_STATUSES } from "./todo-list.js";
import type { Validator } from "./validation.js";

/** Settings of {@link createTodoGuard}. */
export interface TodoGuardOptions extends HostOptions, GuardConfig {
  /** Attempts allowed per todo, 1–10: `n` allows `n`, the next one is stopped for a person. Default 5. */
  readonly maxRetryAttempts?: number;
  /** What a failure of the guard itself means for a claim. Default `block`. */
  readonly onGuardFailure?: "block" | "allow";
  /** How long a validation may take, in milliseconds. Default 60,000. */
  readonly validationTimeout?: number;
  /** How long the guard of a todo that nobody claims any more is kept, in milliseconds. Default 7 days. */
  readonly retention?: number;
  /** Keep completed todos in mind, for as long as `retention`, so that a list that still shows them is no new claim; `checkList` needs it. Default false. */
  readonly rememberCompleted?: boolean;
  /** Judges claims from the second on. Default: they are allowed. */
  readonly validate?: Validator;
}

/**
 * Makes a guard.
 * @example
 * const guard = createTodoGuard({ validate: async ({ todo }) => (await testsPass(todo)) });
 * const { decision, reason } = await guard.check({ session: "s1", toolUseId: "t1", completing: ["Write tests"] });
 */
export function createTodoGuard(options: TodoGuardOptions = {}): TodoGuard {
  const { validate } = parse(optionsSchema, options, "guard options");
  const config = parse(settingsSchema, options, "guard options");
  const guard = createGuardEngine(config, validate, options);
  return {
    ...guard,
    remembersCompleted: config.rememberCompleted,
    async check(check) {
      return guard.check(parse(checkSchema, check, "guard check"));
    },
    async checkList(call) {
      const checked = parse(listCheckSchema, call, "todo list");
      if (!config.rememberCompleted) {
        const problem = "must be true for checkList, or old completions would look like new claims";
        throw new InvalidInputError("guard options", [{ field: "rememberCompleted", problem }]);
      }
      return guard.checkList(checked);
    },
    async report(report) {
      return guard.report(parse(reportSchema, report, "guard report"));
    },
    confirm: (call) => guard.confirm(parse(confirmSchema, call, "confirmation")),
    observe: (list) => guard.observe(parse(listSchema, list, "todo list")),
    approve: (which) => guard.approve(parse(whichSchema, which, "todo")),
    reset: (which) => guard.reset(parse(whichSchema, which, "todo")),
    heard: (session) => guard.heard(parse(sessionSchema, session, "session")),
    endSession: (session) => guard.endSession(parse(sessionSchema, session, "session")),
  };
}

/** What of the options goes into the machine, and so into the journal. */
const settingsSchema = guardConfigSchema.strip();
const optionsSchema = guardConfigSchema.extend({
  ...hostShape,
  validate: functionSchema<Validator>().optional(),
});
const checkSchema = guardCheckSchema.extend({ signal: signalSchema });
const confirmSchema = guardCheckSchema.pick({ session: true, toolUseId: true });
const whichSchema = z.strictObject({ session: sessionSchema, todo: todoSchema });
const listSchema = z.strictObject({
  session: sessionSchema,
  todos: z.array(
    // A list as an agent's tool has it: what else such tools keep about a todo is nothing to refuse.
    z.object({
      content: todoSchema,
      id: todoSchema.optional(),
      status: z.enum(TODO_STATUSES, `must be one of ${TODO_STATUSES.join(", ")}`),
    }),
  ),
});
const { toolUseId, patience } = guardCheckSchema.shape;
const listCheckSchema = listSchema.extend({ toolUseId, patience, signal: signalSchema });
const reportSchema = whichSchema.extend({
  id: todoSchema.optional(),
  toolUseId: toolUseId.optional(),
  patience,
  signal: signalSchema,
});
