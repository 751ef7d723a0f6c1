import { createTodoGuard, type GuardVerdict, type TodoGuard } from "@readback/core";
import type { Ending } from "../beat.js";
import { defineStory, type Telling } from "./story.js";

interface Claiming {
  readonly ending: Ending;
  readonly title: string;
  readonly todo: string;
  /** What the agent does, claim by claim. */
  readonly claims: readonly string[];
  /** Whether the todo is done, check by check; after that it is. */
  readonly checks: readonly boolean[];
  /** What a check finds. */
  readonly finds: { readonly done: string; readonly undone: string };
}

const TESTS = { done: "14 of 14 tests pass", undone: "2 of 14 tests fail" };

const scenes: readonly Claiming[] = [
  {
    ending: "success",
    title: "claimed, reviewed, validated",
    todo: "Add the export button",
    claims: ["reads its diff once more, and marks the todo again"],
    checks: [true],
    finds: TESTS,
  },
  {
    ending: "retry",
    title: "the work is not done yet",
    todo: "Fix the rounding",
    claims: [
      "marks the todo again, and has changed nothing",
      "fixes the two tests, and marks the todo again",
    ],
    checks: [false, true],
    finds: TESTS,
  },
  {
    ending: "exhaustion",
    title: "the work is never done",
    todo: "Speed up the import",
    claims: [],
    checks: [false, false],
    finds: { done: "the import takes 9 s", undone: "the import takes 40 s, should take 10 s" },
  },
];

const LIMIT = 3;
/** Nobody plays for longer than this. */
const MOST_CLAIMS = 20;
/** What an agent's work takes: a second claim within moments would be the first one, repeated. */
const WORK = 60_000;

export const guard = defineStory({
  title: "Guard",
  about: "todos that are not done",
  problem: "Agents call a todo done that is not, and repeat the claim when they are told so.",
  promise: "A claim is reviewed, then validated; after too many claims only a person can move it.",
  scenes,
  open: 2,

  async play(on, { todo, claims, checks, finds }) {
    const session = crypto.randomUUID();
    let checked = 0;
    const guard = on.uses(
      createTodoGuard({
        ...on.host,
        maxRetryAttempts: LIMIT,
        async validate({ attempt }) {
          const isDone = checks[checked] ?? true;
          checked += 1;
          const said = await on.decide({
            role: "check",
            title: "You are the check",
            question: {
              question: `The agent says '${todo}' is done (claim ${attempt} of ${LIMIT}). Is it done?`,
              type: "confirm",
            },
            cue: { choose: isDone ? "yes" : "no" },
          });
          if (said === null) throw new Error("nobody could look at it");
          const reason = said === "yes" ? finds.done : finds.undone;
          await on.says("check", `finds: ${reason}`);
          return { passed: said === "yes", reason };
        },
      }),
    );
    await on.says("agent", `marks '${todo}' as completed, with ${LIMIT} claims allowed`);
    let isLeft = false;
    for (let claim = 1; claim <= MOST_CLAIMS; claim += 1) {
      const toolUseId = `toolu_${claim}`;
      const verdict = await guard.check({ session, toolUseId, completing: [todo] });
      await on.shows("told", verdict, ["decision", "reason"]);
      if (verdict.decision === "allow") {
        // The agent's tool call went through: the todo is completed.
        guard.confirm({ session, toolUseId });
        await on.says("agent", "goes on to the next todo");
        return;
      }
      if (isLeft) return;
      if (isStuck(verdict)) isLeft = !(await unstick(on, guard, { session, todo }));
      await on.later(WORK);
      await on.says("agent", claims[claim - 1] ?? "marks the todo again");
    }
  },
});

const isStuck = ({ todos }: GuardVerdict) => todos.some(({ kind }) => kind === "exhausted");

/** Whether the person moved the todo. */
async function unstick(
  on: Telling,
  guard: TodoGuard,
  stuck: { readonly session: string; readonly todo: string },
): Promise<boolean> {
  const said = await on.decide({
    role: "person",
    question: {
      question: `'${stuck.todo}' was claimed too often. Only you can move it.`,
      options: [
        { label: "Approve it", description: "Good enough: let it pass" },
        { label: "Reset the count", description: "The agent starts again" },
        { label: "Leave it blocked", description: "The agent has to wait" },
      ],
      custom: false,
    },
    cue: { choose: "Approve it" },
  });
  if (said === "Approve it") guard.approve(stuck);
  if (said === "Reset the count") guard.reset(stuck);
  return said === "Approve it" || said === "Reset the count";
}
