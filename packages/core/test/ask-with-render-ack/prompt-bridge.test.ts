import { describe, expect, it, vi } from "vitest";
import type { QuestionRequest } from "../../src/ask-with-render-ack/ask.js";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import {
  type Prompt,
  type PromptReply,
  promptBridge,
} from "../../src/ask-with-render-ack/prompt-bridge.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { bridgeChecks } from "../../src/testing/bridge-checks.js";
import type { BridgeStage } from "../../src/testing/subject.js";

interface Shown {
  readonly request: QuestionRequest;
  readonly problem: string | null;
  readonly active: () => void;
  readonly shown: () => void;
  readonly reply: (reply: PromptReply) => void;
  isClosed: boolean;
}

/** A window with one prompt in it, which keeps what was typed. */
function createWindow(): BridgeStage {
  const prompts: Shown[] = [];
  const drafts = new Map<string, string>();
  let isVisible = true;
  let isThere = true;

  const bridge = promptBridge((request, { signal, shown, active, problem }) => {
    if (!isThere) return undefined;
    return new Promise((reply) => {
      const one: Shown = { request, problem, active, shown, reply, isClosed: false };
      prompts.unshift(one);
      signal.addEventListener("abort", () => {
        one.isClosed = true;
      });
      if (isVisible) shown();
    });
  });

  const of = ({ requestId }: QuestionRequest) =>
    prompts.find(({ request }) => request.requestId === requestId);
  const open = () => (isVisible && isThere ? prompts.filter(({ isClosed }) => !isClosed) : []);

  return {
    bridge,
    person: {
      sees: (request) => open().some((one) => one.request.requestId === request.requestId),
      reads: () =>
        open()
          .flatMap(({ request, problem }) => [
            request.notice,
            request.questions[0]?.question,
            drafts.get(request.askId),
            problem,
          ])
          .join("\n"),
      answer: (request, text) => of(request)?.reply([{ id: "q1", values: [text] }]),
      type(request, text) {
        drafts.set(request.askId, text);
        of(request)?.active();
      },
      cancel: (request) => of(request)?.reply("cancelled"),
      decline: (request) => of(request)?.reply("declined"),
      hide() {
        isVisible = false;
      },
      show() {
        isVisible = true;
        for (const { shown } of open()) shown();
      },
      lose() {
        isThere = false;
        for (const { reply } of prompts) reply(undefined);
      },
      find() {
        isThere = true;
      },
    },
    dispose: () => bridge.dispose(),
  };
}

describe("a bridge made of a prompt", () => {
  for (const { name, run } of bridgeChecks({ quiet: 10, create: createWindow })) it(name, run);
});

describe("a prompt", () => {
  const input = { questions: [{ question: "Which name?" }] };

  async function ask(prompt: Prompt, terms = {}) {
    const asked = vi.fn(prompt);
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: promptBridge(asked), clock, ...terms });
    const result = await asker.ask(input);
    asker.dispose();
    return { result, asked };
  }

  it("that throws before it is shown is a failed attempt, never a refusal", async () => {
    const { result } = await ask(() => {
      throw new Error("No window server");
    });
    expect(result).toMatchObject({ outcome: "not_rendered", cause: "system", cancelled: false });
  });

  it("that always throws after it is shown is asked as often as attempts are allowed", async () => {
    const failing: Prompt = async (_, { shown }) => {
      shown();
      throw new Error("The window crashed");
    };
    const { result, asked } = await ask(failing, { retry: "host", maxRetries: 2 });
    expect(result).toMatchObject({
      outcome: "exhausted",
      renderConfirmed: false,
      error: expect.stringContaining("The window crashed"),
    });
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it.for([false, true])("that finds nobody is no surface (shown before: %s)", async (isShown) => {
    const { result, asked } = await ask(async (_, { shown }) => {
      if (isShown) shown();
      return undefined;
    });
    expect(result).toMatchObject({ outcome: "no_surface", cause: "system", cancelled: false });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is asked again, with the problem, for an answer that was not taken", async () => {
    const { result, asked } = await ask(async (_, { shown, problem }) => {
      shown();
      return [{ id: "q1", values: [problem === null ? "" : "Ana"] }];
    });
    expect(result).toMatchObject({ outcome: "answered", answers: [{ values: ["Ana"] }] });
    expect(asked.mock.calls.map(([, { problem }]) => problem)).toEqual([
      null,
      "Invalid answers: q1: needs an answer",
    ]);
  });

  it("may say that it is shown as often as it likes, and nothing after the end", async () => {
    let late = () => {};
    const { result } = await ask(async (_, { shown, active }) => {
      shown();
      shown();
      late = () => {
        shown();
        active();
      };
      return "declined" as const;
    });
    expect(result).toMatchObject({ outcome: "declined", cause: "human", renderConfirmed: true });
    late();
  });
});
