import { input, pressEnter, QUIT, select } from "../terminal/prompts.js";
import { drawChoices, drawGoOn, drawInput, drawSaid } from "./draw-prompt.js";
import type { Look } from "./look.js";
import type { Person } from "./person.js";
import type { Quit } from "./quit.js";

const LONGEST = 500;

/** The person who sits at the terminal. */
export function createTerminalPerson(look: Look, quit: Quit): Person {
  const said = (text: string) => drawSaid(text, look);
  const quits = "stops here";
  return {
    async choose({ question, choices, scripted }) {
      const values = choices.map(({ value }) => value);
      const chosen = await select(values, scripted, {
        open: ({ cursor }) => drawChoices(question, choices, cursor, look),
        done: (value) => said(choices.find((choice) => choice.value === value)?.label ?? value),
        quit: said(quits),
      });
      return chosen === QUIT ? quit.wish() : chosen;
    },
    async write({ question, scripted }) {
      const typed = await input(scripted, problemWith, {
        open: (typing) => drawInput(question, { ...typing, suggestion: scripted }, look),
        done: said,
        back: said("…"),
        quit: said(quits),
      });
      return typed === QUIT ? quit.wish() : typed;
    },
    async goOn() {
      if ((await pressEnter(drawGoOn(look))) === QUIT) await quit.wish();
    },
  };
}

function problemWith(typed: string): string | undefined {
  if (typed.trim() === "") return "Write something, or go back with Esc.";
  return typed.length > LONGEST ? `At most ${LONGEST} characters, please.` : undefined;
}
