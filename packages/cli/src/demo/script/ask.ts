import { ASK_OUTCOMES, type AskInput } from "@readback/core";
import type { Ending } from "../beat.js";
import type { Cue, Trouble } from "../stage.js";
import { defineStory } from "./story.js";

interface Asking {
  readonly ending: Ending;
  readonly title: string;
  /** What the agent does. */
  readonly asks: string;
  readonly input: AskInput;
  readonly answer: Cue;
  /** What goes wrong, attempt by attempt. */
  readonly troubles: readonly Trouble[];
}

const scenes: readonly Asking[] = [
  {
    ending: "success",
    title: "the question appears and is answered",
    asks: "asks which database to use",
    input: {
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
    },
    answer: { choose: "Postgres" },
    troubles: [],
  },
  {
    ending: "retry",
    title: "the question does not appear the first time",
    asks: "asks for permission",
    input: { questions: [{ question: "May I run the migration on staging?", type: "confirm" }] },
    answer: { choose: "yes" },
    troubles: ["hidden"],
  },
  {
    ending: "exhaustion",
    title: "the question never appears",
    asks: "asks for a region, with maxRetries: 1, so 2 attempts",
    input: { questions: [{ question: "Which region?" }], maxRetries: 1 },
    answer: { write: "Frankfurt" },
    troubles: ["hidden", "hidden"],
  },
  {
    ending: "silence",
    title: "the question appears and nobody answers",
    asks: "asks whether to delete the old backups",
    input: { questions: [{ question: "May I delete the old backups?", type: "confirm" }] },
    answer: { choose: "no" },
    troubles: ["away"],
  },
];

export const ask = defineStory({
  title: "Ask",
  about: "questions that never appear",
  problem: "Agents ask questions that never appear, and take silence for an answer.",
  promise: "A question counts as asked only once the screen confirms that it is there.",
  scenes,
  open: 0,

  async play(on, { asks, input, answer, troubles }) {
    await on.says("agent", asks);
    for (let attempt = 1; ; attempt += 1) {
      const result = await on.ask(input, answer, troubles[attempt - 1]);
      await on.shows(
        "told",
        result,
        result.answered
          ? ["outcome", "renderConfirmed", "answers"]
          : ["outcome", "shouldRetry", "retryReason", "error"],
      );
      if (!result.shouldRetry) {
        await on.says("agent", `reads the advice: ${ASK_OUTCOMES[result.outcome].advice}`);
        return;
      }
      await on.says("agent", "calls again with the same parameters");
    }
  },
});
