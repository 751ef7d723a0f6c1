/** A call of a tool that the model makes. */
export interface ModelCall {
  /** The tool, as the host offers it. */
  readonly name: string;
  /** What some hosts put before the name. */
  readonly namespace?: string;
  readonly input: object;
}

/** What the model says next: words, or calls of tools, all of them in one response. */
export type ModelReply = { readonly text: string } | { readonly calls: readonly ModelCall[] };

/** A tool that the host offers the model. */
export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
}

/** One request of a host to its model, whichever the API. */
export interface Turn {
  readonly tools: readonly OfferedTool[];
  /** The first thing that was said in this conversation, by which it is known. */
  readonly opening: string;
  /** Everything the model is told since it last spoke, one text for each part. */
  readonly told: readonly string[];
}

/** The API that a host speaks to its model. */
export interface ModelApi {
  /** Whether it is a request of this API for a reply. */
  matches(path: string): boolean;
  read(body: Body): Turn;
  /** What is sent back: a stream of events, or one document. */
  write(reply: ModelReply, id: string, body: Body, path: string): ModelResponse;
}

export interface ModelResponse {
  readonly type: "text/event-stream" | "application/json";
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: four foreign formats, read field by field.
export type Body = any;

/** What somebody said, in whichever form it stands in a request. */
export function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(wordsOf).join("\n");
  if (typeof content !== "object" || content === null) return "";
  const { text, content: inner, output } = content as Record<string, unknown>;
  return wordsOf(text ?? inner ?? output);
}

/** Events of a stream. */
export function stream(events: readonly object[], named = false): ModelResponse {
  const text = events
    .map((event) => {
      const name = named ? `event: ${(event as { type: string }).type}\n` : "";
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");
  return { type: "text/event-stream", text };
}
