import type { AskedResult, AskHandle, AskInput, Clock } from "@readback/core";
import { BoundedMap } from "@readback/core/surfaces";
import { askInputSchema } from "@readback/core/tools";
import { formOf } from "./forms.js";
import { type InputRequired, type ToolResult, toolError } from "./mcp-server.js";
import { digestOf, type RequestStateCodec } from "./request-state.js";
import type { Surfaces } from "./surfaces.js";
import { type Elicitation, FORM_KEY } from "./tool-call.js";

/** What a call comes to: the ask's result, or what the tool returns instead of one. */
export type Passage = AskedResult | InputRequired | ToolResult;

/** Whether this is an ask's result. */
export function isAskResult(passage: Passage): passage is AskedResult {
  return "outcome" in passage;
}

interface FormRoundsOptions {
  readonly surfaces: Surfaces;
  readonly codec: RequestStateCodec;
  /** How long a `requestState` holds, in milliseconds. */
  readonly lifetime: number;
  readonly clock: Clock;
}

/** One call of a client that is asked by the result of its calls. */
interface Round {
  readonly input: AskInput;
  readonly session: string;
  readonly elicitation: Extract<Elicitation, { kind: "result" }>;
  /** Asks. */
  open(): AskHandle;
}

/** How many replies to forms to remember. */
const REMEMBERED = 1_000;

/**
 * Asks by the rounds of protocol 2026-07-28: a form goes out with the result of a call, and its reply
 * comes with the next one.
 */
export function createFormRounds({ surfaces, codec, lifetime, clock }: FormRoundsOptions) {
  /** What replies came to, by request: a result may get lost on its way, and its call be sent again. */
  const replied = new BoundedMap<string, AskedResult>(REMEMBERED);

  /** Opens the ask and hands over the reply to one of its forms. */
  async function take(round: Round, requestId: string): Promise<AskHandle | AskedResult> {
    const before = replied.get(requestId);
    if (before) return before;
    const questions = askInputSchema.shape.questions.parse(round.input.questions);
    // Without the form, the ask keeps what can be kept of the reply, for the call that comes then.
    const waiting = surfaces.forms.has(requestId) ? round.open() : undefined;
    surfaces.reply(requestId, questions, round.elicitation.reply);
    const handle = waiting ?? round.open();
    const isOut = !waiting || surfaces.forms.of(handle.askId)?.isOutAgain;
    if (isOut && handle.state !== "settled") return handle;
    const result = await handle.result;
    if (result.answered || result.cancelled) replied.set(requestId, result);
    return result;
  }

  /** Waits for a form, which may be opened as late as when another place is lost, or for the end. */
  async function formOrResult({ askId, result }: AskHandle): Promise<void> {
    if (surfaces.forms.of(askId)) return;
    let stop = () => {};
    const opened = new Promise<void>((resolve) => {
      stop = surfaces.forms.whenOpened(askId, resolve);
    });
    await Promise.race([opened, result]).finally(stop);
  }

  /** Waits until it is decided where the question is shown: by this client, the form goes out. */
  async function show(handle: AskHandle, round: Round): Promise<Passage> {
    await formOrResult(handle);
    const form = surfaces.forms.of(handle.askId);
    const isHere = form?.request.requestId === handle.requestId && handle.state !== "settled";
    if (!form || !isHere) return handle.result;
    const { requestId, askId } = form.request;
    const { session } = round;
    handle.leave();
    const requestState = await codec.seal(
      { session, askId, requestId, input: await digestOfRound(round) },
      clock.now() + lifetime,
    );
    const params = { mode: "form", ...formOf(form) };
    return {
      resultType: "input_required",
      inputRequests: { [FORM_KEY]: { method: "elicitation/create", params } },
      requestState,
    };
  }

  return async (round: Round): Promise<Passage> => {
    const { state, reply } = round.elicitation;
    if (state === undefined) return show(round.open(), round);
    const opened = await codec.open(state, clock.now());
    if (typeof opened === "string") return unusableState(opened);
    if (opened.input !== (await digestOfRound(round))) return unusableState("foreign");
    const came = reply === undefined ? round.open() : await take(round, opened.requestId);
    return "outcome" in came ? came : show(came, round);
  };
}

function digestOfRound({ session, input }: Round): Promise<string> {
  return digestOf([session, input.title, input.questions]);
}

const UNUSABLE = {
  malformed: "is not one that this tool gave",
  tampered: "was changed, or comes from another server",
  expired: "has expired",
  foreign: "belongs to another question or session",
} as const;

function unusableState(problem: keyof typeof UNUSABLE): ToolResult {
  return toolError(
    `requestState: ${UNUSABLE[problem]}. Nothing was changed. Call the tool again with the same parameters and without requestState and inputResponses: the question is shown again.`,
  );
}
