import { type Body, type ModelApi, stream, wordsOf } from "./turn.js";

const isOwn = ({ type, role }: Body) =>
  type === "function_call" || type === "reasoning" || (type === "message" && role === "assistant");

/** OpenAI's responses, as Codex speaks them. */
export const responses: ModelApi = {
  matches: (path) => path.endsWith("/responses"),
  read({ input = [], tools = [] }: Body) {
    const users = input.filter(({ type, role }: Body) => type === "message" && role === "user");
    return {
      tools: tools.flatMap(({ type, name, tools: inner }: Body) =>
        type === "namespace"
          ? inner.map((one: Body) => ({ name: one.name, namespace: name }))
          : name === undefined
            ? []
            : [{ name }],
      ),
      opening: wordsOf(users.map(({ content }: Body) => content)),
      told: input.slice(input.findLastIndex(isOwn) + 1).map(wordsOf),
    };
  },
  write(reply, id) {
    const items =
      "text" in reply
        ? [
            {
              ...{ type: "message", role: "assistant", id: `msg_${id}` },
              content: [{ type: "output_text", text: reply.text }],
            },
          ]
        : reply.calls.map(({ name, namespace, input }, index) => ({
            ...{ type: "function_call", id: `fc_${id}_${index}`, call_id: `call_${id}_${index}` },
            ...{ name, ...(namespace && { namespace }), arguments: JSON.stringify(input) },
          }));
    const usage = {
      ...{ input_tokens: 1, input_tokens_details: null, output_tokens: 1 },
      ...{ output_tokens_details: null, total_tokens: 2 },
    };
    return stream(
      [
        { type: "response.created", response: { id: `resp_${id}` } },
        ...items.map((item) => ({ type: "response.output_item.done", item })),
        { type: "response.completed", response: { id: `resp_${id}`, usage } },
      ],
      true,
    );
  },
};
