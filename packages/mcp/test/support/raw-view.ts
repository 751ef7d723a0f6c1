import type { FromView, ToView } from "@readback/web/view";
import type { TestClient } from "./clients.js";

const URI = "ui://readback/question";

/** Says what a view says, without a browser. */
export interface RawView {
  readonly name: string;
  readonly key: string;
  /** What came back: an error text, or what a view is told. */
  say(said: Partial<FromView>): Promise<{ readonly error?: string; readonly told?: ToView }>;
  /** Opens it for a question, and returns the id of the request that it holds then. */
  open(input?: Record<string, unknown>): Promise<string | undefined>;
  rendered(requestId: string, id?: string, visibility?: "browser" | "styles"): Promise<unknown>;
  answer(requestId: string, value: string, id?: string): ReturnType<RawView["say"]>;
}

let count = 0;

/** Reads the HTML as a host does, and the key in it as the view does. */
export async function rawView(
  client: TestClient,
  given: { key?: string; name?: string } = {},
): Promise<RawView> {
  const name = given.name ?? `a-view-of-a-test-${++count}`;
  const key = given.key ?? keyIn(await client.readResource(URI));

  async function say(said: Partial<FromView>) {
    const args = { key, view: name, ...said };
    const result = (await client.callRaw("readback_view", args)) as {
      readonly isError?: boolean;
      readonly content: readonly { readonly text: string }[];
      readonly structuredContent?: ToView;
    };
    if (result.isError) return { error: result.content[0]?.text ?? "" };
    return result.structuredContent ? { told: result.structuredContent } : {};
  }
  const from = (requestId: string, id: string) => ({ id, tab: name, requestId });

  return {
    name,
    key,
    say,
    async open(input) {
      const { told } = await say({ open: { ...(input && { input }) } });
      for (const event of told?.events ?? []) {
        if (event.type === "hello") return event.open[0]?.requestId;
      }
      return undefined;
    },
    rendered: (requestId, id = `rendered-${++count}`, visibility = undefined) =>
      say({
        say: [{ ...from(requestId, id), type: "rendered", ...(visibility && { visibility }) }],
      }),
    answer: (requestId, value, id = `answer-${++count}`) =>
      say({
        say: [{ ...from(requestId, id), type: "answer", answers: [{ id: "q1", values: [value] }] }],
      }),
  };
}

function keyIn(html: string): string {
  const [, settings = "{}"] = /id="readback-view">([^<]*)</.exec(html) ?? [];
  return (JSON.parse(settings) as { readonly key: string }).key;
}
