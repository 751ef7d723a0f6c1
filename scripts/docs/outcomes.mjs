import { table } from "./markdown.mjs";

// How an instance can end, or wait for a person. The states come from the machine; the words are
// here, and the generator fails when a state has none.

const WORDS = {
  "todo-attempt-guard": {
    exhausted: {
      waits: true,
      means: "The limit is reached. Every further claim is blocked.",
      cause: "`policy`",
      advice:
        "A person looks at it: `approve` or `reset`. The agent should stop claiming and wait.",
    },
    approved: {
      means: "A person let the todo pass. Every further claim is allowed.",
      cause: "`human`",
      advice: "Nothing. The guard ends when the completion is seen, or after `retention`.",
    },
    remembered: {
      means: "Completed, with `rememberCompleted`: a list that still shows it is no new claim.",
      cause: "`system`; `human` after an approval",
      advice: "Nothing. Opening the todo again starts a new count.",
    },
    completed: {
      means: "The todo was allowed, and then seen to be completed.",
      cause: "`system`; `human` after an approval",
      advice: "Nothing. If the same todo is reopened later, a new guard starts at 0.",
    },
    forgotten: {
      means: "The session ended, or nobody claimed the todo for `retention`.",
      cause:
        "`system` when the session ended, `timer` after `retention`; of the completion when it was `remembered`",
      advice: "Nothing. A later claim starts a new guard.",
    },
  },
  "instruction-ack": {
    acknowledged: {
      means: "The agent took the instruction up. A queued copy is withdrawn.",
      cause: "`system`",
      advice: "Nothing.",
    },
    failed: {
      waits: true,
      means: "All dispatches are used (`policy`), or the instruction got too old (`timer`).",
      cause: "`policy` or `timer`",
      advice: "Read its history in `getFailedInstructions()`, then `redrive` or `discard` it.",
    },
    discarded: {
      means: "A person let a failed instruction go, or there were more than `maxFailed` of them.",
      cause: "`human`; `policy` when there were too many",
      advice: "Nothing.",
    },
    unacknowledged: {
      means: 'Failed, with `whenFailed: "end"`: nobody is waited for. The queue never ends one so.',
      cause: "`policy` or `timer`",
      advice:
        "The output has the history. Start the machine again with the same text, or let it go.",
    },
  },
  "verify-retry-escalate": {
    escalated: {
      waits: true,
      means: "Automated recovery is over. `reason` says why.",
      cause: "`policy`; `system` when no retry could have helped",
      advice: "Answer through `escalate`: `retry`, `fix: …`, `skip` or `abort`.",
    },
    undecided: {
      waits: true,
      means:
        "Nobody decided: there is no `escalate`, it failed, or `maxAsks` responses made no sense. The run resolves with the status `escalated`.",
      cause: "`policy`; `system` when `escalate` itself failed",
      advice:
        "Read `message` and `error`. Run the task again in the same session: a person is asked again.",
    },
    unresolved: {
      means:
        'As `undecided`, with `whenUndecided: "end"`: nobody is waited for. `runVerified` never ends a task so.',
      cause: "`policy` or `system`",
      advice: "The output has the status `escalated`, the `message` and the `error`.",
    },
    done: {
      means: "The verification passed.",
      cause: "`policy`",
      advice: "Use `output`.",
    },
    skipped: {
      means: "A person skipped the task, or it was set to skip with `onEscalate`.",
      cause: "`human`; `policy` when it was set so",
      advice: "Go on, and expect the tasks in `dependants` to have trouble.",
    },
    aborted: {
      means: "A person stopped the plan, or the caller's `signal` was aborted.",
      cause: "`human` or `system`; `policy` when it was set so with `onEscalate`",
      advice: "Stop. What the attempts left behind is in `failures`.",
    },
    blocked: {
      means: "The executor reported that the task waits for something else.",
      cause: "`system`",
      advice: "Resolve what `reason` names, then run the task again. It was not a failure.",
    },
  },
};

/** Causes that no transition of the ask machine names. */
const DECIDED_BY_THE_ASKER = { rejected: ["policy"] };

/** The table of the ways an ask can end: from the table the code itself uses. */
export function askOutcomes(outcomes, machine) {
  const causes = askCauses(machine);
  return table(
    ["outcome", "what it means", "flags", "cause", "what the agent should do"],
    Object.entries(outcomes).map(([outcome, { meaning, advice, ...flags }]) => {
      const set = Object.entries(flags).filter(([, isSet]) => isSet);
      const found = [...(causes.get(outcome) ?? DECIDED_BY_THE_ASKER[outcome] ?? [])];
      return [
        `\`${outcome}\``,
        meaning,
        set.map(([flag]) => `\`${flag}\``).join(", ") || "none",
        found.map((cause) => `\`${cause}\``).join(" or "),
        advice,
      ];
    }),
  );
}

