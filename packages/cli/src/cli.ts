import { fstatSync } from "node:fs";
import type { runAnswer } from "./answer/run-answer.js";
import { HOST_NAMES } from "./hosts.js";

// The command itself: CommonJS, and nothing but a switch. A coding agent starts `readback hook <host>`
// with every tool call, and a person waits for `readback answer`, so these ways lead straight to the one
// bundled file of each, put there by the build (see tsup.config.ts); everything else loads the program.
const [command, ...words] = process.argv.slice(2);

if (command === "hook" && isHook(words)) {
  process.argv.splice(2, 1);
  require(`${__dirname}/hook.cjs`);
} else if (command === "answer" && isDirOnly(words)) {
  const [, dir] = words;
  const answer: typeof runAnswer = require(`${__dirname}/answer.cjs`).runAnswer;
  // Without a terminal, the program explains.
  answer(dir === undefined ? {} : { dir }).then((missing) => missing !== null && program());
} else program();

function isHook([host, ...rest]: readonly string[]): boolean {
  if (!HOST_NAMES.some((name) => name === host) || !isDirOnly(rest)) return false;
  // A person who tries it at a terminal gets an explanation from the program, not silence.
  return !fstatSync(0).isCharacterDevice();
}

function isDirOnly(words: readonly string[]): boolean {
  return words.length === 0 || (words.length === 2 && words[0] === "--dir");
}

function program(): void {
  import("./main.js");
}
