import type { StateValue } from "xstate";
import * as asks from "./ask-with-render-ack/ask.js";
import * as contexts from "./ask-with-render-ack/context.js";
import * as making from "./ask-with-render-ack/create-ask.js";
import { OUTCOMES } from "./ask-with-render-ack/result.js";
import * as values from "./ask-with-render-ack/values.js";
import * as words from "./did-you-mean.js";
import { mustBe } from "./given.js";
import * as entries from "./journal/entry.js";
import * as states from "./journal/state-name.js";
import { mustFit } from "./must-fit.js";
import * as hashes from "./sha256.js";

// What other packages may call with anything. Core calls the same functions rightly, and without these checks: they
// would be a fiftieth of what a page that asks has to load.

const SETTINGS_OF_ASK = {
  who: { session: "text" },
  usual: { times: "object" },
  ids: { newId: "function" },
} as const;
const NAMES = { given: "text", known: ["text"] } as const;
const IN_ASK = { ask: { requestBase: "text" } } as const;

/** The terms of an ask, for a call that may begin its next generation. */
export const termsOfAsk: typeof asks.termsOfAsk = (ask) => {
  mustFit(ask, { times: "object" }, "ask of termsOfAsk");
  return asks.termsOfAsk(ask);
};

/** The terms that settings stand for. As long as a late answer may come, one that came may be sent again. */
export const termsOf: typeof making.termsOf = (settings, ...memory) => {
  mustFit(settings, {}, "settings of termsOf");
  return making.termsOf(settings, ...memory);
};

/** An ask from what a caller gives, on the usual terms unless the caller brings its own. */
export const askOf: typeof making.askOf = (input, who, usual, ids) => {
  mustFit({ who, usual, ids }, SETTINGS_OF_ASK, "settings of askOf");
  return making.askOf(input, who, usual, ids);
};

/** Where the question is on screen now, such as `page and terminal`; `null`: nowhere, or nobody says. */
export const onScreenIn: typeof contexts.onScreenIn = (context) => {
  mustFit(context, IN_ASK, "context of onScreenIn");
  return contexts.onScreenIn(context);
};

/** Which presentation of this ask, of any generation, a request id names; 0: none. */
export const presentationIn: typeof contexts.presentationIn = (context, requestId) => {
  mustFit(context, IN_ASK, "context of presentationIn");
  return contexts.presentationIn(context, requestId);
};

/** What the UI is asked to show for the latest attempt. */
export const requestOf: typeof contexts.requestOf = (context) => {
  mustFit(context, { ask: {}, callers: "list" }, "context of requestOf");
  return contexts.requestOf(context);
};

/** The result of a call for which nothing was presented. */
export const unpresentedResult: typeof contexts.unpresentedResult = (context, outcome, about) => {
  mustFit(context, IN_ASK, "context of unpresentedResult");
  const be = `one of ${Object.keys(OUTCOMES).join(", ")}`;
  mustBe(Object.hasOwn(OUTCOMES, outcome), "outcome of unpresentedResult", be, outcome);
  return contexts.unpresentedResult(context, outcome, about);
};

/** Adds the answers by name to a result. */
export const withValues: typeof values.withValues = (questions, result) => {
  mustFit(questions, [{ id: "text" }], "questions of withValues");
  mustFit(result, { answers: [{ values: "list" }] }, "result of withValues");
  return values.withValues(questions, result);
};

/** The name that somebody means who writes another one; `undefined` when none comes near. */
export const didYouMean: typeof words.didYouMean = (given, known) => {
  mustFit({ given, known }, NAMES, "names of didYouMean");
  return words.didYouMean(given, known);
};

/** What is wrong with a name that is not known, and which one may be meant. */
export const unknownName: typeof words.unknownName = (given, known) => {
  mustFit({ given, known }, NAMES, "names of unknownName");
  return words.unknownName(given, known);
};

/** One entry that stands for the whole history of a live instance. */
export const checkpointOf: typeof entries.checkpointOf = (time, live) => {
  const snapshot = { context: "object", machine: "object" } as const;
  mustFit(live, { id: "text", snapshot, deadlines: "list" }, "instance of checkpointOf");
  return entries.checkpointOf(time, live);
};

/** A state value as one name: `presenting.rendering`. */
export const stateName: typeof states.stateName = (value) => {
  mustBeStateValue(value);
  return states.stateName(value);
};

function mustBeStateValue(value: StateValue | undefined): void {
  if (typeof value === "string") return;
  mustFit(value, {}, "value of a state");
  for (const inner of Object.values(value ?? {})) mustBeStateValue(inner);
}

/** SHA-256 of a text, in hex. */
export const sha256Hex: typeof hashes.sha256Hex = (text) => {
  mustFit(text, "text", "text of sha256Hex");
  return hashes.sha256Hex(text);
};
