import { momentOf } from "../runtime/moment.js";
import type { AskStart } from "./ask.js";
import type { AskContext } from "./context.js";
import type { AskEvent } from "./protocol.js";

// What an event says, and whom of an ask it is about.

/** The request an event is about; empty when it is about none. */
export const requestIn = (event: AskEvent): string => ("requestId" in event ? event.requestId : "");
export const hintIn = (event: AskEvent): string | null =>
  "hint" in event ? (event.hint ?? null) : null;

/** When it happened: every host stamps its events. */
export const momentIn = (event: AskEvent): number => momentOf(event as { readonly at?: number });

/** The call an event makes: XState gives the first one as the machine's input. */
export function callIn(event: AskEvent) {
  if (event.type === "CALL") return { ...event, at: momentOf(event) };
  const { call, at } = (event as unknown as { input: AskStart }).input;
  return { ...call, at };
}

/** What was told to an earlier call with the key of this one. */
export const rememberedFor = ({ remembered = [] }: AskContext, event: AskEvent) =>
  event.type === "CALL" && event.key !== undefined
    ? remembered.find(({ key }) => key === event.key)?.result
    : undefined;

/** The process an event names. */
export const processIn = (event: AskEvent): string | undefined =>
  "process" in event ? event.process : undefined;

/** The surface beside the bridge of its process that an event names. */
export const besideIn = (event: AskEvent): string | undefined =>
  "beside" in event ? event.beside : undefined;

/** The surface an event comes from. */
export const surfaceIn = (event: AskEvent): string | undefined =>
  "surface" in event ? event.surface : undefined;

/** The caller an event is about, if it waits. */
export const waitingIn = ({ callers }: AskContext, event: AskEvent) =>
  "caller" in event ? callers.find(({ id }) => id === event.caller) : undefined;

export const isWaiting = (context: AskContext, event: AskEvent): boolean =>
  waitingIn(context, event) !== undefined;
