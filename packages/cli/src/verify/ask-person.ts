import { join } from "node:path";
import {
  type Asker,
  createAsker,
  type Escalate,
  type Escalation,
  type QuestionBridge,
} from "@readback/core";
import { escalationQuestion, escalationResponse } from "@readback/core/formats";
import { createFileJournal, journalFolder, writePrivateFile } from "@readback/node";
import { telemetry } from "../telemetry.js";
import { fileBridge } from "./answer-file.js";
import { stdinBridge } from "./answer-stdin.js";
import { fileName } from "./file-name.js";

/** Where a person is asked. */
export type AskPlace = "auto" | "terminal" | "page" | "file" | "stdin";

interface AskOptions {
  readonly folder: string;
  readonly place: AskPlace;
  /** How long a person has, in milliseconds. */
  readonly wait: number;
  /** Whether to open a browser. */
  readonly openBrowser: boolean;
  /** Says where the question can be answered, and where the whole story is. */
  say(text: string): void;
  /** The terminal is the dialog's until the returned function is called. */
  giveWay(): () => void;
}

/** An asker, and how to let go of it. */
interface OpenAsker {
  readonly asker: Asker;
  close(): unknown;
}

/** Asks a person what becomes of a task, with an ask of the project's journal: it survives this process. */
export function askPerson(options: AskOptions): Escalate {
  return async (escalation) => {
    const { folder, say } = options;
    const story = writeStory(folder, escalation);
    const place = placeOf(options.place);
    say(escalation.message);
    const question = escalationQuestion(escalation, story);
    const session = sessionOf(escalation);
    const { asker, close } = await openAsker(place, options, escalation, session);
    const takeBack = place === "terminal" ? options.giveWay() : () => {};
    try {
      const { signal } = escalation;
      const result = await asker.ask(question, { session, from: "readback verify", signal });
      return escalationResponse(result);
    } finally {
      takeBack();
      await close();
    }
  };
}

/**
 * The same escalation, asked again after a restart, is the same ask. One of another run is another ask, however
 * much they look alike: what a person said about the one is no answer to the other.
 */
function sessionOf({ task, execution, failures }: Escalation): string {
  return `verify/${task.id}/${execution}/${failures.at(-1)?.timestamp ?? ""}`;
}

function placeOf(place: AskPlace): Exclude<AskPlace, "auto"> {
  if (place !== "auto") return place;
  return process.stdin.isTTY && process.stderr.isTTY ? "terminal" : "page";
}

async function openAsker(
  place: Exclude<AskPlace, "auto">,
  options: AskOptions,
  { task }: Escalation,
  session: string,
): Promise<OpenAsker> {
  const { folder, wait, say } = options;
  const settings = { retry: "host", responseTimeout: wait, responseCap: wait } as const;
  if (place === "page") return openPage(options, settings);
  const state = journalFolder(join(folder, "mcp"));
  const opened = createFileJournal({ folder: state, whenDeleted: "begin again" });
  const journal = (await telemetry())(opened);
  const bridge =
    place === "terminal"
      ? (await import("@readback/terminal")).createTerminalBridge()
      : place === "stdin"
        ? stdinBridge(say)
        : fileBridge(join(folder, "answers", fileName(task.id)), say);
  const asker = createAsker({ ...settings, bridge: onlyFor(session, bridge), journal });
  // What others have asked and answered is over for this process, and not news.
  asker.recover();
  return {
    asker,
    close() {
      asker.dispose();
      bridge.dispose();
      journal.close();
    },
  };
}

/** Shows the questions of one session only: what others ask in the project is not for this place. */
function onlyFor(session: string, bridge: QuestionBridge): QuestionBridge {
  return {
    ...bridge,
    sendQuestion: (request) =>
      request.session === session ? bridge.sendQuestion(request) : undefined,
  };
}

/** The page of the project, and every terminal with `readback answer`. */
async function openPage(
  { folder, say, openBrowser }: AskOptions,
  settings: object,
): Promise<OpenAsker> {
  const { openAskUser } = await import("@readback/mcp/node");
  const host = await openAskUser({
    ...{ dir: folder, surface: "page", openBrowser, asker: settings },
    observe: await telemetry(),
  });
  const { page } = host;
  if (page) say(`Answer on the page: ${page.link()}\nor in a terminal: npx readback answer`);
  if (await host.isReachable()) return { asker: host.asker, close: () => host.close() };
  await host.close();
  throw new Error(
    "nobody can be asked: no page is open, no browser can be opened, and no terminal runs readback answer",
  );
}

/** The whole message, in a file beside the others. */
function writeStory(folder: string, { task, message }: Escalation): string {
  const path = join(folder, "escalations", `${fileName(task.id)}.md`);
  writePrivateFile(path, `${message}\n`);
  return path;
}
