import { mustFit } from "../must-fit.js";

/** An instruction as an agent reads it: set apart from what it rides on. */
export function instructionBlock(taken: {
  readonly text: string;
  readonly id: string | null;
}): string {
  mustFit(taken, { text: "text" }, "instruction of instructionBlock");
  const { text, id } = taken;
  const name = id === null ? "" : ` id="${id}"`;
  // The text cannot end the block it stands in.
  const body = text.replaceAll(/<(?=\/instruction)/gi, "&lt;");
  return `<instruction${name}>\n${body}\n</instruction>`;
}
