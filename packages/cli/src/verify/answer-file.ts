import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type PromptBridge, promptBridge } from "@readback/core";
import { parseUserResponse } from "@readback/core/formats";
import { messageOf, sha256Hex } from "@readback/core/host";
import { privateFolder, readOwnFile } from "@readback/node";

/** How often to look whether an answer is there, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * Takes the answer from a file: `retry`, `skip`, `abort` or `fix: …`. Each escalation has a file of its own, whose
 * name nobody knows before a person is told it: what was there before, or came with the project, is no answer.
 * The file is moved aside when it is read, so that one answer is used once.
 */
export function fileBridge(name: string, say: (text: string) => void): PromptBridge {
  return promptBridge(async ({ requestId, questions: [question] }, { signal, shown, problem }) => {
    const path = `${name}-${nonceOf(requestId)}`;
    let told = "";
    const tell = (text: string) => {
      if (text !== told) say(text);
      told = text;
    };
    privateFolder(dirname(path));
    if (problem !== null) say(problem);
    say(`Write retry, skip, abort or "fix: …" to ${path}`);
    shown();
    for (;;) {
      const text = take(path, tell);
      const answer = text && question && answerOf(question.id, text, say);
      if (answer) return [answer];
      await pause(LOOK_EVERY, undefined, { signal });
    }
  });
}

/** The same for all presentations of an ask, also after a restart: their ids have an unguessable part in common. */
function nonceOf(requestId: string): string {
  return sha256Hex(requestId.slice(0, requestId.lastIndexOf("."))).slice(0, 16);
}

/** What this user wrote, once there is something. */
function take(path: string, tell: (problem: string) => void): string | undefined {
  try {
    const text = readOwnFile(path)?.text.trim();
    if (!text) return undefined;
    renameSync(path, `${path}.taken`);
    return text;
  } catch (error) {
    tell(`${path} is no answer: ${messageOf(error)}. Write a plain file there.`);
    return undefined;
  }
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
