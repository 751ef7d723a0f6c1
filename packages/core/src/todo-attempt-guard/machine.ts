import { and, assign, emit, enqueueActions, not, setup } from "xstate";
import type { Cause } from "../bounded.js";
import { momentOf } from "../runtime/moment.js";
import {
  claimOf,
  contextOf,
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
import { upcastGuard } from "./upcast.js";
import type { VerdictKind } from "./verdict.js";
import { verdictOn } from "./verdict-on-claim.js";

/** A claim that comes too soon after another to be one of its own. */
const JOINS_TWIN = { guard: "isTwin", actions: "join" } as const;
/** Old news of what was let through: it has happened. */
const HAS_HAPPENED = { guard: "isOldNews", target: "#todo-attempt-guard.seen" } as const;
/** Forgotten, but never at the first look: a clock may have jumped. A state looks twice by entering itself again. */
const kept = <S extends string>(state: S) =>
  ({
    retention: [
      { guard: "isForgettable", target: "#todo-attempt-guard.forgotten", actions: "expire" },
      { target: state, reenter: true, actions: "fallSilent" },
    ],
  }) as const;

/**
 * todo-attempt-guard: a claim "done" is reviewed, validated, and stopped for a person after too
 * many attempts. One instance is one todo of one session.
 */
export const guardMachine = setup({
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
}).createMachine({
  id: "todo-attempt-guard",
  meta: { interpreter: "readback", upcast: upcastGuard },
  context: ({ input }) => contextOf(input),
  output: ({ context: { guarded, ending = "completed", attempt, cause } }) => ({
    session: guarded.session,
    todo: guarded.todo,
    ending,
    attempts: attempt,
    cause,
  }),
  initial: "watching",
  on: {
    APPROVE: [
      {
        // The host completes it as soon as it is allowed.
        guard: "isBeingCompleted",
        target: ".seen",
        actions: { type: "concludePending", params: { as: "approved", cause: "human" } },
      },
      {
        target: ".approved",
        actions: { type: "concludePending", params: { as: "approved", cause: "human" } },
      },
    ],
    RESET: {
      target: ".watching",
      actions: [{ type: "concludePending", params: { as: "cleared", cause: "human" } }, "clear"],
    },
    COMPLETED: {
      guard: "wasAllowed",
      target: ".seen",
      actions: { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
    },
    HAPPENED: {
      guard: "isAllowed",
      target: ".seen",
      actions: { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
    },
    HEARD: { guard: "isSilent", actions: "hear" },
    SESSION_ENDED: {
      target: ".forgotten",
      actions: [
        { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
        "endSession",
      ],
    },
    // Also of a validation that ends after a newer claim, or after the limit, the verdict stands.
    PASSED: {
      guard: "isValidated",
      actions: { type: "conclude", params: { as: "allowed", cause: "policy" } },
    },
    FAILED: {
      guard: "isValidated",
      actions: { type: "conclude", params: { as: "validation_failed", cause: "policy" } },
    },
    WITHHELD: {
      guard: "isPending",
      actions: {
        type: "conclude",
        params: { as: "withheld", cause: "policy", givesBack: true },
      },
    },
    OVERRULED: {
      guard: "isAllowed",
      actions: { type: "conclude", params: { as: "withheld", cause: "policy" } },
    },
    GUARD_FAILED: {
      guard: "isPending",
      actions: { type: "conclude", params: { as: "guard_failed", cause: "system" } },
    },
  },
  states: {
    watching: {
      description: "Waits for claims; each is counted once.",
      initial: "unclaimed",
      on: {
        CLAIM: [
          {
            guard: and(["isUnclaimed", "isNewClaim"]),
            target: ".reviewing",
            actions: [
              "count",
              "remember",
              { type: "conclude", params: { as: "review", cause: "policy" } },
            ],
          },
          {
            guard: and(["isUnchecked", "hasAttemptsLeft", "isNewClaim"]),
            target: ".validating",
            reenter: true,
            actions: [
              "count",
              "remember",
              { type: "conclude", params: { as: "allowed", cause: "policy" } },
            ],
          },
          {
            guard: and(["hasAttemptsLeft", "isNewClaim"]),
            target: ".validating",
            reenter: true,
            actions: ["count", "remember", "validate"],
          },
          {
            guard: "isNewClaim",
            target: "exhausted",
            actions: [
              "remember",
              { type: "conclude", params: { as: "exhausted", cause: "policy" } },
            ],
          },
        ],
        OVERRULED: {
          guard: "isAllowed",
          actions: {
            type: "conclude",
            params: { as: "withheld", cause: "policy", givesBack: true },
          },
        },
      },
      states: {
        unclaimed: { tags: "idle", after: kept("unclaimed") },
        reviewing: {
          description: "Blocked once: the agent reviews its work.",
          tags: "idle",
          after: kept("reviewing"),
          on: { CLAIM: JOINS_TWIN },
        },
        validating: {
          description: "Some claim waits for its verdict; then the latest claim's verdict counts.",
          after: {
            validationTimeout: {
              actions: { type: "concludePending", params: { as: "guard_failed", cause: "timer" } },
            },
          },
          on: {
            CLAIM: [
              JOINS_TWIN,
              {
                // The claims that wait keep their clock: a claim past the limit must not stop it.
                guard: and([not("hasAttemptsLeft"), "isNewClaim"]),
                actions: [
                  "remember",
                  { type: "conclude", params: { as: "exhausted", cause: "policy" } },
                ],
              },
            ],
          },
          always: [
            {
              guard: and([not("hasPending"), "isLatestExhausted"]),
              target: "#todo-attempt-guard.exhausted",
            },
            { guard: and([not("hasPending"), "isLatestAllowed"]), target: "allowed" },
            { guard: not("hasPending"), target: "blocked" },
          ],
        },
        blocked: {
          description: "Not good enough yet: the agent works on, then claims again.",
          tags: "idle",
          after: kept("blocked"),
          on: { CLAIM: JOINS_TWIN },
        },
        allowed: {
          description: "May be completed. Until that is seen, a further claim counts.",
          tags: "idle",
          after: kept("allowed"),
          on: {
            CLAIM: [
              { ...HAS_HAPPENED, actions: { type: "because", params: { cause: "system" } } },
              JOINS_TWIN,
            ],
            // It was not seen to be completed: the count goes on.
            REOPENED: "unclaimed",
          },
          always: [
            {
              guard: "wasReported",
              target: "#todo-attempt-guard.seen",
              actions: { type: "because", params: { cause: "system" } },
            },
            // Another todo blocks the write it was allowed in.
            { guard: not("isLatestAllowed"), target: "blocked" },
          ],
        },
      },
    },
    exhausted: {
      description: "Only a person can move it now: approve or reset.",
      meta: { waitsFor: "person" },
      tags: ["idle", "exhausted"],
      on: {
        CLAIM: {
          guard: "isNewClaim",
          actions: ["remember", { type: "conclude", params: { as: "exhausted", cause: "policy" } }],
        },
      },
    },
    approved: {
      description: "A person lets it pass.",
      tags: "idle",
      after: kept("approved"),
      on: {
        COMPLETED: "seen",
        HAPPENED: { guard: "isAllowed", target: "seen" },
        // What a person approved stays approved.
        APPROVE: undefined,
        CLAIM: [
          HAS_HAPPENED,
          {
            guard: "isNewClaim",
            actions: ["remember", { type: "conclude", params: { as: "approved", cause: "human" } }],
          },
        ],
      },
    },
    seen: {
      description: "Seen to be completed.",
      always: [{ guard: "remembersCompleted", target: "remembered" }, { target: "completed" }],
    },
    remembered: {
      description: "Completed, and kept in mind: a list that still shows it is no new claim.",
      tags: "idle",
      after: {
        retention: [
          { guard: "isForgettable", target: "forgotten", actions: "end" },
          { target: "remembered", reenter: true, actions: "fallSilent" },
        ],
      },
      on: {
        SESSION_ENDED: { target: "forgotten", actions: "end" },
        COMPLETED: undefined,
        HAPPENED: undefined,
        APPROVE: undefined,
        RESET: undefined,
        REOPENED: { target: "watching", actions: "clear" },
        CLAIM: [
          { guard: and(["isCall", "isTwin"]), actions: "join" },
          {
            // A call that completes it once more: it was under way again.
            guard: and(["isCall", "isNewClaim"]),
            target: "watching.reviewing",
            actions: [
              "clear",
              "count",
              "remember",
              { type: "conclude", params: { as: "review", cause: "policy" } },
            ],
          },
        ],
      },
    },
    completed: {
      type: "final",
      description: "Done, and seen to be done.",
      entry: ["end", "over"],
    },
    forgotten: {
      type: "final",
      description: "The session is over, or nobody claimed it any more.",
      entry: "over",
    },
  },
});
