// A replica that asks, as a process of its own, to be killed: `node replica.mjs <ingress>`. It reads a call from each
// line of its input, and says what became of it in a line.
import { createInterface } from "node:readline";
import { connectAsker } from "@readback/restate/client";

const [ingress] = process.argv.slice(2);
const asker = connectAsker({
  ingress: ingress.split(","),
  retryFor: 240_000,
  onError: (error) => say({ problem: String(error) }),
});
const say = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, input, options } = JSON.parse(line);
  asker.ask(input, options).then(
    (result) => say({ id, result }),
    (error) => say({ id, problem: String(error) }),
  );
});
lines.on("close", () => process.exit(0));
say({ ready: true });
