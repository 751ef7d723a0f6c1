import * as restate from "@restatedev/restate-sdk";

// Every handler says how long what it leaves behind is kept: the server's own defaults are a day.

/** What fails because something is down is tried again soon, and for as long as that takes: the default pauses it for good. */
const retryPolicy = {
  initialInterval: 50,
  exponentiationFactor: 2,
  maxInterval: 1_000,
  maxAttempts: 2 ** 31 - 1,
} as const;

/** For handlers that surfaces and callers reach through the ingress: long enough for a repeated request. */
const REPEATABLE = { retryPolicy, idempotencyRetention: 60_000, journalRetention: 0 } as const;
/** For handlers that only other services call. */
const INTERNAL = {
  retryPolicy,
  ingressPrivate: true,
  idempotencyRetention: 0,
  journalRetention: 0,
} as const;
/** A call that waits lets go of its connection soon. */
const WAITS = { inactivityTimeout: 1_000 } as const;

type Exclusive<I, O> = (context: restate.ObjectContext, input: I) => Promise<O>;
type Shared<I, O> = (context: restate.ObjectSharedContext, input: I) => Promise<O>;
type Free<I, O> = (context: restate.Context, input: I) => Promise<O>;

/** One after the other for each key, from outside. */
export const exclusive = <I, O>(handler: Exclusive<I, O>) =>
  restate.handlers.object.exclusive(REPEATABLE, handler);

/** One after the other for each key, from other services alone. */
export const internal = <I, O>(handler: Exclusive<I, O>) =>
  restate.handlers.object.exclusive(INTERNAL, handler);

/** Only looks. */
export const shared = <I, O>(handler: Shared<I, O>) =>
  restate.handlers.object.shared({ ...REPEATABLE, idempotencyRetention: 0 }, handler);

/** Waits, from outside. */
export const waiting = <I, O>(handler: Free<I, O>) =>
  restate.handlers.handler({ ...REPEATABLE, ...WAITS }, handler);

/** Works for a while, for other services alone. */
export const working = <I, O>(handler: Free<I, O>) => restate.handlers.handler(INTERNAL, handler);
