import type { Typing } from "../../terminal/prompts.js";
import { padEnd, printable, widthOf, wrap } from "../../terminal/text.js";
import { labelled, textWidth } from "../draw.js";
import type { Look } from "../look.js";
import type { Choice } from "./person.js";

/** A question with its choices; the cursor is on the one at `cursor`. */
export function drawChoices(
  question: string,
  choices: readonly Choice<string>[],
  cursor: number,
  look: Look,
): string {
  const { style } = look;
  const column = Math.max(...choices.map(({ label }) => widthOf(label)));
  const rows = choices.flatMap(({ label, hint }, index) => {
    const isHere = index === cursor;
    const name = isHere ? style.green(label) : label;
    const text = hint ? `${padEnd(name, column)}  ${style.dim(hint)}` : name;
    const marker = isHere ? style.green("›") : " ";
    return wrap(text, textWidth(look) - 2).map(
      (line, row) => `${row === 0 ? marker : " "} ${line}`,
    );
  });
  const keys = style.dim("↑ ↓ choose · Enter · q quits");
  return labelled("person", [style.bold(question), ...rows, keys], look).join("\n");
}

/** A question and what has been typed so far. */
export function drawInput(
  question: string,
  input: Typing & { readonly suggestion: string },
  look: Look,
): string {
  const { style } = look;
  const { typed, cursor, suggestion, problem } = input;
  const line =
    typed === ""
      ? `▏${style.dim(suggestion)}`
      : `${printable(typed.slice(0, cursor))}▏${printable(typed.slice(cursor))}`;
  const rows = wrap(line, textWidth(look) - 2).map((row, index) => `${index ? " " : "›"} ${row}`);
  const sends = typed === "" ? "Enter takes the suggestion" : "Enter sends";
  const keys = style.dim(`${sends} · Esc goes back · Ctrl-C quits`);
  const last = problem ? style.yellow(problem) : keys;
  return labelled("person", [style.bold(question), ...rows, last], look).join("\n");
}

/** What the person said, once it is said. */
export function drawSaid(text: string, look: Look): string {
  return labelled("person", wrap(printable(text), textWidth(look)), look).join("\n");
}

/** The line that waits for Enter. */
export function drawGoOn({ style }: Look): string {
  return `  ${style.dim("Enter goes on · q quits")}`;
}
