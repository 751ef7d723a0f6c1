// The library: a loop around two commands, with a person's answer when it is over.
import { runVerified } from "@readback/core";
import { commandExecutor, commandVerifier } from "@readback/node";

const outcome = await runVerified({
  task: { id: "demo:slug", name: "Make slugs" },
  execute: commandExecutor("node agent.mjs", { prompt: "Write slug(text) in slug.mjs" }),
  verify: commandVerifier("node slug-check.mjs", { timeout: 30_000 }),
  escalate: ({ message }) => {
    console.log(message);
    return "abort";
  },
});
for (const { attempt, error_summary } of outcome.failures) {
  console.log(`Attempt ${attempt} failed: ${error_summary}`);
}
console.log(`${outcome.status} after ${outcome.attempts} attempts`);
