// An endpoint as a process of its own, to be killed: `node endpoint.mjs <port>`.
import { readbackServices, serve } from "@readback/restate";

const services = readbackServices({
  ask: {},
  guard: { validate: () => ({ passed: false, reason: "the tests fail" }) },
  instructions: { tickInterval: 500 },
  verify: {
    maxAttempts: 3,
    // Longer than a process lives here at times.
    execute: () => new Promise((go) => setTimeout(go, 200)),
    verify: ({ attempt }) => attempt >= 2,
  },
});
const { url } = await serve({ port: Number(process.argv[2]), services, onProblem: () => {} });
console.log(url);
process.stdin.resume().on("end", () => process.exit(0));
