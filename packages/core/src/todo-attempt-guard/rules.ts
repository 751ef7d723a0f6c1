import { assign, emit, enqueueActions, setup } from "xstate";
import type { Cause } from "../bounded.js";
import { momentOf } from "../runtime/moment.js";
import {
  claimOf,
  decidedWith,
  fromOf,
  type GuardContext,
  heard,
  isAllowed,
  isGivenBack,
  isLetThrough,
  isNew,
  isPending,
  latestOf,
  newClaim,
  nextLookAfter,
  toolUseOf,
  twinFor,
  withClaim,
  withVerdict,
} from "./claims.js";
import type { GuardEmitted, GuardEvent, GuardOutput } from "./events.js";
import type { GuardedTodo } from "./guarded-todo.js";
import type { upcastGuard } from "./upcast.js";
import type { VerdictKind } from "./verdict.js";
import { verdictOn } from "./verdict-on-claim.js";

/** What the chart of the guard machine speaks of: its questions (guards), its deeds (actions), its delays. */
export const guardRules = setup({
  types: {
    context: {} as GuardContext,
    input: {} as GuardedTodo,
    output: {} as GuardOutput,
    events: {} as GuardEvent,
    emitted: {} as GuardEmitted,
    tags: {} as "idle" | "exhausted",
    meta: {} as
      | { readonly interpreter: "readback"; readonly upcast: typeof upcastGuard }
      | { readonly waitsFor: "person" },
  },
  delays: {
    validationTimeout: ({ context }) => context.guarded.validationTimeout,
    retention: ({ context }) => nextLookAfter(context),
  },
  guards: {
    isNewClaim: ({ context, event }) => isNew(context, event),
    isTwin: ({ context, event }) => isNew(context, event) && twinFor(context, event) !== undefined,
    /** A tool call that completes the todo, and no list or report that only shows it completed. */
    isCall: ({ event }) => fromOf(event) === undefined,
    isOldNews: ({ context, event }) => {
      if (!isNew(context, event) || fromOf(event) === undefined) return false;
      if (fromOf(event) === "report") return true;
      return isLetThrough(context) && !twinFor(context, event);
    },
    isUnchecked: ({ event }) => "unchecked" in event && event.unchecked === true,
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    isUnclaimed: ({ context }) => context.attempt === 0,
    isPending: ({ context, event }) => claimOf(context, event)?.verdict === null,
    isValidated: ({ context, event }) => {
      const claim = claimOf(context, event);
      return claim?.verdict === null && claim.twinOf === undefined;
    },
    isAllowed: ({ context, event }) => claimOf(context, event)?.verdict?.decision === "allow",
    hasPending: ({ context }) => context.claims.some(isPending),
    isLatestExhausted: ({ context }) => latestOf(context)?.verdict?.kind === "exhausted",
    isLatestAllowed: ({ context }) => isLetThrough(context),
    wasReported: ({ context }) =>
      context.claims.some((claim) => claim.reported === true && isAllowed(claim)),
    isBeingCompleted: ({ context }) =>
      context.claims.some((claim) => claim.reported === true && isPending(claim)),
    remembersCompleted: ({ context }) => context.guarded.rememberCompleted === true,
    wasAllowed: ({ context }) => context.claims.some(isAllowed),
    isSilent: ({ context }) => context.silent === true,
    isForgettable: ({ context }) => context.silent === true || context.guarded.rules !== 2,
  },
  actions: {
    /** Uses up an attempt. */
    count: assign(({ context }) => ({
      attempt: context.attempt + 1,
      cause: null,
      ...heard(context),
    })),
    /** Remembers the claim, so that a repeated report of it changes nothing. */
    remember: assign({
      claims: ({ context, event }) => withClaim(context, newClaim(context, event)),
    }),
    /** Remembers a twin, which gets the verdict of the claim it came with. */
    join: enqueueActions(({ context, event, enqueue }) => {
      const twin = twinFor(context, event);
      if (!twin) return;
      const { attempt, verdict, toolUseId: twinOf } = twin;
      const decided = verdict && { verdict, decidedAt: momentOf(event) };
      const claim = { ...newClaim(context, event), attempt, twinOf, ...decided };
      enqueue.assign({ claims: withClaim(context, claim) });
      if (verdict) enqueue.emit({ type: "guard.verdict", toolUseId: toolUseOf(event), verdict });
    }),
    validate: emit(({ context, event }) => ({
      type: "guard.validate" as const,
      toolUseId: toolUseOf(event),
      attempt: context.attempt,
    })),
    /**
     * Gives the event's claim, and the twins that wait with it, its verdict, and tells whoever waits.
     * `givesBack`: the attempt is not used up.
     */
    conclude: enqueueActions(
      (
        { context, event, enqueue },
        params: { as: VerdictKind; cause: Cause; givesBack?: true },
      ) => {
        const claim = claimOf(context, event);
        if (!claim) return;
        const decided = decidedWith(context, claim);
        const back = params.givesBack && isGivenBack(context, decided) ? 1 : 0;
        const counted = { ...claim, attempt: claim.attempt - back };
        const verdict = verdictOn(context, event, counted, params.as);
        const claims = withVerdict(context, event, decided, verdict);
        enqueue.assign({ cause: params.cause, claims, attempt: context.attempt - back });
        for (const { toolUseId } of decided)
          enqueue.emit({ type: "guard.verdict", toolUseId, verdict });
      },
    ),
    /** Gives every claim that still waits this verdict. */
    concludePending: enqueueActions(
      ({ context, event, enqueue }, params: { as: VerdictKind; cause: Cause }) => {
        let { claims } = context;
        for (const claim of context.claims.filter(isPending)) {
          const verdict = verdictOn(context, event, claim, params.as);
          claims = withVerdict({ ...context, claims }, event, [claim], verdict);
          enqueue.emit({ type: "guard.verdict", toolUseId: claim.toolUseId, verdict });
        }
        enqueue.assign({ claims, cause: params.cause });
      },
    ),
    /** Starts the count again; claims made before are remembered, and count for nothing. */
    clear: assign({
      attempt: 0,
      cause: "human",
      claims: ({ context, event }) =>
        context.claims.map((claim) => ({
          ...claim,
          verdict: verdictOn(context, event, claim, "cleared"),
        })),
    }),
    because: assign({ cause: (_, params: { cause: Cause }) => params.cause }),
    fallSilent: assign({ silent: true }),
    hear: assign(({ context }) => heard(context)),
    expire: assign({ cause: "timer", ending: "retention" }),
    endSession: assign({ ending: "session_ended" }),
    end: assign({ ending: "completed" }),
    over: emit({ type: "guard.over" }),
  },
});
