import { describe, expect, it } from "vitest";
import { isAwaitedCall, toolCallSeen } from "../../src/instruction-ack/awaited-call.js";
import { createInstructionQueue } from "../../src/instruction-ack/queue.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";

const bash = (command: unknown) => toolCallSeen("Bash", { command, description: "x" });

describe("the tool call that an instruction waits for", () => {
  it.each([
    ["npm test", bash("npm test"), true],
    ["npm test", bash("cd app &&  NPM   test -- PlannerId"), true],
    ["npm test", bash(["bash", "-lc", "npm test"]), true],
    ["npm test", bash("npm tests"), false],
    ["npm test", bash("pnpm test"), false],
    ["bash", bash("ls"), true],
    ["Read AGENTS.md", toolCallSeen("Read", { file_path: "/app/AGENTS.md" }), true],
    ["Read AGENTS.md", toolCallSeen("Read", { file_path: "/app/README.md" }), false],
    ["Read AGENTS.md", toolCallSeen("Write", { file_path: "/app/AGENTS.md" }), false],
    ["list_files", toolCallSeen("list_files", null), true],
    ["list_files", toolCallSeen("list_files_again", {}), false],
    [undefined, bash("npm test"), false],
  ])("%s: %j is %s", (until, call, isIt) => {
    expect(isAwaitedCall(until, call)).toBe(isIt);
  });

  it("keeps little of what a tool was called with", () => {
    const { texts } = toolCallSeen("Write", { content: "x".repeat(1_000_000), mode: 7, to: "" });
    expect(texts).toEqual(["x".repeat(1_000)]);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index, "a"]));
    expect(toolCallSeen("t", many).texts).toHaveLength(20);
  });
});

describe("an instruction with a condition", () => {
  const call = bash("npm test");

  it("is acknowledged by the call, once it was handed over", () => {
    const queue = createInstructionQueue();
    const id = queue.queueInstructionWithAck("Run the tests", { until: "npm test" });
    expect(queue.sawToolCall(call)).toEqual([]);
    expect(queue.dispatch()).toBe("Run the tests");
    expect(queue.sawToolCall(bash("ls"))).toEqual([]);
    expect(queue.sawToolCall(call)).toEqual([id]);
    expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1 });
    expect(queue.tick()).toBe(0);
  });

  it("takes the queued copy back", () => {
    const queue = createInstructionQueue();
    queue.queueInstructionWithAck("Run the tests", { until: "npm test" });
    queue.dispatch();
    expect(queue.tick()).toBe(1);
    expect(queue.sawToolCall(call)).toHaveLength(1);
    expect(queue.dispatch()).toBeUndefined();
  });

  it("knows the condition after a restart", () => {
    const clock = createSimulatedClock(1_000);
    const first = createInstructionQueue({ clock });
    first.queueInstructionWithAck("Run the tests", { until: "npm test" });
    first.dispatch();
    const second = createInstructionQueue({ clock, journal: first.runtime.journal });
    second.recover();
    expect(second.sawToolCall(call)).toHaveLength(1);
  });

  it("says what is wrong with a condition", () => {
    const queue = createInstructionQueue();
    const add = (until: string) => () => queue.queueInstructionWithAck("x", { until });
    expect(add(" ")).toThrow(/until: must not be empty: name a tool or a part of a command/);
    expect(add("x".repeat(1_001))).toThrow(/until: must have at most 1000 characters/);
  });
});
