import { printable } from "@readback/core/printable";

/** A question as the text of a message. */
export function wordsOf({ notice, title, questions }) {
  const lines = questions.flatMap(({ question, options }) => [
    question,
    ...options.map(({ label }) => `  - ${label}`),
  ]);
  return [notice, title, ...lines, "(/skip or /refuse, if you like)"]
    .filter(Boolean)
    .map(printable)
    .join("\n");
}

/** The answers in a reply: one line for each question. */
export function answersIn(text, { questions }) {
  const lines = questions.length === 1 ? [text] : text.split("\n");
  return questions.map(({ id, type, options }, index) => {
    const line = lines[index]?.trim() ?? "";
    const isChoice =
      type === "text" || type === "confirm" || options.some((one) => one.label === line);
    return isChoice ? { id, values: [line] } : { id, custom: line };
  });
}
