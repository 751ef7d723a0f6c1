import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type PromptBridge, promptBridge } from "@readback/core";
import { parseUserResponse } from "@readback/core/formats";
import { messageOf } from "@readback/core/host";
import { readPlainFile } from "@readback/node";

/** How often to look whether an answer is there, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * Takes the answer from a file: `retry`, `skip`, `abort` or `fix: …`. The file is moved aside when it is
 * read, so that one answer is used once.
 */
export function fileBridge(path: string, say: (text: string) => void): PromptBridge {
  return promptBridge(async ({ questions: [question] }, { signal, shown, problem }) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (problem !== null) say(problem);
    say(`Write retry, skip, abort or "fix: …" to ${path}`);
    shown();
    for (;;) {
      const text = take(path);
      const answer = text && question && answerOf(question.id, text, say);
      if (answer) return [answer];
      await pause(LOOK_EVERY, undefined, { signal });
    }
  });
}

/** What was written, once there is something. */
function take(path: string): string | undefined {
  const text = readPlainFile(path)?.text.trim();
  if (!text) return undefined;
  renameSync(path, `${path}.taken`);
  return text;
}

/** An option of the question, or the person's own words; what makes no sense is told, and is no answer. */
export function answerOf(id: string, text: string, say: (text: string) => void) {
  try {
    const response = parseUserResponse(text);
    return response.action === "fix"
      ? { id, values: [], custom: `fix: ${response.instruction}` }
      : { id, values: [response.action] };
  } catch (error) {
    say(messageOf(error));
    return undefined;
  }
}
