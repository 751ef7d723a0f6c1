import { wrap } from "../../terminal/text.js";
import { labelled, textWidth } from "../draw.js";
import type { Look } from "../look.js";

const WELCOME =
  "In radio work an instruction counts only once the other side has read it back. Readback does that for agents and people: four small machines, each bounded in attempts and in time.";
const REAL =
  "The agent is scripted and the clock is simulated, so half a minute passes at once. The machines are the real ones, and so is everything that they say.";
const KEYS = "Any key hurries the story on, q stops it.";

/** What stands before the first chapter. */
export function drawIntro(look: Look, hasKeys: boolean): readonly string[] {
  const { style } = look;
  const person = look.person === "you" ? "what you do" : "what a person does";
  const paragraph = (text: string) => wrap(text, look.width() - 2).map((line) => `  ${line}`);
  const voice = (who: Parameters<typeof labelled>[0], text: string) =>
    labelled(who, wrap(text, textWidth(look)), look);
  return [
    "",
    `  ${style.bold("Readback")}`,
    "",
    ...paragraph(WELCOME),
    "",
    ...paragraph(hasKeys ? `${REAL} ${KEYS}` : REAL),
    "",
    ...voice("agent", "what the agent does"),
    ...voice("machine", "what the machine decides, from its journal"),
    ...voice("told", "what the agent is told"),
    ...voice("person", person),
  ];
}
