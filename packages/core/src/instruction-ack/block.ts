/** An instruction as an agent reads it: set apart from what it rides on. */
export function instructionBlock({
  text,
  id,
}: {
  readonly text: string;
  readonly id: string | null;
}): string {
  const name = id === null ? "" : ` id="${id}"`;
  // The text cannot end the block it stands in.
  const body = text.replaceAll(/<(?=\/instruction)/gi, "&lt;");
  return `<instruction${name}>\n${body}\n</instruction>`;
}
