import { ReadbackError } from "@readback/core";
import { parse } from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import type * as z from "zod";
import { KNOWN_AGAIN } from "../names.js";
import { MOST_BYTES, refused, tooLong } from "../refusals.js";

// Every handler says how long what it leaves behind is kept: the server's own defaults are a day.

/** What fails because something is down is tried again soon, and for as long as that takes: the default pauses it for good. */
const retryPolicy = {
  initialInterval: 50,
  exponentiationFactor: 2,
  maxInterval: 1_000,
  maxAttempts: 2 ** 31 - 1,
} as const;

/** Input that is wrong stays wrong: without this, the cluster would try it again forever, and nothing else for its key. */
const asTerminalError = (error: unknown) =>
  error instanceof ReadbackError ? refused(error) : undefined;

const COMMON = { retryPolicy, asTerminalError, journalRetention: 0 } as const;
/** For handlers that surfaces and callers reach through the ingress: long enough for a repeated request. */
const REPEATABLE = { ...COMMON, idempotencyRetention: KNOWN_AGAIN } as const;
/** For handlers that only other services call. */
const INTERNAL = { ...COMMON, ingressPrivate: true, idempotencyRetention: 0 } as const;
/** A call that waits lets go of its connection soon. */
const WAITS = { inactivityTimeout: 1_000 } as const;

type Exclusive<I, O> = (context: restate.ObjectContext, input: I) => Promise<O>;
type Shared<I, O> = (context: restate.ObjectSharedContext, input: I) => Promise<O>;
type Free<I, O> = (context: restate.Context, input: I) => Promise<O>;

/** What a handler takes; `null`: nothing. */
type Taken = z.ZodType | null;

/** A handler that gets only what it takes, and from outside no more than a message may hold. */
function reading<C extends restate.Context, I, O>(
  taken: Taken,
  handler: (context: C, input: I) => Promise<O>,
  most = MOST_BYTES,
): (context: C, input: I) => Promise<O> {
  if (taken === null) return (context) => handler(context, undefined as I);
  return async (context, input) => {
    const { target, body } = context.request();
    const subject = `input of ${target.service}/${target.handler}`;
    if (body.length > most) throw tooLong(subject, body.length);
    return handler(context, parse(taken, input, subject) as I);
  };
}
/** What services tell each other came from outside, and may have grown since. */
const inside = <C extends restate.Context, I, O>(
  taken: Taken,
  handler: (context: C, input: I) => Promise<O>,
) => reading(taken, handler, Number.POSITIVE_INFINITY);

/** One after the other for each key, from outside. */
export const exclusive = <I, O>(taken: Taken, handler: Exclusive<I, O>) =>
  restate.handlers.object.exclusive(REPEATABLE, reading(taken, handler));

/** One after the other for each key, from other services alone. */
export const internal = <I, O>(taken: Taken, handler: Exclusive<I, O>) =>
  restate.handlers.object.exclusive(INTERNAL, inside(taken, handler));

/** Only looks. */
export const shared = <I, O>(taken: Taken, handler: Shared<I, O>) =>
  restate.handlers.object.shared(
    { ...REPEATABLE, idempotencyRetention: 0 },
    reading(taken, handler as never) as Shared<I, O>,
  );

/** Waits, from outside. */
export const waiting = <I, O>(taken: Taken, handler: Free<I, O>) =>
  restate.handlers.handler({ ...REPEATABLE, ...WAITS }, reading(taken, handler));

/** Works for a while, for other services alone. */
export const working = <I, O>(taken: Taken, handler: Free<I, O>) =>
  restate.handlers.handler(INTERNAL, inside(taken, handler));
