import type { Style } from "@readback/terminal/style";
import { restoreTerminal } from "./keys.js";
import { QUIT, select } from "./prompts.js";
import { cleanUpOnExit } from "./signals.js";

/** Whether there is a person to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Asks yes or no; whoever quits says no. */
export async function confirm(question: string, style: Style): Promise<boolean> {
  const { stdin, stdout } = process;
  const restore = () => restoreTerminal(stdin, stdout);
  const letGo = cleanUpOnExit(restore);
  const choices = ["yes", "no"] as const;
  try {
    const chosen = await select(choices, "yes", {
      open: ({ cursor }) =>
        [
          style.bold(question),
          ...choices.map((choice, index) =>
            index === cursor ? style.green(`› ${choice}`) : `  ${choice}`,
          ),
          style.dim("↑ ↓ choose · Enter · q quits"),
        ].join("\n"),
      done: (value) => `${style.bold(question)} ${value}`,
      quit: `${style.bold(question)} no`,
    });
    return chosen !== QUIT && chosen === "yes";
  } finally {
    letGo();
    restore();
  }
}
