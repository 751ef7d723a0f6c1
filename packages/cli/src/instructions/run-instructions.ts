import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  createInstructionQueue,
  type InstructionQueue,
  InvalidInputError,
  instructionMachine,
} from "@readback/core";
import { createReplay, instructionStats, messageOf } from "@readback/core/host";
import { oneLine } from "@readback/core/printable";
import { createFileJournal, type FileJournal, journalFolder } from "@readback/node";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { numberFlag } from "../number-flags.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { cut, padEnd, printable } from "../terminal/text.js";
import { verifyFolder } from "../verify/state.js";
import { paintFor, type Shown, STATE_WIDTH, shownOf, wordsFor } from "./shown.js";

/** What the commands of the group were told. */
export interface InstructionValues {
  readonly "max-retries"?: string;
  readonly until?: string;
  readonly dir?: string;
  readonly json?: boolean;
  readonly "no-color"?: boolean;
  readonly follow?: boolean;
}

/** The folder of the journal that servers and this program share. */
function folderOf({ dir }: InstructionValues): string {
  return journalFolder(join(verifyFolder(dir), "instructions"));
}

async function withJournal<T>(
  values: InstructionValues,
  use: (journal: FileJournal) => T | Promise<T>,
): Promise<T> {
  const onProblem = (problem: unknown) => console.error(printable(messageOf(problem)));
  let journal: FileJournal | undefined;
  try {
    journal = createFileJournal({ folder: folderOf(values), onProblem });
    return await use(journal);
  } catch (error) {
    if (error instanceof InvalidInputError) throw new UsageError(error.message);
    if (error instanceof UsageError || error instanceof Failure) throw error;
    throw new Failure(`The instructions cannot be read: ${messageOf(error)}`);
  } finally {
    journal?.close();
  }
}

function withQueue<T>(values: InstructionValues, use: (queue: InstructionQueue) => T): Promise<T> {
  return withJournal(values, (journal) => {
    const queue = createInstructionQueue({ journal });
    try {
      queue.recover();
      return use(queue);
    } finally {
      queue.dispose();
    }
  });
}

/** `readback instructions add` */
export async function addInstruction(values: InstructionValues, content: string): Promise<number> {
  const rule = "0 to 100";
  const maxRetries = numberFlag(values["max-retries"], "max-retries", rule, (n) => n <= 100);
  const options = {
    ...(maxRetries !== undefined && { maxRetries }),
    ...(values.until !== undefined && { until: values.until }),
  };
  const id = await withQueue(values, (queue) => queue.queueInstructionWithAck(content, options));
  console.log(values.json ? printableJson({ id }) : id);
  return 0;
}

/** `readback instructions list` and `readback instructions failed` */
export async function listInstructions(
  values: InstructionValues,
  only?: "failed",
): Promise<number> {
  if (values.follow) {
    const { followInstructions } = await import("./follow-instructions.js");
    return withJournal(values, (journal) => followInstructions(journal, values));
  }
  const all = existsSync(folderOf(values)) ? await withJournal(values, shownIn) : [];
  const shown = only ? all.filter(({ state }) => state === only) : all;
  if (values.json) console.log(printableJson(shown));
  else if (shown.length === 0)
    console.log(only ? "No instruction has failed." : "No instructions.");
  else console.log(draw(shown, values["no-color"] ?? false));
  return 0;
}

function shownIn(journal: FileJournal): readonly Shown[] {
  const replay = createReplay([instructionMachine]);
  for (const entry of journal.read()) replay.apply(entry);
  return replay.instances.all().map(({ snapshot }) => shownOf(snapshot));
}

function draw(shown: readonly Shown[], noColor: boolean): string {
  const { style, width } = screenOf(noColor);
  const lines = shown.map(({ id, state, dispatches, max_dispatches, content }) => {
    const count = `${dispatches} of ${max_dispatches}`;
    const start = `${id}  ${padEnd(wordsFor(state), STATE_WIDTH)}  ${count}  `;
    return (
      style[paintFor(state)](start) + cut(oneLine(content), Math.max(20, width - start.length))
    );
  });
  const failed = shown.some(({ state }) => state === "failed");
  const advice = "Send one again: readback instructions redrive <id>; let it go: discard <id>";
  return [...lines, ...(failed ? ["", style.dim(advice)] : [])].join("\n");
}

/** `readback instructions redrive` and `readback instructions discard` */
export async function decideInstruction(
  values: InstructionValues,
  action: "redrive" | "discard",
  id: string,
): Promise<number> {
  const done = await withQueue(values, (queue) =>
    action === "redrive" ? queue.redrive(id) : queue.discard(id) ? id : undefined,
  );
  if (done === undefined) {
    throw new Failure(
      `No failed instruction has the id "${printable(id)}": see readback instructions failed.`,
    );
  }
  console.log(values.json ? printableJson({ id: done }) : done);
  return 0;
}

/** `readback instructions stats` */
export async function showInstructionStats(values: InstructionValues): Promise<number> {
  const stats = existsSync(folderOf(values))
    ? await withJournal(values, (journal) => instructionStats(journal.history()))
    : instructionStats([]);
  if (values.json) console.log(printableJson(stats));
  else {
    const { sent, acknowledged, retried, failed, retryRate } = stats;
    const rate = `${Math.round(100 * retryRate)}%`;
    console.log(
      `sent ${sent}  acknowledged ${acknowledged}  retried ${retried} (${rate})  failed ${failed}`,
    );
  }
  return 0;
}
