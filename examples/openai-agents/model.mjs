// A model that is told what to do. Leave `model` out of the agent to use the one of your account.
import { Usage } from "@openai/agents";

const todos = [{ content: "Clean up", status: "completed" }];
const steps = [
  ["ask_user", { questions: [{ question: "Which folder?", options: ["drafts", "old"] }] }],
  ["delete_file", { path: "drafts/a.txt" }],
  ["write_todos", { todos }],
  ["write_todos", { todos }],
];
let turn = 0;

export const model = {
  async getResponse() {
    const step = steps[turn++];
    const callId = `call-${turn}`;
    const content = [{ type: "output_text", text: "The drafts are gone." }];
    const output = step
      ? {
          type: "function_call",
          callId,
          name: step[0],
          arguments: JSON.stringify(step[1]),
          status: "completed",
        }
      : { type: "message", role: "assistant", status: "completed", content };
    return { output: [output], usage: new Usage() };
  },
  // biome-ignore lint/correctness/useYield: this example does not stream.
  async *getStreamedResponse() {
    throw new Error("This example does not stream.");
  },
};
