// The mock model of the AI SDK, told what to do. Put your model here: import { openai } from "@ai-sdk/openai"; …
import { MockLanguageModelV3 } from "ai/test";

const todos = [{ content: "Clean up", status: "completed" }];
const steps = [
  ["ask_user", { questions: [{ question: "Which folder?", options: ["drafts", "old"] }] }],
  ["delete_file", { path: "drafts/a.txt" }],
  ["write_todos", { todos }],
  ["write_todos", { todos }],
];
const count = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
let turn = 0;

export const model = new MockLanguageModelV3({
  async doGenerate() {
    const step = steps[turn++];
    const content = step
      ? [
          {
            type: "tool-call",
            toolCallId: `call-${turn}`,
            toolName: step[0],
            input: JSON.stringify(step[1]),
          },
        ]
      : [{ type: "text", text: "The drafts are gone." }];
    const unified = step ? "tool-calls" : "stop";
    const usage = { inputTokens: count, outputTokens: count };
    return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
  },
});
