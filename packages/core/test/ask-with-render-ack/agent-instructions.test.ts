import { describe, expect, it } from "vitest";
import {
  ASK_USER_TOOL_NAME,
  askUserAgentsMd,
  askUserDescription,
  askUserQuestionDescription,
} from "../../src/ask-with-render-ack/agent-instructions.js";
import { ASK_OUTCOMES } from "../../src/ask-with-render-ack/outcomes.js";
import { ASK_LIMITS } from "../../src/ask-with-render-ack/schema.js";
import { ASK_USER_QUESTION_LIMITS } from "../../src/ask-with-render-ack/strict-profile.js";

const texts = {
  "the ask_user description": askUserDescription(),
  "the ask_user_question description": askUserQuestionDescription(),
  "the AGENTS.md section": askUserAgentsMd(),
};

describe.each(Object.entries(texts))("%s", (_, text) => {
  it.each(Object.entries(ASK_OUTCOMES))(
    "says what %s means and what to do",
    (outcome, { meaning, advice }) => {
      const at = text.search(new RegExp(`(^- ${outcome}: |outcome: "${outcome}")`, "m"));
      expect(at).toBeGreaterThan(-1);
      const rest = text.slice(at).split(/\n\n|\n- /)[0];
      expect(rest).toContain(meaning);
      expect(rest).toContain(advice);
    },
  );

  it("names no product, and reads as plain text: no undefined, no NaN, no template left open", () => {
    expect(text).not.toMatch(/CodeNomad|undefined|NaN|\$\{|\[object/);
  });
});

describe("the descriptions", () => {
  it.each([askUserDescription(), askUserQuestionDescription()])(
    "keep the four instructions of the original design",
    (text) => {
      expect(text).toContain("IMPORTANT INSTRUCTIONS FOR AI AGENT:");
      expect(text).toContain("1. This tool blocks until the user responds or a timeout occurs.");
      expect(text).toContain(
        "2. If the response has shouldRetry=true, you MUST retry calling this tool immediately with the same parameters.",
      );
      expect(text).toContain(
        "3. If shouldRetry=false and timedOut=true, inform the user the question timed out",
      );
      expect(text).toContain(
        "4. If shouldRetry=false and max retries were exceeded, inform the user there was a technical issue displaying the question.",
      );
    },
  );

  it("state the limits the code checks", () => {
    const { default: retries, min, max } = ASK_LIMITS.maxRetries;
    expect(askUserDescription()).toContain(`1 to ${ASK_LIMITS.questions} questions`);
    expect(askUserDescription()).toContain(`up to ${retries} times (maxRetries, ${min} to ${max})`);
    const { questions, header, options } = ASK_USER_QUESTION_LIMITS;
    expect(askUserQuestionDescription()).toContain(`1 to ${questions} questions`);
    expect(askUserQuestionDescription()).toContain(`1 to ${header} characters`);
    expect(askUserQuestionDescription()).toContain(`${options.min} to ${options.max} options`);
  });
});

describe("the AGENTS.md section", () => {
  it("is one section, with one case for each outcome and its flags", () => {
    const text = askUserAgentsMd();
    expect(text.match(/^#+ .*$/gm)).toEqual([`## ${ASK_USER_TOOL_NAME} Tool Retry Behavior`]);
    expect(text.match(/^\*\*When /gm)).toHaveLength(Object.keys(ASK_OUTCOMES).length);
    for (const [outcome, { shouldRetry, timedOut, cancelled, answered }] of Object.entries(
      ASK_OUTCOMES,
    )) {
      const line = text.split("\n").find((l) => l.includes(`outcome: "${outcome}"`)) ?? "";
      expect(line).toContain(`shouldRetry: ${shouldRetry}`);
      expect(line.includes("timedOut: true")).toBe(timedOut);
      expect(line.includes("cancelled: true")).toBe(cancelled);
      expect(line.includes("answered: true")).toBe(answered);
    }
  });

  it("tells the time and the retries a person and an agent have", () => {
    expect(askUserAgentsMd()).toContain(`${ASK_LIMITS.responseTimeout.default / 60_000} minutes`);
    expect(askUserAgentsMd()).toContain(`${ASK_LIMITS.maxRetries.default} more times`);
  });
});
