// The asks alone, as a process of its own, on a clock that is put forward by so many milliseconds as a line says. An
// empty line is answered.
import { createInterface } from "node:readline";
import { readbackServices, serve } from "@readback/restate";

const { now } = Date;
let ahead = 0;
Date.now = () => now() + ahead;

const services = readbackServices({ ask: {}, journal: false });
const { url } = await serve({
  port: 0,
  services: services.filter(({ name }) => name === "ReadbackAsk"),
  onProblem: () => {},
});
console.log(url);
for await (const line of createInterface(process.stdin)) {
  if (line === "") console.log(`${ahead} ms ahead`);
  else ahead += Number(line);
}
process.exit(0);
