import type { AskResult } from "@readback/core";
import {
  askOf,
  askSettingsSchema,
  callSchema,
  parse,
  quickSha256,
  termsOf,
} from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import * as z from "zod";
import { type AskCall, SERVICES } from "../names.js";
import { bounded, refusing } from "../refusals.js";
import { waiting } from "./handler-options.js";

/** How long the cluster waits for its own answer beyond a call's patience. Then nobody knows what became of the call: it is made again. */
const GRACE = 15_000;

/** Settings of the questions of a cluster: those of `createAsker`. */
export type AskServiceOptions = z.input<typeof askSettingsSchema>;

/** The calls that wait: one invocation for each, which holds no connection while nothing happens. */
export function askerService(options: AskServiceOptions) {
  const settings = parse(askSettingsSchema, options, "options of ask");
  const usual = termsOf(settings);
  const sha256 = quickSha256();

  return restate.service({
    name: "ReadbackAsker",
    handlers: {
      ask: waiting(async (context: restate.Context, given: AskCall): Promise<AskResult | null> => {
        const { input, ...who } = bounded(given, "question");
        const newId = () => context.rand.uuidv4();
        const { caller, patience, ask } = refusing(() => {
          const { caller, patience, ...called } = parse(calledSchema, who, "ask options");
          return { caller, patience, ask: askOf(input, called, usual, { newId, sha256 }) };
        });
        const desk = context.objectClient(SERVICES.desk, ask.session);
        // Only looked for when the terms make that matter.
        const others =
          settings.concurrency === "queue" ? [] : await desk.others({ askId: ask.askId });
        const { id, promise } = context.awakeable<AskResult>();
        const call = { caller, patience, ...(others.length > 0 && { others: others.length }) };
        // The machine stamps the moment of the call with its own clock.
        context.objectSendClient(SERVICES.ask, ask.askId).call({ ask, call, at: 0, awakeable: id });
        try {
          return await promise.orTimeout(patience + GRACE);
        } catch (error) {
          if (!(error instanceof restate.TimeoutError)) throw error;
          return null;
        }
      }),
    },
  });
}

const calledSchema = callSchema.extend({
  caller: z.string().min(1).max(200),
  patience: z.number().min(1).max(3_600_000, "must be an hour at most: call again then"),
});
