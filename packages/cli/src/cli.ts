import { fstatSync } from "node:fs";
import { HOST_NAMES } from "./hosts.js";

// The command itself: CommonJS, and nothing but a switch. A coding agent starts `readback hook <host>`
// with every tool call, so that way leads straight to the one bundled file; everything else loads
// the program.
const [command, host = "", ...rest] = process.argv.slice(2);
const isPlain = rest.length === 0 || (rest.length === 2 && rest[0] === "--dir");
const isHost = HOST_NAMES.some((name) => name === host);

// A person who tries it at a terminal gets an explanation from the program, not silence.
if (command === "hook" && isHost && isPlain && !fstatSync(0).isCharacterDevice()) {
  process.argv.splice(2, 1);
  // Put there by the build; see tsup.config.ts.
  require(`${__dirname}/hook.cjs`);
} else {
  import("./main.js");
}
