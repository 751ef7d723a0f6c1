// A model that does what it is told. Put yours here: model: "openai/gpt-5", say.
const todos = [{ content: "Clean up", status: "completed" }];
const steps = [
  ["ask_user", { questions: [{ question: "Which folder?", options: ["drafts", "old"] }] }],
  ["delete_file", { path: "drafts/a.txt" }],
  ["write_todos", { todos }],
  ["write_todos", { todos }],
];
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
let turn = 0;

export const model = {
  specificationVersion: "v2",
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
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
    return { content, finishReason: step ? "tool-calls" : "stop", usage, warnings: [] };
  },
};
