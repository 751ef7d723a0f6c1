import { lstatSync, renameSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type PromptBridge, promptBridge } from "@readback/core";
import { parseUserResponse } from "@readback/core/formats";
import { messageOf } from "@readback/core/host";
import { ownNotes, privateFolder, readPlainFile } from "@readback/node";

/** How often to look whether an answer is there, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * Takes the answer from a file: `retry`, `skip`, `abort` or `fix: …`. The file is moved aside when it is
 * read, so that one answer is used once. One that was there before anybody was asked may have come with the
 * project, and is no answer.
 */
export function fileBridge(path: string, say: (text: string) => void): PromptBridge {
  const folder = dirname(path);
  const notes = ownNotes(folder);
  const asked = `${basename(path)}.asked`;

  /** Whether a file is what it is since the person was asked: only the system sets these times, by one clock. */
  function isNew({ ctimeMs }: Stats): boolean {
    const note = lstatSync(join(folder, asked), { throwIfNoEntry: false });
    return note !== undefined && notes.read(asked) !== undefined && ctimeMs >= note.mtimeMs;
  }

  /** What was written since the person was asked, also before this process began. */
  function take(): string | undefined {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const text = readPlainFile(path)?.text.trim();
    if (!text) return undefined;
    renameSync(path, `${path}.taken`);
    if (isNew(stat)) return text;
    say(`${path} was there before the question, and was not taken: write it again`);
    return undefined;
  }

  return promptBridge(async ({ questions: [question] }, { signal, shown, problem }) => {
    privateFolder(folder);
    notes.writeFirst(asked, "");
    if (problem !== null) say(problem);
    say(`Write retry, skip, abort or "fix: …" to ${path}`);
    shown();
    for (;;) {
      const text = take();
      const answer = text && question && answerOf(question.id, text, say);
      if (answer) {
        notes.remove(asked);
        return [answer];
      }
      await pause(LOOK_EVERY, undefined, { signal });
    }
  });
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
