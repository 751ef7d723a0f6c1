import { createAsker, createSimulatedClock } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { expect, it } from "vitest";
import { askPerson } from "../src/claude-agent-sdk.js";

const input = {
  questions: [
    {
      question: "Deploy now?",
      header: "Deploy",
      multiSelect: false,
      options: [
        { label: "Yes", description: "now" },
        { label: "No", description: "later" },
      ],
    },
  ],
};

function setUp() {
  const listeners = createBridgeListeners();
  let requestId = "";
  const clock = createSimulatedClock();
  const asker = createAsker({
    clock,
    bridge: {
      ...listeners.methods,
      sendQuestion(request) {
        requestId = request.requestId;
        listeners.emit("onRenderConfirmed", requestId);
      },
    },
  });
  const asked = askPerson(asker)("AskUserQuestion", input, {
    signal: new AbortController().signal,
    toolUseID: "call-1",
  });
  return { asked, clock, emit: listeners.emit, requestId: () => requestId };
}

it("tells the agent of a refusal as one, and not that nobody answered", async () => {
  const { asked, emit, requestId } = setUp();
  emit("onCancel", requestId(), "declined");
  expect(await asked).toEqual({
    behavior: "deny",
    message: "There is no answer: The person explicitly refused to answer.",
  });
});

it("tells the agent of an answer that was not taken", async () => {
  const { asked, clock, emit, requestId } = setUp();
  emit("onAnswer", requestId(), []);
  clock.advance(300_000);
  expect(await asked).toEqual({
    behavior: "deny",
    message: expect.stringMatching(/^There is no answer: The last answer was not taken: /),
  });
});
