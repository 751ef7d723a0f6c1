import { runVerified } from "@readback/core";
import type { Stage } from "../stage.js";

const FIX = "round half up, once, at the end";

/** An agent works, you are the tests, and after three failures you decide. */
export async function playVerify(stage: Stage): Promise<void> {
  const { journal, signal } = stage;
  let hasFix = false;
  stage.says("system", "runs the task 'Tax on the total', with 3 attempts");
  const outcome = await runVerified({
    journal,
    signal,
    task: { id: "tax", name: "Tax on the total" },
    maxAttempts: 3,
    execute: ({ attempt, retryContext }) => {
      const failures = retryContext?.match(/<failure /g)?.length ?? 0;
      const knows = failures === 0 ? "" : `, and knows what went wrong in ${failures} before it`;
      hasFix = retryContext?.includes("user_intervention") ?? false;
      stage.says("agent", `makes attempt ${attempt}${knows}${hasFix ? ", and your fix" : ""}`);
    },
    verify: async ({ attempt }) => {
      const question = `Attempt ${attempt} is done. You are the tests: do they pass?`;
      const said = await stage.decide(
        { questions: [{ question, type: "confirm" }] },
        { choose: hasFix ? "Yes" : "No" },
      );
      if (said === "yes") return true;
      return { passed: false, error: said === null ? "nobody ran the tests" : "off by one cent" };
    },
    escalate: async () => {
      const said = await stage.decide(
        {
          title: "The task is yours now",
          questions: [
            {
              question: "Three attempts have failed. Choose, or write what the agent should do.",
              options: [
                { label: "Retry", description: "The count starts again" },
                { label: "Skip", description: "Go on without it" },
                { label: "Abort", description: "Stop the plan" },
              ],
              placeholder: FIX,
            },
          ],
        },
        { write: FIX },
      );
      if (said === null) throw new Error("nobody decided");
      return ["Retry", "Skip", "Abort"].includes(said) ? said.toLowerCase() : `fix: ${said}`;
    },
  });
  stage.shows("result", outcome, ["status", "attempts", "cause"]);
}
