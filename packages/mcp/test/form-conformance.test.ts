import type { QuestionRequest } from "@readback/core";
import { type BridgeStage, bridgeChecks } from "@readback/core/testing";
import { describe, it } from "vitest";
import { createSurfaces } from "../src/index.js";

interface Form {
  readonly requestId: string;
  readonly message: string;
  readonly signal: AbortSignal;
  readonly reply: (elicitResult: unknown) => void;
  isAnswered: boolean;
}

/** A client that shows each form until it is answered or withdrawn, and the bridge to it. */
function create(): BridgeStage {
  const forms: Form[] = [];
  const surfaces = createSurfaces({ quickestReply: 0 });

  /** Every question of the checks comes with a call of its own. */
  function sendQuestion(request: QuestionRequest) {
    const send = (form: object, signal: AbortSignal) =>
      new Promise<unknown>((reply) => {
        const message = JSON.stringify(form);
        forms.push({ requestId: request.requestId, message, signal, reply, isAnswered: false });
      });
    const caller = surfaces.calls.enter({
      signal: new AbortController().signal,
      names: [],
      sessionId: undefined,
      isHttp: false,
      client: undefined,
      progress: undefined,
      apps: false,
      tasks: false,
      elicitation: { kind: "request", send },
    });
    return surfaces.sendQuestion({ ...request, caller });
  }

  const open = () => forms.filter(({ isAnswered, signal }) => !isAnswered && !signal.aborted);
  const reply = ({ requestId }: QuestionRequest, elicitResult: unknown) => {
    const form = open().find((one) => one.requestId === requestId);
    if (!form) throw new Error("The person sees no such form");
    form.isAnswered = true;
    form.reply(elicitResult);
  };

  return {
    bridge: { ...surfaces, sendQuestion },
    person: {
      sees: ({ requestId }) => open().some((form) => form.requestId === requestId),
      reads: () =>
        open()
          .map(({ message }) => message)
          .join("\n"),
      answer: (request, text) => reply(request, { action: "accept", content: { q1: text } }),
      cancel: (request) => reply(request, { action: "cancel" }),
      decline: (request) => reply(request, { action: "decline" }),
    },
  };
}

const cannot = {
  acknowledge: "a client does not say when its form is on screen; the reply is the first sign",
  hide: "the server does not know where a client shows its form",
  lose: "a client that goes takes its call with it",
  type: "a client says nothing before the reply",
  draft: "what was typed belongs to the client",
  late: "a form that was withdrawn takes no reply",
  queue: "a client orders its forms itself",
  dispose: "the surfaces end with their server",
};

describe("the form of a client, as a bridge", () => {
  for (const { name, notApplicable, run } of bridgeChecks({ create, cannot, quiet: 20 })) {
    it.skipIf(notApplicable)(name, run);
  }
});
