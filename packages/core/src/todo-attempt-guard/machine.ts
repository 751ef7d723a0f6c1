import { and, not } from "xstate";
import { contextOf } from "./claims.js";
import { guardRules } from "./rules.js";
import { upcastGuard } from "./upcast.js";

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
export const guardMachine = guardRules.createMachine({
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