/** The table of the ways an instance of another machine can end, or wait for a person. */
export function endStates(machine) {
  const words = WORDS[machine.id];
  const states = Object.keys(machine.states).filter(
    (name) => name in words || isEnd(machine.states[name]),
  );
  const missing = states.filter((name) => !(name in words));
  const gone = Object.keys(words).filter((name) => !(name in machine.states));
  if (missing.length + gone.length > 0) {
    throw new Error(
      `${machine.id} has changed: put the words for ${[...missing, ...gone].join(", ")} right in scripts/docs/outcomes.mjs`,
    );
  }
  return table(
    ["state", "what it means", "cause", "what to do"],
    states.map((name) => {
      const { means, cause, advice, waits } = words[name];
      const kind = machine.states[name].type === "final" ? "" : waits ? ", waits for a person" : "";
      return [`\`${name}\`${kind}`, means, cause, advice];
    }),
  );
}

/** A state that time alone does not lead out of. */
function isEnd(state) {
  if (state.type === "final") return true;
  const isInitial = state.parent.initial.target[0] === state;
  return !isInitial && state.type === "atomic" && state.after.length === 0 && !state.always;
}

/** Which causes each outcome of an ask can have, read from the actions of the machine. */
function askCauses(machine) {
  const states = allStates(machine.root);
  const steps = states.flatMap((state) => [
    { source: state, actions: state.entry },
    ...[...state.transitions.values(), state.always ?? []].flat(),
  ]);
  const causesOf = new Map();
  const add = (outcome, causes) =>
    causesOf.set(outcome, new Set([...(causesOf.get(outcome) ?? []), ...causes]));
  for (const { source, actions } of steps) {
    const outcome = paramOf(actions, ["settle", "report"], "outcome");
    if (outcome === undefined) continue;
    const own = paramOf(actions, ["because"], "cause");
    // Without a cause of its own, it has the cause of what led to the state.
    const before = steps.filter(({ target }) => target?.includes(source));
    add(
      outcome,
      own
        ? [own]
        : before.map((step) => paramOf(step.actions, ["because"], "cause")).filter(Boolean),
    );
  }
  return causesOf;
}

function paramOf(actions, types, name) {
  return actions.find(({ type }) => types.includes(type))?.params?.[name];
}

const allStates = (state) => [state, ...Object.values(state.states).flatMap(allStates)];

const VERDICTS = {
  review: ["block", "First claim.", "Review the work, then claim again."],
  allowed: ["allow", "The validator passed it, or there is none.", "Complete the todo."],
  validation_failed: [
    "block",
    "The validator did not pass it; the reason says why.",
    "Work on, then claim again.",
  ],
  withheld: [
    "block",
    "Another todo blocks the same write, so this one was not validated, or not let through. No attempt is used.",
    "Fix the other todo, or complete this one in a write of its own.",
  ],
  exhausted: ["block", "The limit is reached.", "Wait for a person."],
  approved: ["allow", "A person let it pass.", "Complete the todo."],
  cleared: ["block", "A person reset the count while this claim was under way.", "Claim again."],
  guard_failed: [
    "`onGuardFailure`",
    "The guard itself could not check: the validator threw, took too long or was aborted, the session ended, or the journal could not be written.",
    "Read the reason; it names what failed.",
  ],
};

/** The table of the verdicts a claim can get. */
export function verdicts(machine) {
  const causes = new Map();
  for (const state of allStates(machine.root)) {
    for (const { actions } of [...state.transitions.values()].flat()) {
      for (const { params } of actions) {
        if (params?.as)
          causes.set(params.as, new Set([...(causes.get(params.as) ?? []), params.cause]));
      }
    }
  }
  const unknown = [...causes.keys()].filter((kind) => !(kind in VERDICTS));
  const gone = Object.keys(VERDICTS).filter((kind) => !causes.has(kind));
  if (unknown.length + gone.length > 0) {
    throw new Error(
      `${machine.id} has changed: put the words for ${[...unknown, ...gone].join(", ")} right in scripts/docs/outcomes.mjs`,
    );
  }
  return table(
    ["verdict", "decision", "what it means", "cause", "what the agent should do"],
    Object.entries(VERDICTS).map(([kind, [decision, means, advice]]) => [
      `\`${kind}\``,
      decision,
      means,
      [...causes.get(kind)].map((cause) => `\`${cause}\``).join(" or "),
      advice,
    ]),
  );
}
