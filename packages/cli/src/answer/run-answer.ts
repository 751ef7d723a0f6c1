import { basename, join } from "node:path";
import { askMachine, createAsker } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { openTerminals } from "@readback/mcp/node";
import {
  deletionToTell,
  journalFolder,
  openFileJournal,
  privateFolder,
  stateFolder,
} from "@readback/node";
import { createTerminalBridge } from "@readback/terminal";
import { draftNotes } from "./draft-notes.js";

/** What `readback answer` was told. */
export interface AnswerValues {
  readonly dir?: string;
  readonly "no-color"?: boolean;
}

/** Whether a first frame was drawn: read by what starts this program, which then keeps its compilation. */
export let hasWorked = false;

/**
 * Attaches this terminal to the questions of the project, until the person leaves. Returns why there is
 * no terminal to do that in, or `null`.
 */
export async function runAnswer(values: AnswerValues): Promise<string | null> {
  try {
    return await answerHere(values);
  } catch (error) {
    if (hasWorked) throw error;
    return messageOf(error);
  }
}

async function answerHere(values: AnswerValues): Promise<string | null> {
  let leave = (_why: string | null) => {};
  const left = new Promise<string | null>((resolve) => {
    leave = resolve;
  });
  const folder = join(stateFolder(process.cwd(), values.dir), "mcp");
  const bridge = createTerminalBridge({
    list: { title: `Questions in ${basename(process.cwd())}`, onLeave: (why) => leave(why) },
    drafts: draftNotes(folder),
    ...(values["no-color"] && { color: false }),
  });
  const missing = bridge.missing();
  if (missing !== null) return missing;
  privateFolder(journalFolder(folder));
  const problems: string[] = [];
  const onError = (error: unknown) => problems.push(messageOf(error));
  const journal = openFileJournal({
    folder: journalFolder(folder),
    machines: [askMachine],
    whenDeleted: "begin again",
    onProblem: onError,
  });
  const asker = createAsker({
    bridge,
    journal,
    onError(error) {
      const notice = deletionToTell(folder, error, Date.now());
      if (notice === undefined) onError(error);
      else bridge.tell(notice);
    },
  });
  const detach = openTerminals(folder, journal.processes).attach();
  process.once("exit", detach);
  try {
    asker.recover();
    // Now it is known whether anything waits.
    bridge.open();
    hasWorked = true;
    await left;
  } finally {
    detach();
    asker.dispose();
    bridge.dispose();
    journal.close();
  }
  // Written on the screen of the questions they would destroy it.
  for (const problem of new Set(problems)) console.error(`error: ${problem}`);
  return null;
}
