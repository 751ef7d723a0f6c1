import type { QuestionInput, QuestionRequest } from "@readback/core";
import { type Effect, press } from "../../src/dialog/press.js";
import { type DialogState, type Draft, openDialog } from "../../src/dialog/state.js";
import { drawDialog } from "../../src/draw/draw-dialog.js";
import { createStyle } from "../../src/style.js";
import { decodeKeys } from "../../src/tty/keys.js";
import { requestOf } from "./request.js";

export const KEYS = {
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  enter: "\r",
  escape: "\u001b",
  backspace: "\u007f",
  tab: "\t",
  backtab: "\u001b[Z",
  controlC: "\u0003",
  controlD: "\u0004",
  controlL: "\u000c",
  controlZ: "\u001a",
} as const;

/** A paste, as a terminal in paste mode sends it. */
export const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;

export interface Size {
  readonly columns?: number;
  readonly rows?: number;
  readonly unicode?: boolean;
  readonly color?: boolean;
}

/** A person in front of a dialog that has no terminal: every frame is painted at once. */
export class Person {
  state: DialogState;
  readonly effects: Effect[] = [];
  at = 1_000;

  constructor(
    questions: readonly QuestionInput[],
    more: Partial<QuestionRequest> = {},
    draft?: Draft,
    readonly rest = 0,
  ) {
    this.state = { ...openDialog(requestOf(questions, more), draft), since: this.at };
  }

  press(...inputs: readonly string[]): this {
    for (const input of inputs) {
      for (const key of decodeKeys(input, true).keys) {
        const { state, effects } = press(this.state, key, { at: this.at, rest: this.rest });
        this.state = state.since === null ? { ...state, since: this.at } : state;
        this.effects.push(...effects);
      }
    }
    return this;
  }

  /** What is on the screen. */
  screen({ columns = 80, rows = 24, unicode = true, color = false }: Size = {}): string {
    const look = { columns, rows, unicode, style: createStyle(color) };
    return drawDialog(this.state, look).lines.join("\n");
  }

  get answers() {
    const [effect] = this.effects;
    return effect?.type === "answer" ? effect.answers : undefined;
  }
}
