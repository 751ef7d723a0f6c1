import {
  createTodoGuard,
  type GuardVerdict,
  type TodoGuard,
  type ValidationResult,
} from "@readback/core";
import type { Chapter, Host } from "../chapter.js";
import type { Story } from "../story.js";

export const guard: Chapter = {
  title: "Guard",
  about: "todos that are not done",
  problem: "Agents call a todo done that is not, and say it again when they are told so.",
  promise: "A claim is reviewed, then validated; after too many claims only a person can move it.",

  async play(story, host) {
    await story.scene("success", "claimed, reviewed, validated");
    await exportButton(story, host);
    await story.scene("retry", "the work is not done yet");
    await rounding(story, host);
    await story.scene("exhaustion", "it is never done");
    await slowImport(story, host);
  },
};

const PASSED = { passed: true, reason: "14 of 14 tests pass" };

async function exportButton(story: Story, host: Host): Promise<void> {
  const { claim, guard } = createClaims(story, host, "Add the export button", 3, [PASSED]);
  await claim("marks 'Add the export button' as completed");
  await claim("reads its diff once more, and marks it again");
  guard.dispose();
}

async function rounding(story: Story, host: Host): Promise<void> {
  const { claim, guard } = createClaims(story, host, "Fix the rounding", 3, [
    { passed: false, reason: "2 of 14 tests fail" },
    PASSED,
  ]);
  await claim("marks 'Fix the rounding' as completed");
  await claim("marks it again, and has changed nothing");
  await claim("mends the two tests, and marks it again");
  guard.dispose();
}

async function slowImport(story: Story, host: Host): Promise<void> {
  const todo = "Speed up the import";
  const { claim, guard, session } = createClaims(story, host, todo, 2, [
    { passed: false, reason: "still 40 s, should be 10 s" },
  ]);
  await claim("marks 'Speed up the import' as completed, with 2 attempts allowed");
  await claim("marks it again");
  await claim("marks it once more");
  const chosen = await story.choose({
    question: "The todo is stuck, and only you can move it.",
    choices: [
      { value: "approve", label: "Approve it", hint: "good enough: let it pass" },
      { value: "reset", label: "Reset the count", hint: "the agent starts again" },
      { value: "leave", label: "Leave it blocked", hint: "the agent has to wait" },
    ],
    scripted: "approve",
  });
  if (chosen === "approve") guard.approve({ session, todo });
  if (chosen === "reset") guard.reset({ session, todo });
  await claim("marks it once more");
  guard.dispose();
}

interface Claims {
  readonly guard: TodoGuard;
  readonly session: string;
  /** The agent says that the todo is done. */
  claim(doing: string): Promise<void>;
}

/** An agent, its todo, and what the validator will find each time it is asked. */
function createClaims(
  story: Story,
  host: Host,
  todo: string,
  maxRetryAttempts: number,
  findings: readonly (ValidationResult & { readonly reason: string })[],
): Claims {
  const session = crypto.randomUUID();
  let claims = 0;
  let validations = 0;
  const guard = createTodoGuard({
    ...host,
    maxRetryAttempts,
    async validate() {
      const found = findings[validations] ?? PASSED;
      validations += 1;
      await story.says("check", `runs: ${found.reason}`);
      return found;
    },
  });
  return {
    guard,
    session,
    async claim(doing) {
      claims += 1;
      const toolUseId = `toolu_${claims}`;
      await story.says("agent", doing);
      const verdict = await guard.check({ session, toolUseId, completing: [todo] });
      await tell(story, verdict);
      // The agent's tool call went through: the todo is completed.
      if (verdict.decision === "allow") guard.confirm({ session, toolUseId });
    },
  };
}

function tell(story: Story, verdict: GuardVerdict): Promise<void> {
  return story.shows("told", verdict, verdict.reason ? ["decision", "reason"] : ["decision"]);
}
