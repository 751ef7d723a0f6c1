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
import type * as z from "zod";
import { type AskCall, type AskerService, type AskLook, SERVICES } from "../names.js";
import { waiting } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

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
      ask: waiting(
        INPUTS.asker.ask,
        async (context: restate.Context, given: AskCall): Promise<AskResult | null> => {
          const { input, caller, patience, ...who } = given;
          const newId = () => context.rand.uuidv4();
          const called = parse(callSchema, who, "ask options");
          const ask = askOf(input, called, usual, { newId, sha256 });
          const desk = context.objectClient(SERVICES.desk, ask.session);
          // Only looked for when the terms make that matter.
          const others =
            settings.concurrency === "queue" ? [] : await desk.others({ askId: ask.askId });
          const { id, promise } = context.awakeable<AskResult>();
          const call = {
            caller,
            patience,
            ...(called.key !== undefined && { key: called.key }),
            ...(others.length > 0 && { others: others.length }),
          };
          // The machine stamps the moment of the call with its own clock.
          context
            .objectSendClient(SERVICES.ask, ask.askId)
            .call({ ask, call, at: 0, awakeable: id });
          return orNull(promise.orTimeout(patience + GRACE));
        },
      ),
      watch: waiting(
        INPUTS.asker.watch,
        async (
          context: restate.Context,
          { askId, patience, ...watching }: Parameters<AskerService["watch"]>[1],
        ): Promise<AskLook | null> => {
          const { id, promise } = context.awakeable<AskLook>();
          context.objectSendClient(SERVICES.ask, askId).watch({ ...watching, awakeable: id });
          return orNull(promise.orTimeout(patience));
        },
      ),
    },
  });
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof restate.TimeoutError)) throw error;
    return null;
  }
}
