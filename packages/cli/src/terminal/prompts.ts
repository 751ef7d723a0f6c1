import type { Key } from "node:readline";
import { isCancel, Prompt, SelectPrompt, settings, TextPrompt } from "@clack/core";

// What prompts do; how they are drawn is the caller's. Every prompt gives `QUIT` on Ctrl-C, Ctrl-D
// and, where nothing is typed, q.

export const QUIT = Symbol("quit");

// Escape would end the whole program.
settings.aliases.delete("escape");

/** How a prompt looks: while it is open, when it has a value, and when the person quits. */
export interface Drawing<Open, Value> {
  open(state: Open): string;
  done(value: Value): string;
  readonly quit: string;
}

/** Lets the person choose; a letter goes to the first choice that begins with it. */
export async function select<T extends string>(
  values: readonly T[],
  initial: T,
  drawing: Drawing<{ readonly cursor: number }, T>,
): Promise<T | typeof QUIT> {
  const prompt = new SelectPrompt<{ value: T }>({
    options: values.map((value) => ({ value })),
    initialValue: initial,
    render() {
      if (this.state === "cancel") return drawing.quit;
      return this.state === "submit" ? drawing.done(this.value ?? initial) : drawing.open(this);
    },
  });
  prompt.on("key", (char) => {
    const index = char ? values.findIndex((value) => value.startsWith(char.toLowerCase())) : -1;
    const value = values[index];
    if (value === undefined) return;
    prompt.cursor = index;
    prompt.value = value;
  });
  quitOn(prompt, (char, key) => char === "q" || isControl(key, "d"));
  const chosen = await prompt.prompt();
  return isCancel(chosen) || chosen === undefined ? QUIT : chosen;
}

/** What has been typed so far, and what was wrong with it. */
export interface Typing {
  readonly typed: string;
  readonly cursor: number;
  readonly problem: string;
}

/**
 * Lets the person type a line; Enter alone takes the suggestion. `undefined` when the person goes
 * back with Escape.
 */
export async function input(
  suggestion: string,
  validate: (typed: string) => string | undefined,
  drawing: Drawing<Typing, string> & { readonly back: string },
): Promise<string | undefined | typeof QUIT> {
  let isBack = false;
  const prompt = new TextPrompt({
    defaultValue: suggestion,
    validate: (typed) => (typed ? validate(typed) : undefined),
    render() {
      const { state, userInput: typed, cursor } = this;
      if (state === "cancel") return isBack ? drawing.back : drawing.quit;
      if (state === "submit") return drawing.done(this.value ?? suggestion);
      return drawing.open({ typed, cursor, problem: state === "error" ? this.error : "" });
    },
  });
  quitOn(prompt, (_, key) => {
    isBack = key.name === "escape";
    return isBack || isControl(key, "d");
  });
  const typed = await prompt.prompt();
  if (!isCancel(typed)) return typed;
  return isBack ? undefined : QUIT;
}

/** Waits for Enter below an empty line, then takes both lines away. */
export async function pressEnter(line: string): Promise<typeof QUIT | undefined> {
  const prompt = new Prompt(
    {
      render() {
        return this.state === "submit" || this.state === "cancel" ? "" : line;
      },
    },
    false,
  );
  quitOn(prompt, (char, key) => char === "q" || isControl(key, "d"));
  process.stdout.write("\n");
  const pressed = await prompt.prompt();
  process.stdout.write("\u001b[2A");
  return isCancel(pressed) ? QUIT : undefined;
}

function quitOn<T>(
  prompt: Prompt<T>,
  isQuit: (char: string | undefined, key: Key) => boolean,
): void {
  prompt.on("key", (char, key) => {
    if (isQuit(char, key)) prompt.state = "cancel";
  });
}

function isControl(key: Key, name: string): boolean {
  return key.ctrl === true && key.name === name;
}
