import { runVerified, skipNotice, type VerifiedOutcome } from "@readback/core";
import type { Chapter, Host } from "../chapter.js";
import { excerpt } from "../excerpt.js";
import type { Story } from "../story.js";
import { type Assignment, parsePrices, showTotal, taxOnTotal } from "./assignments.js";

export const verify: Chapter = {
  title: "Verify",
  about: "retries that never end",
  problem: "Agents retry for ever, and make the same mistake each time.",
  promise:
    "Each retry knows what went wrong before; after the last one a person gets real choices.",

  async play(story, host) {
    await story.scene("success", "verified at the first attempt");
    await run(story, host, parsePrices);
    await story.scene("retry", "the second attempt learns from the first");
    await run(story, host, showTotal);
    await story.scene("exhaustion", "three attempts fail, then a person decides");
    await run(story, host, taxOnTotal);
  },
};

async function run(story: Story, host: Host, { task, tries, reads }: Assignment): Promise<void> {
  let tried = 0;
  await story.says("system", `runs the task '${task.name}', with 3 attempts`);
  const outcome = await runVerified({
    ...host,
    task,
    maxAttempts: 3,
    async execute({ retryContext }) {
      tried += 1;
      if (retryContext) await story.quotes("told", excerpt(retryContext, reads));
      await story.says("agent", tries[tried - 1]?.does ?? "tries again");
      return { status: "success" };
    },
    async verify() {
      const finds = tries[tried - 1]?.finds ?? null;
      await story.says("check", `npm test: ${finds ?? "all pass"}`);
      if (finds === null) return true;
      return {
        passed: false,
        error: finds,
        verification: { command: "npm test", exitCode: 1, outputSummary: finds },
        learnings: ["Money has two decimals"],
      };
    },
    async escalate({ message }) {
      await story.quotes("screen", excerpt(message, ESCALATION));
      return decide(story);
    },
  });
  await tell(story, outcome);
}

/** What of the escalation message is shown: the whole of it is a page. */
const ESCALATION = [
  /^## .*$/m,
  /^\*\*(Task|Plan|Attempts):.*$/m,
  /^This task has.*$/m,
  /^\| \d.*$/m,
];

async function decide(story: Story): Promise<string> {
  for (;;) {
    const chosen = await story.choose({
      question: "The task is yours now.",
      choices: [
        { value: "fix", label: "Give a fix …", hint: "one more attempt, with your words" },
        { value: "retry", label: "Retry", hint: "the count starts again" },
        { value: "skip", label: "Skip", hint: "go on without it" },
        { value: "abort", label: "Abort", hint: "stop the plan" },
      ],
      scripted: "fix",
    });
    if (chosen !== "fix") return chosen;
    const scripted = "round half up, once, at the end";
    const instruction = await story.write({ question: "What should the agent do?", scripted });
    if (instruction !== undefined) return `fix: ${instruction}`;
  }
}

async function tell(story: Story, outcome: VerifiedOutcome<unknown>): Promise<void> {
  await story.shows("result", outcome, ["status", "attempts", "cause"]);
  if (outcome.status === "skipped") {
    await story.quotes("result", skipNotice(outcome.task, outcome.attempts).split("\n"));
  }
}
