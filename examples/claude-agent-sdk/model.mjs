// A scripted model that speaks Anthropic's Messages API on loopback, so that Claude Code runs without a key. With a real
// model you need nothing of this file.
import { createServer } from "node:http";
import { join } from "node:path";

const todos = [{ content: "Clean up", status: "completed", activeForm: "Cleaning up" }];
const steps = [
  [
    "mcp__readback__ask_user",
    { questions: [{ question: "Which file?", options: ["draft.txt", "old.txt"] }] },
  ],
  ["Bash", { command: "rm draft.txt", description: "Deletes a file" }],
  ["TodoWrite", { todos }],
  ["TodoWrite", { todos }],
];

/** Starts it; `onTurn` is called before each step. */
export async function startModel(onTurn) {
  let turn = 0;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { tools = [] } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    if (!request.url.startsWith("/v1/messages") || request.url.includes("count_tokens")) {
      return response.end('{"input_tokens":1}');
    }
    // Titles and the like are asked for without tools: no step of the story.
    if (tools.length > 0) onTurn();
    const step = tools.length > 0 ? steps[turn++] : undefined;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of eventsOf(step, turn)) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** What Claude Code needs to talk to it, and to nobody else. */
    env: (folder) => ({
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CONFIG_DIR: join(folder, ".claude-config"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_ENABLE_TASKS: "0",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
    }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function eventsOf(step, turn) {
  const [name, input] = step ?? [];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const base = { id: `msg_${turn}`, type: "message", role: "assistant", model: "scripted" };
  const block = step
    ? { type: "tool_use", id: `toolu_${turn}`, name, input: {} }
    : { type: "text", text: "" };
  const delta = step
    ? { type: "input_json_delta", partial_json: JSON.stringify(input) }
    : { type: "text_delta", text: "The draft is gone." };
  return [
    { type: "message_start", message: { ...base, content: [], stop_reason: null, usage } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: step ? "tool_use" : "end_turn" }, usage },
    { type: "message_stop" },
  ];
}
