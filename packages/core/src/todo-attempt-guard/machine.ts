import { and, assign, emit, enqueueActions, not, setup } from "xstate";
import type { Bounded, Cause } from "../runtime/step.js";
import { type TodoVerdict, type VerdictKind, verdictOf } from "./verdict.js";

/** One todo of one session. */
export interface GuardedTodo {
  readonly session: string;
  /** The todo's text, which is its identity. */
  readonly todo: string;
  /** Claims that may pass the limit: `n` allows `n` attempts. */
  readonly maxRetryAttempts: number;
  /** How long a validation may take, in milliseconds. */
  readonly validationTimeout: number;
  /** How long the guard of a todo nobody claims any more is kept, in milliseconds. */
  readonly retention: number;
  /** What a failure of the guard itself means for the claim. */
  readonly onGuardFailure: "block" | "allow";
  /** Keep a completed todo in mind, so that a list that still shows it is no new claim. */
  readonly rememberCompleted?: boolean | undefined;
}

/** One claim "done", and the verdict on it; `null` while it is being validated. */
export interface Claim {
  readonly toolUseId: string;
  readonly attempt: number;
  readonly verdict: TodoVerdict | null;
}

export interface GuardContext extends Bounded {
  readonly guarded: GuardedTodo;
  /** The claims seen, whichever process reported them, in order. A repeated `toolUseId` is none. */
  readonly claims: readonly Claim[];
}

interface OfClaim {
  readonly toolUseId: string;
}

export type GuardEvent =
  /** The agent says the todo is done. `unchecked`: nobody will validate it, and with attempts left it passes. */
  | ({ readonly type: "CLAIM"; readonly unchecked?: true } & OfClaim)
  | ({ readonly type: "PASSED" } & OfClaim)
  | ({ readonly type: "FAILED"; readonly detail: string } & OfClaim)
  /** The claim was not validated: another todo blocks the same write. */
  | ({ readonly type: "WITHHELD"; readonly detail: string } & OfClaim)
  /** The claim was allowed, but another todo blocks the same write: it will not happen. */
  | ({ readonly type: "OVERRULED"; readonly detail: string } & OfClaim)
  /** The validator broke, or no time was left for it. */
  | ({ readonly type: "GUARD_FAILED"; readonly detail: string } & OfClaim)
  /** The todo is seen to be completed. */
  | { readonly type: "COMPLETED" }
  /** The todo is open again. Was it completed, a new guard begins; was it only allowed, the count goes on. */
  | { readonly type: "REOPENED" }
  /** A person lets the todo pass. */
  | { readonly type: "APPROVE" }
  /** A person starts the count again. */
  | { readonly type: "RESET" }
  | { readonly type: "SESSION_ENDED" };

export type GuardEmitted =
  | ({ readonly type: "guard.validate"; readonly attempt: number } & OfClaim)
  | ({ readonly type: "guard.verdict"; readonly verdict: TodoVerdict } & OfClaim)
  /** The guard of this todo has ended. */
  | { readonly type: "guard.over" };

/** Claims past the limit, or after an approval, that are remembered: enough for repeated reports. */
const REMEMBERED = 20;

const toolUse = (event: GuardEvent): string => ("toolUseId" in event ? event.toolUseId : "");

const isPending = ({ verdict }: Claim): boolean => verdict === null;

/** Where the claim is that an event is about, looked for from the latest on; -1 when it is new. */
function indexOf({ claims }: GuardContext, event: GuardEvent): number {
  const id = toolUse(event);
  let index = claims.length - 1;
  while (index >= 0 && claims[index]?.toolUseId !== id) index -= 1;
  return index;
}

const claimOf = (context: GuardContext, event: GuardEvent): Claim | undefined =>
  context.claims[indexOf(context, event)];

function verdict(context: GuardContext, event: GuardEvent, claim: Claim, kind: VerdictKind) {
  const { todo, maxRetryAttempts, onGuardFailure } = context.guarded;
  const detail = "detail" in event ? event.detail : detailOf(event, context);
  return verdictOf(kind, {
    todo,
    attempt: claim.attempt,
    maxRetryAttempts,
    onGuardFailure,
    detail,
  });
}

