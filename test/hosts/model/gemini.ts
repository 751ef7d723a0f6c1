import { type Body, type ModelApi, stream, wordsOf } from "./turn.js";

/** Gemini's generateContent, as Gemini CLI speaks it. */
export const gemini: ModelApi = {
  matches: (path) => /:(streamG|g)enerateContent/.test(path),
  read({ contents = [], tools = [] }: Body) {
    const last = contents.findLastIndex(({ role }: Body) => role === "model");
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }: Body) =>
        functionDeclarations.map(({ name }: Body) => ({ name })),
      ),
      opening: contents
        .slice(0, 2)
        .flatMap(({ parts }: Body) => parts.map(wordsOf))
        .join("\n"),
      told: contents.slice(last + 1).flatMap(({ parts }: Body) =>
        parts.map((part: Body) => {
          const response = part.functionResponse?.response;
          return response
            ? wordsOf(response) || response.error || JSON.stringify(response)
            : wordsOf(part);
        }),
      ),
    };
  },
  write(reply, id, _, path) {
    const parts =
      "text" in reply
        ? [{ text: reply.text }]
        : reply.calls.map(({ name, input }, index) => ({
            functionCall: { name, args: input, id: `call_${id}_${index}` },
          }));
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }];
    const whole = { candidates, usageMetadata };
    if (path.includes(":streamGenerateContent")) return stream([whole]);
    return { type: "application/json", text: JSON.stringify(whole) };
  },
};
