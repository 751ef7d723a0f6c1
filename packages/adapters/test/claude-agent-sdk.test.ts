import { createAsker, createSimulatedClock, createTodoGuard } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { expect, it } from "vitest";
import { askPerson, readbackHooks } from "../src/claude-agent-sdk.js";

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

// A hook that throws lets the tool run.
it.each([
  ["todos that are no list", "TodoWrite", { todos: "all of them" }, "deny"],
  ["no input at all, which claims nothing", "TodoWrite", undefined, undefined],
  ["a claim without an id of the call", "TodoWrite", { todos: [] }, "deny"],
  ["a task without input, which claims nothing", "TaskUpdate", null, undefined],
  ["a task whose id is an object", "TaskUpdate", { taskId: {}, status: "completed" }, "deny"],
])("decides about %s without throwing", async (_, tool_name, tool_input, decision) => {
  const guard = createTodoGuard({ rememberCompleted: true });
  const [entry] = readbackHooks({ guard }).PreToolUse ?? [];
  const { signal } = new AbortController();
  const said = await entry?.hooks[0]?.({ session_id: "s", tool_name, tool_input }, undefined, {
    signal,
  });
  expect(said.hookSpecificOutput?.permissionDecision).toBe(decision);
});

it("takes note of a finished call whatever it looks like", async () => {
  const guard = createTodoGuard({ rememberCompleted: true });
  const [entry] = readbackHooks({ guard }).PostToolUse ?? [];
  const { signal } = new AbortController();
  for (const tool_input of [undefined, null, { todos: [{ content: "a", status: "completed" }] }]) {
    const call = { session_id: "s", tool_name: "TaskCreate", tool_input, tool_response: {} };
    expect(await entry?.hooks[0]?.(call, "t1", { signal })).toEqual({});
  }
});
