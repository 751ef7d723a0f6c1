import { createInterface } from "node:readline";
import { type PromptBridge, promptBridge } from "@readback/core";
import { answerOf } from "./answer-file.js";

let lines: AsyncIterator<string> | undefined;

/** Takes each answer from a line of standard input. At its end there is nobody to ask. */
export function stdinBridge(say: (text: string) => void): PromptBridge {
  return promptBridge(async ({ questions: [question] }, { shown, problem }) => {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    if (problem !== null) say(problem);
    say('Answer on standard input: retry, skip, abort or "fix: …"');
    shown();
    for (;;) {
      const { value, done } = await lines.next();
      if (done || !question) return undefined;
      const answer = answerOf(question.id, value, say);
      if (answer) return [answer];
    }
  });
}
