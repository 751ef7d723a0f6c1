// An endpoint as a process of its own, to be killed: `node endpoint.mjs <port> [<host>] [hang]`.
import { readbackServices, serve } from "@readback/restate";

const [port, host = "127.0.0.1", hang] = process.argv.slice(2);
const services = readbackServices({
  journal: { keep: 100_000 },
  ask: {},
  guard: {
    maxRetryAttempts: 2,
    validate: () => (hang ? new Promise(() => {}) : { passed: false, reason: "the tests fail" }),
  },
  instructions: { tickInterval: 5_000 },
  verify: {
    maxAttempts: 3,
    // Longer than a process lives here at times.
    execute: () => new Promise((go) => hang || setTimeout(go, 200)),
    verify: ({ attempt }) => attempt >= 2,
  },
});
const { url } = await serve({
  ...{ port: Number(port), host, services, trustNetwork: true },
  onProblem: () => {},
});
console.log(url);
process.stdin.resume().on("end", () => process.exit(0));
