import type { AnswerInput } from "@readback/core";
import type { FromTab } from "../shared/protocol.js";

const NAME = /^[\w.:-]{1,200}$/;

/** Reads a tab's message, or says what is wrong with it. Answers are checked by core. */
export function parseMessage(body: string): FromTab | string {
  let found: unknown;
  try {
    found = JSON.parse(body);
  } catch {
    return "The body is not JSON: send one JSON object";
  }
  if (typeof found !== "object" || found === null) return "The body must be a JSON object";
  const { id, tab, requestId, type, answers, how, queued, visibility } = found as Record<
    string,
    unknown
  >;
  if (!isName(id)) return wrong("id", "must be a name of 1 to 200 characters");
  if (!isName(tab)) return wrong("tab", "must be a name of 1 to 200 characters");
  if (typeof requestId !== "string" || requestId.length > 1_000) {
    return wrong("requestId", "must be a text of at most 1,000 characters");
  }
  const from = { id, tab, requestId };
  switch (type) {
    case "rendered":
      if (visibility === undefined) return { ...from, type };
      if (visibility !== "browser" && visibility !== "styles") {
        return wrong("visibility", 'must be "browser" or "styles"');
      }
      return { ...from, type, visibility };
    case "activity":
      return { ...from, type };
    case "answer":
      if (!Array.isArray(answers)) return wrong("answers", "must be a list");
      return { ...from, type, answers: answers as AnswerInput[] };
    case "cancel":
      if (how !== "cancelled" && how !== "declined") {
        return wrong("how", 'must be "cancelled" or "declined"');
      }
      return { ...from, type, how };
    case "queued":
      if (typeof queued !== "boolean") return wrong("queued", "must be true or false");
      return { ...from, type, queued };
    default:
      return wrong("type", 'must be "rendered", "activity", "answer", "cancel" or "queued"');
  }
}

const isName = (value: unknown): value is string => typeof value === "string" && NAME.test(value);

const wrong = (field: string, problem: string) => `Invalid message: ${field}: ${problem}`;
