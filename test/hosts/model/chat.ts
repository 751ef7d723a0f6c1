import { type Body, type ModelApi, stream, wordsOf } from "./turn.js";

/** OpenAI's chat completions, as OpenCode speaks them. */
export const chat: ModelApi = {
  matches: (path) => path.endsWith("/chat/completions"),
  read({ messages = [], tools = [] }: Body) {
    const last = messages.findLastIndex(({ role }: Body) => role === "assistant");
    const rest = messages.slice(last + 1).filter(({ role }: Body) => role !== "system");
    return {
      tools: tools.map((tool: Body) => ({ name: tool.function.name })),
      opening: wordsOf(messages.find(({ role }: Body) => role === "user")?.content),
      told: rest.map(({ content }: Body) => wordsOf(content)),
    };
  },
  write(reply, id, { model = "model" }: Body) {
    const chunk = (delta: object, finish_reason: string | null) => ({
      ...{ id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: 0, model },
      choices: [{ index: 0, delta, finish_reason }],
    });
    const said =
      "text" in reply
        ? { role: "assistant", content: reply.text }
        : {
            role: "assistant",
            tool_calls: reply.calls.map(({ name, input }, index) => ({
              ...{ index, id: `call_${id}_${index}`, type: "function" },
              function: { name, arguments: JSON.stringify(input) },
            })),
          };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const end = { ...chunk({}, "text" in reply ? "stop" : "tool_calls"), usage };
    const { type, text } = stream([chunk(said, null), end]);
    return { type, text: `${text}data: [DONE]\n\n` };
  },
};
