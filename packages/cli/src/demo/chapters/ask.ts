import { ASK_OUTCOMES, type AskInput, type AskResult, createAsker } from "@readback/core";
import type { Chapter, Host } from "../chapter.js";
import type { Story } from "../story.js";
import { createDialog } from "./dialog.js";

const RENDER_TIMEOUT = 30_000;

export const ask: Chapter = {
  title: "Ask",
  about: "questions that never appear",
  problem: "Agents ask questions that never appear on screen, and take the silence for an answer.",
  promise: "A question counts as asked only once the screen confirms that it is there.",

  async play(story, host) {
    await story.scene("success", "the question appears and is answered");
    await database(story, host);
    await story.scene("retry", "the window does not open the first time");
    await migration(story, host);
    await story.scene("exhaustion", "the window never opens");
    await region(story, host);
  },
};

async function database(story: Story, host: Host): Promise<void> {
  const { bridge } = createDialog(story, "Postgres");
  const asker = createAsker({ bridge, ...host });
  await story.says("agent", "asks which database to use");
  const result = await asker.ask({
    questions: [
      { question: "Which database should the new service use?", options: ["Postgres", "SQLite"] },
    ],
  });
  await tell(story, result);
  asker.dispose();
}

async function migration(story: Story, host: Host): Promise<void> {
  const dialog = createDialog(story, "yes");
  const asker = createAsker({ bridge: dialog.bridge, renderTimeout: RENDER_TIMEOUT, ...host });
  const input: AskInput = {
    questions: [{ question: "May I run the migration on staging?", type: "confirm" }],
  };
  dialog.opens = false;
  await story.says("agent", "asks for permission");
  const lost = asker.ask(input);
  await story.later(RENDER_TIMEOUT);
  await tell(story, await lost);

  dialog.opens = true;
  await story.says("agent", "calls again with the same parameters");
  await tell(story, await asker.ask(input));
  asker.dispose();
}

async function region(story: Story, host: Host): Promise<void> {
  const dialog = createDialog(story, "yes");
  const asker = createAsker({ bridge: dialog.bridge, renderTimeout: RENDER_TIMEOUT, ...host });
  dialog.opens = false;
  await story.says("agent", "asks for a region, with maxRetries: 1, so 2 attempts");
  let result: AskResult;
  do {
    const asked = asker.ask({ questions: [{ question: "Which region?" }], maxRetries: 1 });
    await story.later(RENDER_TIMEOUT);
    result = await asked;
    await tell(story, result);
    if (result.shouldRetry) await story.says("agent", "calls again");
  } while (result.shouldRetry);
  await story.says("agent", `follows the tool's advice: ${ASK_OUTCOMES[result.outcome].advice}`);
  asker.dispose();
}

/** Shows the agent's side of a result: the fields that tell it what to do now. */
async function tell(story: Story, result: AskResult): Promise<void> {
  switch (result.outcome) {
    case "answered":
      return story.shows("told", result, ["outcome", "renderConfirmed", "answers"]);
    case "not_rendered":
      return story.shows("told", result, ["shouldRetry", "retryReason"]);
    case "exhausted":
      return story.shows("told", result, ["shouldRetry", "retryReason", "error"]);
    default:
      return story.shows("told", result, ["outcome", "shouldRetry"]);
  }
}
