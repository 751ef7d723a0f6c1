import { input, pressEnter, QUIT, select } from "../../terminal/prompts.js";
import type { Beat } from "../beat.js";
import type { Look } from "../look.js";
import { never } from "../stage.js";
import { drawChoices, drawGoOn, drawInput, drawSaid } from "./draw-prompt.js";

/** One thing a person can choose. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** What a person is asked to choose from. */
interface Choosing<T extends string> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  /** What the scripted person takes, and where the cursor starts. */
  readonly scripted: T;
}

/** What a person is asked to write. */
interface Writing {
  readonly question: string;
  /** What the scripted person writes, and what is suggested to a real one. */
  readonly scripted: string;
}

/** The person of the story: whoever sits at the terminal, or a script. */
export interface Person {
  choose<T extends string>(choosing: Choosing<T>): Promise<T>;
  /** `undefined` when the person would rather choose something else. */
  write(writing: Writing): Promise<string | undefined>;
  /** Waits until the person has read so far. */
  goOn(): Promise<void>;
}

/** A person who does what the script says. */
export function createScriptedPerson(show: (beat: Beat) => Promise<void>): Person {
  const says = async (text: string) => show({ kind: "says", who: "person", text });
  return {
    async choose({ choices, scripted }) {
      const label = choices.find(({ value }) => value === scripted)?.label ?? scripted;
      // What only leads on to writing is not worth a line.
      if (!label.endsWith("…")) await says(label);
      return scripted;
    },
    async write({ scripted }) {
      await says(scripted);
      return scripted;
    },
    async goOn() {},
  };
}

const LONGEST = 500;

/** The person who sits at the terminal; `quit` is told when that person has seen enough. */
export function createTerminalPerson(look: Look, quit: () => void): Person {
  const said = (text: string) => drawSaid(text, look);
  const quits = said("stops here");
  const orQuit = <T>(given: T | typeof QUIT): T | Promise<never> => {
    if (given !== QUIT) return given;
    quit();
    return never();
  };
  return {
    async choose({ question, choices, scripted }) {
      const values = choices.map(({ value }) => value);
      return orQuit(
        await select(values, scripted, {
          open: ({ cursor }) => drawChoices(question, choices, cursor, look),
          done: (value) => said(choices.find((choice) => choice.value === value)?.label ?? value),
          quit: quits,
        }),
      );
    },
    async write({ question, scripted }) {
      return orQuit(
        await input(scripted, problemWith, {
          open: (typing) => drawInput(question, { ...typing, suggestion: scripted }, look),
          done: said,
          back: said("…"),
          quit: quits,
        }),
      );
    },
    async goOn() {
      await orQuit(await pressEnter(drawGoOn(look)));
    },
  };
}

function problemWith(typed: string): string | undefined {
  if (typed.trim() === "") return "Write something, or go back with Esc.";
  return typed.length > LONGEST ? `At most ${LONGEST} characters, please.` : undefined;
}
