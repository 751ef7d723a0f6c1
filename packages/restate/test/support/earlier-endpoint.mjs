// An endpoint of another version, as a process of its own: the same machines, whose definitions have other hashes.
import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import { readbackServices, serve } from "@readback/restate";

for (const { config } of [askMachine, guardMachine, instructionMachine, verifyMachine])
  config.description = "as an earlier version had it";

const { url } = await serve({
  port: 0,
  services: readbackServices({
    ask: {},
    guard: { maxRetryAttempts: 3, validate: () => ({ passed: false, reason: "the tests fail" }) },
    instructions: {},
    // What it does takes until it is asked to go on.
    verify: {
      execute: () => new Promise((go) => process.stdin.once("data", () => go())),
      verify: () => true,
    },
  }),
  onProblem: () => {},
});
console.log(url);
process.stdin.resume().on("end", () => process.exit(0));
