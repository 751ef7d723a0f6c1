import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { gemini } from "./gemini.js";
import { responses } from "./responses.js";
import type { ModelApi, ModelReply, Turn } from "./turn.js";

const APIS = [anthropic, responses, gemini, chat];

export interface ScriptedModel {
  /** Where hosts find it. */
  readonly url: string;
  /** Requests that nobody knows, for whoever wonders. */
  readonly unknown: readonly string[];
  close(): Promise<void>;
}

/** A model on loopback that says what it is told to say, through the APIs of all hosts. */
export async function startModel(
  next: (turn: Turn) => Promise<ModelReply>,
): Promise<ScriptedModel> {
  let replies = 0;
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const api = APIS.find((one) => one.matches(path.split("?", 1)[0] ?? ""));
    const body = await bodyOf(request);
    if (!api || request.method !== "POST") {
      unknown.push(`${request.method} ${path}`);
      response.writeHead(
        path.includes("countTokens") || path.includes("count_tokens") ? 200 : 404,
        {
          "content-type": "application/json",
        },
      );
      response.end('{"totalTokens":1,"input_tokens":1}');
      return;
    }
    try {
      await answer(api, path, body, response);
    } catch (error) {
      // A host would wait for an answer, and ask again.
      unknown.push(String((error as Error).stack));
      response.writeHead(400, { "content-type": "application/json" }).end("{}");
    }
  });

  async function answer(api: ModelApi, path: string, body: unknown, response: ServerResponse) {
    const turn = api.read(body);
    // Titles, summaries and the like are asked for without tools: no part of the story, and no more is a warm-up.
    const isPart = turn.tools.length > 0 && turn.told.join("").trim() !== "Warmup";
    const reply = isPart ? await next(turn) : { text: "ok" };
    replies += 1;
    const id = `${Date.now().toString(36)}${replies}`;
    const { type, text } = api.write(reply, id, body, path);
    response.writeHead(200, { "content-type": type }).end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return {};
  }
}
