import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";
import { hashOf } from "../hash.js";
import { functionSchema, parse, signalSchema } from "../parse.js";
import { randomId } from "../random-id.js";
import type { sha256Hex } from "../sha256.js";
import type { Ask, AskStart, AskTerms } from "./ask.js";
import type { AskInput } from "./question.js";
import { requestBaseOf } from "./request-id.js";
import { ASK_LIMITS, askInputSchema, maxRetriesSchema } from "./schema.js";
import type { AnyAskInput } from "./values.js";

/** 0: not at all. */
const windowSchema = z.union([z.literal(0), durationSchema]);

/** What every ask of one asker has in common, unless it is told otherwise. */
export const USUAL_SETTINGS: AskSettings = {
  maxRetries: ASK_LIMITS.maxRetries.default,
  renderTimeout: ASK_LIMITS.renderTimeout.default,
  responseTimeout: ASK_LIMITS.responseTimeout.default,
  responseCap: 30 * MINUTE,
  queueCap: 30 * MINUTE,
  idleWindow: 10 * MINUTE,
  lateAnswerWindow: DAY,
  retry: "agent",
  concurrency: "queue",
};

/** What every ask of one asker has in common, with the defaults. */
export const askSettingsSchema = z.object({
  maxRetries: maxRetriesSchema.default(USUAL_SETTINGS.maxRetries),
  renderTimeout: durationSchema.default(USUAL_SETTINGS.renderTimeout),
  responseTimeout: durationSchema.default(USUAL_SETTINGS.responseTimeout),
  responseCap: durationSchema.default(USUAL_SETTINGS.responseCap),
  queueCap: durationSchema.default(USUAL_SETTINGS.queueCap),
  idleWindow: durationSchema.default(USUAL_SETTINGS.idleWindow),
  lateAnswerWindow: windowSchema.default(USUAL_SETTINGS.lateAnswerWindow),
  retry: z.enum(["agent", "host"]).default(USUAL_SETTINGS.retry),
  concurrency: z.enum(["queue", "reject", "replace"]).default(USUAL_SETTINGS.concurrency),
});

interface AskSettings {
  maxRetries: number;
  renderTimeout: number;
  responseTimeout: number;
  responseCap: number;
  queueCap: number;
  idleWindow: number;
  lateAnswerWindow: number;
  retry: "agent" | "host";
  concurrency: "queue" | "reject" | "replace";
}

/** Who asks, and how long that can wait. */
export const callSchema = z.strictObject({
  session: z
    .string()
    .min(1, "must not be empty: name the session")
    .max(1_000, "must have at most 1000 characters")
    .default("default"),
  from: z.string().max(200, "must have at most 200 characters").optional(),
  patience: durationSchema.optional(),
  key: z
    .string()
    .min(1, "must not be empty: name what is asked for")
    .max(1_000, "must have at most 1000 characters")
    .optional(),
  retry: z.enum(["agent", "host"], 'must be "agent" or "host"').optional(),
  caller: z
    .string()
    .min(1, "must not be empty: name the call")
    .max(200, "must have at most 200 characters")
    .optional(),
  signal: signalSchema,
});

/** The same of somebody who comes back for the result. */
export const detachedSchema = callSchema
  .pick({ session: true, from: true, retry: true })
  .extend({ key: callSchema.shape.key.unwrap() });

/** What {@link createAsk} takes beside the question. */
const optionsSchema = z.strictObject({
  ...askSettingsSchema.shape,
  ...callSchema.omit({ signal: true }).shape,
  retry: askSettingsSchema.shape.retry.default("host"),
  lateAnswerWindow: windowSchema.default(0),
  newId: functionSchema<() => string>().default(() => randomId),
  at: z.number("must be a time in milliseconds since the epoch").optional(),
});

/** The terms that settings stand for. As long as a late answer may come, one that came may be sent again. */
export function termsOf(
  settings: AskSettings,
  memory = settings.lateAnswerWindow || settings.idleWindow,
): AskTerms {
  const { renderTimeout, responseTimeout, responseCap, queueCap, idleWindow, lateAnswerWindow } =
    settings;
  const { maxRetries, retry, concurrency } = settings;
  return {
    from: null,
    maxRetries,
    retry,
    concurrency,
    times: {
      renderTimeout,
      responseTimeout,
      responseCap,
      queueCap,
      idleWindow,
      lateAnswerWindow,
      memory,
    },
  };
}

/** An ask from what a caller gives, on the usual terms unless the caller brings its own. */
export function askOf(
  input: AnyAskInput,
  who: Pick<z.output<typeof callSchema>, "session" | "from" | "retry">,
  usual: AskTerms,
  ids: { readonly newId: () => string; readonly sha256?: typeof sha256Hex },
): Ask {
  const { session, from, retry } = who;
  const { newId, sha256 } = ids;
  const own = parse(askInputSchema, input, "ask input");
  const { questions, title = null, maxRetries = usual.maxRetries } = own;
  const { renderTimeout, responseTimeout } = { ...usual.times, ...definedTimes(own) };
  const askId = hashOf({ questions, session, title }, sha256);
  // Most calls bring no times of their own: then all asks share one object.
  const isUsual =
    renderTimeout === usual.times.renderTimeout && responseTimeout === usual.times.responseTimeout;
  return {
    askId,
    requestBase: requestBaseOf(askId, newId()),
    session,
    from: from ?? null,
    title,
    questions,
    maxRetries,
    retry: retry ?? usual.retry,
    concurrency: usual.concurrency,
    times: isUsual ? usual.times : { ...usual.times, renderTimeout, responseTimeout },
  };
}

function definedTimes({ renderTimeout, responseTimeout }: z.output<typeof askInputSchema>) {
  return {
    ...(renderTimeout !== undefined && { renderTimeout }),
    ...(responseTimeout !== undefined && { responseTimeout }),
  };
}

/** Settings of {@link createAsk}: those of an asker and of a call, in one. */
export type CreateAskOptions = Partial<Omit<AskSettings, "maxRetries">> &
  Omit<z.input<typeof callSchema>, "signal"> & {
    /** Makes the unguessable part of request ids. Default: random UUIDs. */
    readonly newId?: () => string;
    /** When the call comes, in milliseconds since the epoch. Default: now. */
    readonly at?: number;
  };

/**
 * The input of the ask machine, with every default: for people who `invoke` or `spawn` the machine, or
 * host it themselves. Here a question that does not appear is presented again inside the ask
 * (`retry: "host"`), and the ask is over as soon as its outcome is settled (`lateAnswerWindow: 0`).
 * @example
 * const actor = createActor(askMachine, { input: createAsk({ questions: [{ question: "Which name?" }] }) });
 */
export function createAsk(input: AskInput, options: CreateAskOptions = {}): AskStart {
  const checked = parse(optionsSchema, options, "ask options");
  const { newId, at = Date.now(), caller = "caller", key, patience } = checked;
  const ask = askOf(input, checked, termsOf(checked, checked.lateAnswerWindow), { newId });
  const call = {
    caller,
    ...(key !== undefined && { key }),
    ...(patience !== undefined && { patience }),
  };
  return { ask, call, at };
}