function detailOf(event: GuardEvent, { guarded }: GuardContext): string | null {
  if (event.type === "SESSION_ENDED") return "the session ended";
  if (event.type === "COMPLETED") return "an earlier claim was seen to be completed meanwhile";
  return event.type.startsWith("xstate.after.")
    ? `the validation took longer than ${guarded.validationTimeout} ms`
    : null;
}

/**
 * todo-attempt-guard: a claim "done" is reviewed, validated, and stopped for a person after too
 * many attempts. One instance is one todo of one session.
 */
export const guardMachine = setup({
  types: {
    context: {} as GuardContext,
    input: {} as GuardedTodo,
    events: {} as GuardEvent,
    emitted: {} as GuardEmitted,
    tags: {} as "idle" | "exhausted",
  },
  delays: {
    validationTimeout: ({ context }) => context.guarded.validationTimeout,
    retention: ({ context }) => context.guarded.retention,
  },
  guards: {
    isNewClaim: ({ context, event }) => !claimOf(context, event),
    isUnchecked: ({ event }) => "unchecked" in event && event.unchecked === true,
    hasAttemptsLeft: ({ context }) => context.attempt < context.bound,
    isUnclaimed: ({ context }) => context.attempt === 0,
    isPending: ({ context, event }) => claimOf(context, event)?.verdict === null,
    isAllowed: ({ context, event }) => claimOf(context, event)?.verdict?.decision === "allow",
    isLatest: ({ context, event }) => context.claims.at(-1)?.toolUseId === toolUse(event),
    hasPending: ({ context }) => context.claims.some(isPending),
    isLatestExhausted: ({ context }) => context.claims.at(-1)?.verdict?.kind === "exhausted",
    isLatestAllowed: ({ context }) => context.claims.at(-1)?.verdict?.decision === "allow",
    remembersCompleted: ({ context }) => context.guarded.rememberCompleted === true,
    wasAllowed: ({ context }) =>
      context.claims.some((claim) => claim.verdict?.decision === "allow"),
  },
  actions: {
    /** Uses up an attempt. */
    count: assign({ attempt: ({ context }) => context.attempt + 1, cause: null }),
    /** Remembers the claim, so that a repeated report of it changes nothing. */
    remember: assign({
      claims: ({ context, event }) => {
        const { claims, attempt, bound } = context;
        const surplus = claims.length - bound - REMEMBERED;
        const kept =
          surplus > 0
            ? claims.filter((claim, index) => isPending(claim) || index >= surplus)
            : claims;
        return kept.concat({ toolUseId: toolUse(event), attempt, verdict: null });
      },
    }),
    validate: emit(({ context, event }) => ({
      type: "guard.validate" as const,
      toolUseId: toolUse(event),
      attempt: context.attempt,
    })),
    /** Gives the event's claim its verdict, and tells whoever waits for it. */
    conclude: enqueueActions(
      ({ context, event, enqueue }, params: { as: VerdictKind; cause: Cause }) => {
        const claim = claimOf(context, event);
        if (!claim) return;
        const judged = verdict(context, event, claim, params.as);
        const claims = context.claims.slice();
        claims[indexOf(context, event)] = { ...claim, verdict: judged };
        enqueue.assign({ cause: params.cause, claims });
        enqueue.emit({ type: "guard.verdict", toolUseId: claim.toolUseId, verdict: judged });
      },
    ),
    /** Gives every claim that still waits this verdict. */
    concludePending: enqueueActions(
      ({ context, event, enqueue }, params: { as: VerdictKind; cause: Cause }) => {
        const claims = context.claims.map((claim) =>
          isPending(claim)
            ? { ...claim, verdict: verdict(context, event, claim, params.as) }
            : claim,
        );
        enqueue.assign({ claims, cause: params.cause });
        for (const claim of context.claims.filter(isPending)) {
          const judged = verdict(context, event, claim, params.as);
          enqueue.emit({ type: "guard.verdict", toolUseId: claim.toolUseId, verdict: judged });
        }
      },
    ),
    /** Starts the count again; claims made before are remembered, and count for nothing. */
    clear: assign({
      attempt: 0,
      cause: "human",
      claims: ({ context, event }) =>
        context.claims.map((claim) => ({
          ...claim,
          verdict: verdict(context, event, claim, "cleared"),
        })),
    }),
    over: emit({ type: "guard.over" }),
  },
}).createMachine({
  id: "todo-attempt-guard",
  context: ({ input }) => ({
    guarded: input,
    attempt: 0,
    bound: input.maxRetryAttempts,
    cause: null,
    claims: [],
  }),
  initial: "watching",
  on: {
    APPROVE: {
      target: ".approved",
      actions: { type: "concludePending", params: { as: "approved", cause: "human" } },
    },
    RESET: {
      target: ".watching",
      actions: [{ type: "concludePending", params: { as: "cleared", cause: "human" } }, "clear"],
    },
    COMPLETED: [
      {
        guard: and(["wasAllowed", "remembersCompleted"]),
        target: ".remembered",
        actions: { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
      },
      {
        guard: "wasAllowed",
        target: ".completed",
        actions: { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
      },
    ],
    SESSION_ENDED: {
      target: ".forgotten",
      actions: { type: "concludePending", params: { as: "guard_failed", cause: "system" } },
    },
    // Also of a validation that ends after a newer claim, or after the limit, the verdict stands.
    PASSED: {
      guard: "isPending",
      actions: { type: "conclude", params: { as: "allowed", cause: "policy" } },
    },
    FAILED: {
      guard: "isPending",
      actions: { type: "conclude", params: { as: "validation_failed", cause: "policy" } },
    },
    WITHHELD: {
      guard: "isPending",
      actions: { type: "conclude", params: { as: "withheld", cause: "policy" } },
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
      },
      states: {
        unclaimed: { tags: "idle", after: { retention: "#todo-attempt-guard.forgotten" } },
        reviewing: {
          description: "Blocked once: the agent reviews its work.",
          tags: "idle",
          after: { retention: "#todo-attempt-guard.forgotten" },
        },
        validating: {
          description: "Some claim waits for its verdict; then the latest claim's verdict counts.",
          after: {
            validationTimeout: {
              actions: { type: "concludePending", params: { as: "guard_failed", cause: "timer" } },
            },
          },
          on: {
            // The claims that wait keep their clock: a claim past the limit must not stop it.
            CLAIM: {
              guard: and([not("hasAttemptsLeft"), "isNewClaim"]),
              actions: [
                "remember",
                { type: "conclude", params: { as: "exhausted", cause: "policy" } },
              ],
            },
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
          after: { retention: "#todo-attempt-guard.forgotten" },
        },
        allowed: {
          description: "May be completed. Until that is seen, a further claim counts.",
          tags: "idle",
          after: { retention: "#todo-attempt-guard.forgotten" },
          on: {
            OVERRULED: {
              guard: and(["isAllowed", "isLatest"]),
              target: "blocked",
              actions: { type: "conclude", params: { as: "withheld", cause: "policy" } },
            },
            // It was not seen to be completed: the count goes on.
            REOPENED: "unclaimed",
          },
        },
      },
    },
    exhausted: {
      description: "Only a person can move it now: approve or reset.",
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
      after: { retention: "forgotten" },
      on: {
        COMPLETED: [{ guard: "remembersCompleted", target: "remembered" }, { target: "completed" }],
        // What a person approved stays approved.
        APPROVE: undefined,
        OVERRULED: undefined,
        CLAIM: {
          guard: "isNewClaim",
          actions: ["remember", { type: "conclude", params: { as: "approved", cause: "human" } }],
        },
      },
    },
    remembered: {
      description: "Completed, and kept in mind: a list that still shows it is no new claim.",
      tags: "idle",
      after: { retention: "forgotten" },
      on: {
        COMPLETED: undefined,
        APPROVE: undefined,
        RESET: undefined,
        REOPENED: { target: "watching", actions: "clear" },
      },
    },
    completed: { type: "final", description: "Done, and seen to be done.", entry: "over" },
    forgotten: {
      type: "final",
      description: "The session is over, or nobody claimed it any more.",
      entry: "over",
    },
  },
});
