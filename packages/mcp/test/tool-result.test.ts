import { ASK_OUTCOMES, type AskedResult, type AskOutcome } from "@readback/core";
import { expect, it } from "vitest";
import { askUserQuestionResult, askUserResult } from "../src/tool-result.js";

const LINK = "file:///page.html";
const HINT = "To answer: readback answer";
const OUTCOMES = Object.keys(ASK_OUTCOMES) as readonly AskOutcome[];
/** After these a person has said all there is to say. */
const SAID = ["answered", "cancelled", "declined"];

const asked = [{ question: "Which name?", header: "Name" }];
const resultOf = (outcome: AskOutcome) =>
  ({
    ...{ outcome, answered: outcome === "answered", answers: [], values: {}, surface: null },
    ...{ retryReason: null, error: null, shouldRetry: false },
  }) as unknown as AskedResult;

it.each(OUTCOMES)(
  "%s: says where to look, in its text and its data, while it matters",
  (outcome) => {
    for (const format of [askUserResult, askUserQuestionResult]) {
      const { structuredContent, content } = format(asked, resultOf(outcome), {
        ...{ link: LINK, hint: HINT },
      });
      const isOver = SAID.includes(outcome);
      expect(structuredContent).toMatchObject({ outcome, link: isOver ? null : LINK });
      expect(JSON.stringify(content).includes(LINK)).toBe(!isOver);
      expect(JSON.stringify(content)).not.toContain(HINT);
      // Where there is nothing to open, it says what a person does.
      const unlinked = format(asked, resultOf(outcome), { link: null, hint: HINT });
      expect(JSON.stringify(unlinked.content).includes(`hint: ${HINT}`)).toBe(!isOver);
    }
  },
);
