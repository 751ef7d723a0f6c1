import {
  type Asker,
  createAsker,
  createMemoryJournal,
  promptBridge,
  type QuestionRequest,
} from "@readback/core";

/** What a person says to a question; an error: the question does not appear. */
type Say = (request: QuestionRequest) => string | Error | undefined;

/** A person at a surface, and what they were shown. */
export interface Person {
  readonly asker: Asker;
  readonly seen: readonly string[];
  readonly journal: ReturnType<typeof createMemoryJournal>;
}

/** A person who says these things to each first question, one after the other and then the last again. */
export function person(...replies: readonly (string | Error | Say)[]): Person {
  const seen: string[] = [];
  const journal = createMemoryJournal();
  let next = 0;
  const bridge = promptBridge((request, { shown }) => {
    const reply = replies[Math.min(next++, replies.length - 1)];
    const said = typeof reply === "function" ? reply(request) : reply;
    if (said instanceof Error) throw said;
    shown();
    const [question] = request.questions;
    seen.push(question?.question ?? "");
    if (said === undefined) return "declined";
    const isLabel =
      question?.options.length === 0 || question?.options.some(({ label }) => label === said);
    return [{ id: question?.id ?? "", ...(isLabel ? { values: [said] } : { custom: said }) }];
  });
  return { asker: createAsker({ bridge, journal }), seen, journal };
}

export const YES = "Yes, run it";
