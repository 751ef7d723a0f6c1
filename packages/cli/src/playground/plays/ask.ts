import { ASK_OUTCOMES, type AskInput, type AskResult } from "@readback/core";
import type { Stage } from "../stage.js";

const DATABASE: AskInput = {
  questions: [
    {
      question: "Which database should the new service use?",
      header: "Database",
      options: [
        { label: "Postgres", description: "What the other services use" },
        { label: "SQLite", description: "One file, nothing to run" },
      ],
    },
  ],
};

/** An agent asks, and does what each result tells it to do. */
export async function playAsk(stage: Stage): Promise<void> {
  stage.says("agent", "asks which database to use");
  for (;;) {
    const result = await stage.ask(DATABASE, { choose: "Postgres" });
    tell(stage, result);
    if (!result.shouldRetry) {
      stage.says("agent", `is told: ${ASK_OUTCOMES[result.outcome].advice}`);
      return;
    }
    stage.says("agent", "calls again with the same parameters");
  }
}

function tell(stage: Stage, result: AskResult): void {
  if (result.outcome === "answered") {
    stage.shows("told", result, ["outcome", "renderConfirmed", "answers"]);
  } else {
    stage.shows("told", result, ["outcome", "shouldRetry", "timedOut", "retryReason"]);
  }
}
