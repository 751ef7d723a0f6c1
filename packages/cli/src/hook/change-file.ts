import { relative } from "node:path";
import { Failure } from "../failure.js";
import type { Scope } from "../hosts/coding-agent.js";
import { canAsk, confirm } from "../terminal/confirm.js";
import type { Screen } from "../terminal/screen.js";
import { fit, printable, wrapIndented } from "../terminal/text.js";
import { type DiffLine, excerptOf, lineDiff } from "./line-diff.js";
import { removeSettings, type SettingsFile, writeSettings } from "./settings-file.js";

/** A change of a person's settings that is to be shown, agreed to, and made. */
export interface Change {
  readonly file: SettingsFile;
  /** The file as a person would write it here. */
  readonly name: string;
  /** What it is to hold; `undefined`: it is to go. */
  readonly after: string | undefined;
  readonly scope: Scope;
  /** What else the person has to know. */
  readonly notes: readonly string[];
  /** Do not ask. */
  readonly isConfirmed: boolean;
  readonly screen: Screen;
}

/** Shows a change, asks, and makes it. False when the person said no. */
export async function changeFile(change: Change): Promise<boolean> {
  const { file, name, after, notes, screen } = change;
  console.log(`${drawChange(file, name, after ?? "", screen)}\n`);
  for (const note of notes) say(`${note}\n`);
  if (file.linkedTo !== undefined) {
    say(`A symbolic link leads there. The file that changes is ${printable(file.linkedTo)}\n`);
  }
  if (!(await mayWrite(change))) return false;
  if (after === undefined) removeSettings(file);
  else writeSettings(file, after);
  return true;
}

/** Prints a text that fits the terminal. */
export function say(text: string): void {
  console.log(fit(text, process.stdout));
}

/** A path as a person would write it here. */
export function nameOf(path: string, project: string): string {
  const way = relative(project, path);
  return printable(way.startsWith("..") ? path : way);
}

async function mayWrite({ isConfirmed, file, scope, screen }: Change): Promise<boolean> {
  // A link in a project may come from whoever wrote the project; one's own home is one's own.
  const isSafe = file.linkedTo === undefined || scope === "user";
  if (isConfirmed && isSafe) return true;
  if (canAsk()) {
    const isYes = await confirm("Write this?", screen.style);
    if (!isYes) console.log("Nothing was written.");
    return isYes;
  }
  throw new Failure(
    isSafe
      ? "Nothing was written: there is no terminal to ask at. To write it, add --yes."
      : "Nothing was written: for a file outside the project, run this at a terminal.",
  );
}

function drawChange(file: SettingsFile, name: string, after: string, screen: Screen): string {
  const { style, width } = screen;
  const title = file.text === undefined ? `${name} (new file)` : name;
  const drawLine = ({ kind, text }: DiffLine) => {
    const [sign, paint] =
      kind === "added"
        ? ["+ ", style.green]
        : kind === "removed"
          ? ["- ", style.red]
          : ["  ", style.dim];
    const plain = printable(text.replaceAll("\t", "  "));
    // Without a terminal it is for copying.
    const rows = process.stdout.isTTY ? wrapIndented(plain, width - 4) : [plain];
    return rows.map((row, index) => `  ${paint((index === 0 ? sign : "  ") + row)}`);
  };
  const lines = excerptOf(lineDiff(file.text ?? "", after), 2).flatMap((line) =>
    line ? drawLine(line) : [`  ${style.dim("  …")}`],
  );
  return [style.bold(title), ...lines].join("\n");
}
