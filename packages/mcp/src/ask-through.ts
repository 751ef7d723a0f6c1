import {
  type AskCallOptions,
  type Asker,
  type AskInput,
  type AskResult,
  askInputSchema,
} from "@readback/core";
import { formOf } from "./forms.js";
import { type InputRequired, type ToolResult, toolError } from "./mcp-server.js";
import { digestOf, type RequestStateCodec } from "./request-state.js";
import type { Surfaces } from "./surfaces.js";
import { FORM_KEY, type ToolCall } from "./tool-call.js";

/** One question of one call, on its way to the person. */
export interface Asking {
  readonly asker: Asker;
  readonly surfaces: Surfaces;
  readonly codec: RequestStateCodec;
  /** How long a `requestState` holds, in milliseconds. */
  readonly stateLifetime: number;
  /** What replies to forms came to, by request. */
  readonly replied: Map<string, AskResult>;
  readonly input: AskInput;
  readonly call: ToolCall;
  readonly options: AskCallOptions & { readonly session: string };
}

/** What a call comes to: the ask's result, or what the tool returns instead of one. */
export type Passage = AskResult | InputRequired | ToolResult;

/** Whether this is an ask's result. */
export function isAskResult(passage: Passage): passage is AskResult {
  return "outcome" in passage;
}

/** How many replies to forms to remember. */
const REMEMBERED = 1_000;

/** As little patience as there is: enough to learn which ask a call belongs to. */
const GLANCE = 1;

/** Asks on the surfaces of a call. */
export function askThroughSurfaces(asking: Asking): Promise<Passage> {
  const { call, surfaces } = asking;
  switch (call.elicitation?.kind) {
    case "result":
      return askByResult(asking, call.elicitation.state, call.elicitation.reply);
    case "request":
      return surfaces.forms.isEmpty() ? ask(asking) : askByRequest(asking);
    default:
      return ask(asking);
  }
}

/** Some form is open: if it is this question's, of before a restart, this client has to show it. */
async function askByRequest(asking: Asking): Promise<Passage> {
  const { call, surfaces } = asking;
  const first = await ask(asking, GLANCE);
  if (first.outcome !== "pending") return first;
  surfaces.forms.show(first.askId, call);
  return ask(asking);
}

/** Protocol 2026-07-28: the form goes out with the result, and its reply comes with the next call. */
async function askByResult(
  asking: Asking,
  state: string | undefined,
  reply: unknown,
): Promise<Passage> {
  const { asker, surfaces, codec, stateLifetime, replied, input, call, options } = asking;
  const digest = await digestOf([options.session, input.title, input.questions]);
  if (state !== undefined) {
    const opened = await codec.open(state, asker.runtime.clock.now());
    const problem = typeof opened === "string" ? opened : opened.input !== digest && "foreign";
    if (problem) return unusableState(problem);
    if (reply !== undefined && typeof opened !== "string") {
      const { requestId } = opened;
      // Two calls may have had the same form, and a result may get lost on its way.
      const before = replied.get(requestId);
      if (before) return before;
      const result = surfaces.forms.has(requestId) ? ask(asking) : undefined;
      const questions = askInputSchema.shape.questions.parse(input.questions);
      surfaces.reply(requestId, questions, reply);
      // Without the form, the ask has kept what can be kept of the reply.
      const came = await (result ?? ask(asking, GLANCE));
      if (came.answered || came.cancelled) remember(replied, requestId, came);
      if (result || came.outcome !== "pending") return came;
    }
  }
  const first = await ask(asking, GLANCE);
  if (first.outcome !== "pending") return first;
  await Promise.race([surfaces.decided(first.askId), whenAborted(call.signal)]);
  if (call.signal.aborted) return giveUp(asking);
  const form = surfaces.forms.of(first.askId);
  if (!form) return ask(asking);
  const { requestId, askId } = form.request;
  const requestState = await codec.seal(
    { session: options.session, askId, requestId, input: digest },
    asker.runtime.clock.now() + stateLifetime,
  );
  const params = { mode: "form", ...formOf(form.request) };
  return {
    resultType: "input_required",
    inputRequests: { [FORM_KEY]: { method: "elicitation/create", params } },
    requestState,
  };
}

function ask({ asker, surfaces, call, input, options }: Asking, patience = options.patience) {
  return surfaces.forCall(call, () =>
    asker.ask(input, patience === undefined ? options : { ...options, patience }),
  );
}

function remember(replied: Map<string, AskResult>, requestId: string, result: AskResult): void {
  replied.set(requestId, result);
  const [oldest] = replied.keys();
  if (replied.size > REMEMBERED && oldest !== undefined) replied.delete(oldest);
}

/** The client is gone while nobody waited for the ask: waits, and gives up as that client would have. */
function giveUp({ asker, input, options }: Asking): Promise<AskResult> {
  const gone = new AbortController();
  const result = asker.ask(input, { ...options, signal: gone.signal });
  gone.abort();
  return result;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function unusableState(problem: string): ToolResult {
  const why = {
    malformed: "is not one that this tool gave",
    tampered: "was changed, or comes from another server",
    expired: "has expired",
    foreign: "belongs to another question or session",
  }[problem];
  return toolError(
    `requestState: ${why}. Nothing was changed. Call the tool again with the same parameters and without requestState and inputResponses: the question is shown again.`,
  );
}
