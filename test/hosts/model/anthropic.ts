import { type Body, type ModelApi, stream, wordsOf } from "./turn.js";

/** Anthropic's messages, as Claude Code speaks them. */
export const anthropic: ModelApi = {
  matches: (path) => path.startsWith("/v1/messages") && !path.includes("count_tokens"),
  read({ messages = [], tools = [] }: Body) {
    const last = messages.findLastIndex(({ role }: Body) => role === "assistant");
    const parts = messages
      .slice(last + 1)
      .flatMap(({ content }: Body) => (Array.isArray(content) ? content : [content]));
    return {
      tools: tools.map(({ name }: Body) => ({ name })),
      opening: wordsOf(messages[0]?.content),
      told: parts.map(wordsOf),
    };
  },
  write(reply, id, { model = "model", stream: isStream }: Body) {
    const blocks =
      "text" in reply
        ? [{ type: "text", text: reply.text }]
        : reply.calls.map(({ name, input }, index) => ({
            ...{ type: "tool_use", id: `toolu_${id}_${index}`, name, input },
          }));
    const stop_reason = "text" in reply ? "end_turn" : "tool_use";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const whole = { id: `msg_${id}`, type: "message", role: "assistant", model };
    if (!isStream) {
      const message = { ...whole, content: blocks, stop_reason, stop_sequence: null, usage };
      return { type: "application/json", text: JSON.stringify(message) };
    }
    const events: object[] = [
      { type: "message_start", message: { ...whole, content: [], stop_reason: null, usage } },
    ];
    for (const [index, block] of blocks.entries()) {
      const isText = block.type === "text";
      const content_block = isText ? { type: "text", text: "" } : { ...block, input: {} };
      const delta = isText
        ? { type: "text_delta", text: (block as Body).text }
        : { type: "input_json_delta", partial_json: JSON.stringify((block as Body).input) };
      events.push(
        { type: "content_block_start", index, content_block },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      );
    }
    const delta = { stop_reason, stop_sequence: null };
    events.push({ type: "message_delta", delta, usage }, { type: "message_stop" });
    return stream(events, true);
  },
};
