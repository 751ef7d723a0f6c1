import { describe, expect, it, onTestFinished } from "vitest";
import { createAskUserQuestionTool, createTerminalBridge } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";

const option = {
  question: "Which option?",
  header: "Option",
  multiSelect: false,
  options: [
    { label: "Alpha", description: "A" },
    { label: "Beta", description: "B" },
  ],
};
const args = { questions: [option] };

function make() {
  const terminal = new FakeTerminal();
  const host = createAskUserQuestionTool({
    bridge: createTerminalBridge({ find: terminal.find, rest: 0 }),
  });
  onTestFinished(() => host.dispose());
  if (!host.tool) throw new Error("There is a terminal");
  return { terminal, tool: host.tool };
}

describe("the ask_user_question tool", () => {
  it("gives the summary to the model, and the answers to the program", async () => {
    const { terminal, tool } = make();
    const result = tool.execute("call-1", args);
    terminal.press(KEYS.down, KEYS.enter);
    const { content, details } = await result;
    expect(content[0].text).toContain("Collected answers:\n- Option: Beta");
    expect(details).toEqual({ answers: { Option: "Beta" } });
  });

  it.each([
    [[{ ...option, question: "No question mark" }], "Question must end with ?: Option"],
    [[option, option], "Duplicate header: Option"],
    [
      [
        {
          ...option,
          options: [{ label: "one two three four five six", description: "x" }, option.options[0]],
        },
      ],
      "Option label must be 1-5 words",
    ],
    [
      [{ ...option, options: [{ label: "Other", description: "x" }, option.options[0]] }],
      'Option label "Other" is reserved',
    ],
  ])("refuses what the contract does not allow (%#)", async (questions, message) => {
    const { terminal, tool } = make();
    await expect(tool.execute("call-1", { questions } as never)).rejects.toThrow(message);
    expect(terminal.written).toBe("");
  });

  it("refuses answers that were filled in for another question", async () => {
    const { tool } = make();
    await expect(tool.execute("call-1", { ...args, answers: { No: "x" } })).rejects.toThrow(
      "Unknown answers key: No",
    );
  });

  it("says cancelled when the person cancels, and aborted when the call is", async () => {
    const { terminal, tool } = make();
    const result = tool.execute("call-1", args);
    terminal.press(KEYS.escape);
    await expect(result).rejects.toThrow("AskUserQuestion cancelled by user");
    const stop = new AbortController();
    const second = tool.execute("call-2", args, stop.signal);
    stop.abort();
    await expect(second).rejects.toThrow("AskUserQuestion cancelled: the operation was aborted");
    expect(terminal.input.isRaw).toBe(false);
    await expect(tool.execute("call-3", args, stop.signal)).rejects.toThrow("Operation aborted");
  });

  it("has a title for its calls", () => {
    const { tool } = make();
    expect(tool.title({ questions: [option, option] })).toBe("2 questions");
    expect(tool.title(null)).toBe("");
    expect(tool.title({ questions: "x" })).toBe("");
  });

  it("is not there without a terminal, and says why", () => {
    const { tool, missing, dispose } = createAskUserQuestionTool();
    expect(tool).toBeNull();
    expect(missing).toMatch(/^No terminal/);
    dispose();
  });
});
