import { runVerified, type Task } from "@readback/core";
import { skipNotice } from "@readback/core/formats";
import type { Ending } from "../beat.js";
import { excerpt } from "./excerpt.js";
import { defineStory, type Telling } from "./story.js";

interface Running {
  readonly ending: Ending;
  readonly title: string;
  readonly task: Task;
  /** What the agent does, and what the tests find; `null`: nothing. */
  readonly tries: readonly { readonly does: string; readonly finds: string | null }[];
  /** The parts of the `<retry_context>` that are shown. */
  readonly reads: readonly RegExp[];
}

const ENDS = [/^<retry_context.*$/m, /^<\/retry_context>$/m];

const scenes: readonly Running[] = [
  {
    ending: "success",
    title: "verified at the first attempt",
    task: { id: "shop:task-1", name: "Parse the price list" },
    tries: [{ does: "writes the parser", finds: null }],
    reads: ENDS,
  },
  {
    ending: "retry",
    title: "the second attempt learns from the first",
    task: { id: "shop:task-2", name: "Show the total" },
    tries: [
      { does: "writes showTotal()", finds: "12.5, not 12.50" },
      { does: "pads the total to two decimals", finds: null },
    ],
    reads: [
      ...ENDS,
      /<error_summary>.*?<\/error_summary>/s,
      /<accumulated_learnings>.*?<\/accumulated_learnings>/s,
    ],
  },
  {
    ending: "exhaustion",
    title: "three attempts fail, then a person decides",
    task: { id: "shop:task-3", name: "Add the tax", dependants: ["shop:task-4"] },
    tries: [
      { does: "rounds the tax down", finds: "1.14, not 1.15" },
      { does: "rounds each line up", finds: "1.17, not 1.15" },
      { does: "rounds to even", finds: "1.14, not 1.15" },
    ],
    reads: [/^<retry_context.*$/m, /<instruction priority="high">.*?<\/instruction>/s],
  },
];

/** What of the escalation message is shown: the whole of it is a page. */
const ESCALATION = [
  /^## .*$/m,
  /^\*\*(Task|Plan|Attempts):.*$/m,
  /^This task has.*$/m,
  /^\| \d.*$/m,
];
const FIX = "round half up, once, at the end";

export const verify = defineStory({
  title: "Verify",
  about: "retries that never end",
  problem: "Agents retry forever, and make the same mistake each time.",
  promise:
    "Each retry knows what went wrong before; after the last one a person gets real choices.",
  scenes,
  open: 2,

  async play(on, { task, tries, reads }) {
    let tried = 0;
    await on.says("system", `runs the task '${task.name}', with 3 attempts`);
    const outcome = await runVerified({
      ...on.host,
      signal: on.signal,
      task,
      maxAttempts: 3,
      async execute({ retryContext }) {
        tried += 1;
        if (retryContext) await on.quotes("told", excerpt(retryContext, reads));
        const again = "tries again, with everything it was told";
        await on.says("agent", tries[tried - 1]?.does ?? again);
        return { status: "success" };
      },
      async verify() {
        const finds = tries[tried - 1]?.finds ?? null;
        const said = await on.decide({
          role: "check",
          title: "You are the tests",
          question: { question: `Attempt ${tried} is done. Do the tests pass?`, type: "confirm" },
          cue: { choose: finds === null ? "yes" : "no" },
        });
        const error = said === null ? "nobody ran the tests" : (finds ?? "off by one cent");
        await on.says("check", `npm test: ${said === "yes" ? "all pass" : error}`);
        if (said === "yes") return true;
        return {
          passed: false,
          error,
          verification: { command: "npm test", exitCode: 1, outputSummary: error },
          learnings: ["Money has two decimals"],
        };
      },
      async escalate({ message }) {
        await on.quotes("screen", excerpt(message, ESCALATION));
        return escalated(on);
      },
    });
    await on.shows("result", outcome, ["status", "attempts", "cause"]);
    if (outcome.status === "skipped") {
      await on.quotes("result", skipNotice(outcome.task, outcome.attempts).split("\n"));
    }
  },
});

async function escalated(on: Telling): Promise<string> {
  const said = await on.decide({
    role: "person",
    title: "The task is yours now",
    question: {
      question: "The attempts have failed. Choose, or write what the agent should do.",
      options: [
        { label: "Retry", description: "The count starts again" },
        { label: "Skip", description: "Go on without it" },
        { label: "Abort", description: "Stop the plan" },
      ],
      placeholder: FIX,
    },
    cue: { write: FIX },
  });
  if (said === null) throw new Error("nobody decided");
  return ["Retry", "Skip", "Abort"].includes(said) ? said.toLowerCase() : `fix: ${said}`;
}
