import { createTodoGuard, type GuardVerdict } from "@readback/core";
import type { Stage } from "../stage.js";

const SESSION = "demo";
const TODO = "Speed up the import";
const LIMIT = 3;

/** An agent says that a todo is done; you look whether that is true. */
export async function playGuard(stage: Stage): Promise<void> {
  const guard = createTodoGuard({
    journal: stage.journal,
    maxRetryAttempts: LIMIT,
    validate: async ({ attempt }) => {
      const question = `The agent says '${TODO}' is done (claim ${attempt} of ${LIMIT}). You measure it: is it fast enough?`;
      const said = await stage.decide(
        { questions: [{ question, type: "confirm" }] },
        { choose: "No" },
      );
      if (said === null) throw new Error("nobody could look at it");
      return { passed: said === "yes", reason: "still 40 s, should be 10 s" };
    },
  });
  try {
    for (let claims = 1; claims <= 10; claims += 1) {
      stage.says("agent", claims === 1 ? `marks '${TODO}' as completed` : "marks it again");
      const toolUseId = `claim-${claims}`;
      const verdict = await guard.check({ session: SESSION, toolUseId, completing: [TODO] });
      stage.shows("told", verdict, ["decision", "reason"]);
      if (verdict.decision === "allow") {
        guard.confirm({ session: SESSION, toolUseId });
        stage.says("agent", "goes on to the next todo");
        return;
      }
      if (isStuck(verdict) && !(await unstick())) return;
    }
  } finally {
    guard.dispose();
  }

  /** Whether the person moved it. */
  async function unstick(): Promise<boolean> {
    const said = await stage.decide(
      {
        questions: [
          {
            question: `'${TODO}' was claimed too often. Only you can move it.`,
            options: [
              { label: "Approve it", description: "Good enough: let it pass" },
              { label: "Reset the count", description: "The agent starts again" },
              { label: "Leave it blocked", description: "The agent has to wait" },
            ],
            custom: false,
          },
        ],
      },
      { choose: "Approve it" },
    );
    if (said === "Approve it") guard.approve({ session: SESSION, todo: TODO });
    if (said === "Reset the count") guard.reset({ session: SESSION, todo: TODO });
    return said === "Approve it" || said === "Reset the count";
  }
}

const isStuck = ({ todos }: GuardVerdict) => todos.some(({ kind }) => kind === "exhausted");
