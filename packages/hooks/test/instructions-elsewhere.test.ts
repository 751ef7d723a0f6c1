import { createInstructionQueue, createSimulatedClock } from "@readback/core";
import { expect, it } from "vitest";
import type { HookQueue } from "../src/index.js";
import { runHook } from "../src/run-hook.js";
import { useProject } from "./support/project.js";

// Instructions of a queue on another machine ride on the answers of the hook.

const project = useProject();

/** A queue that is not in this process, as far as a hook can tell. */
function queueElsewhere() {
  const queue = createInstructionQueue({ clock: createSimulatedClock(0) });
  const asked: string[] = [];
  const later = (session: string): HookQueue => {
    asked.push(session);
    return {
      sawToolCall: async (call) => queue.sawToolCall(call),
      take: async () => queue.take(),
    };
  };
  return { queue, later, asked };
}

type Queue = (session: string) => HookQueue;

/** What the agent is told after a tool call, or at another event. */
async function told(queue: Queue, more: object = {}, clock = createSimulatedClock(0)) {
  const input = JSON.stringify({
    ...{ session_id: "s", cwd: project.path, hook_event_name: "PostToolUse", tool_use_id: "t" },
    ...{ tool_name: "Bash", tool_input: { command: "npm test" }, tool_response: {} },
    ...more,
  });
  const { stdout } = await runHook({ host: "claude-code", input, queue, clock });
  return stdout === "" ? {} : JSON.parse(stdout);
}

const contextIn = (said: { hookSpecificOutput?: { additionalContext?: string } }) =>
  said.hookSpecificOutput?.additionalContext;

it("hands over one at a time, and tells the queue what the agent did", async () => {
  const { queue, later, asked } = queueElsewhere();
  const id = queue.queueInstructionWithAck("Run the tests", { until: "npm test" });
  queue.queueInstruction("Be brief");
  expect(contextIn(await told(later, { tool_input: { command: "ls" } }))).toBe(
    `<instruction id="${id}">\nRun the tests\n</instruction>`,
  );
  expect(queue.stats().acknowledged).toBe(0);
  // What the agent did acknowledges the first; the second rides on the answer to it.
  expect(contextIn(await told(later, { agent_id: "a-sub-agent" }))).toContain("Be brief");
  expect(queue.stats().acknowledged).toBe(1);
  expect(await told(later)).toEqual({});
  expect(new Set(asked)).toEqual(new Set(["s"]));
});

it("takes none where its answer carries none", async () => {
  const { queue, later, asked } = queueElsewhere();
  queue.queueInstruction("Be brief");
  const claim = project.fixture("claude-code/todo-write");
  expect(JSON.stringify(await told(later, claim))).toContain("deny");
  expect({ asked, isIdle: queue.isIdle() }).toEqual({ asked: [], isIdle: false });
  expect(contextIn(await told(later, { hook_event_name: "UserPromptSubmit" }))).toContain(
    "Be brief",
  );
});

it("remarks that the queue cannot be asked, and lets the agent go on", async () => {
  const away: Queue = () => ({
    sawToolCall: () => Promise.reject(new Error("The cluster does not answer")),
    take: () => undefined,
  });
  expect(await told(away)).toEqual({
    systemMessage:
      "Instructions of the session could not be handed over: The cluster does not answer",
  });
});

it("does not wait for a queue that never answers", async () => {
  const clock = createSimulatedClock(0);
  const silent: Queue = () => ({ sawToolCall: () => new Promise(() => {}), take: () => undefined });
  const answering = told(silent, {}, clock);
  clock.advance(5_000);
  expect((await answering).systemMessage).toContain("did not answer within 5 seconds");
});
