const ALL = [
  {
    ...{ name: "ai", version: 7, mock: "MockLanguageModelV4" },
    parts: () => Promise.all([import("ai"), import("ai/test")]),
  },
  {
    ...{ name: "ai-7-oldest", version: 7, mock: "MockLanguageModelV4" },
    parts: () => Promise.all([import("ai-7-oldest"), import("ai-7-oldest/test")]),
  },
  {
    ...{ name: "ai-6", version: 6, mock: "MockLanguageModelV3" },
    parts: () => Promise.all([import("ai-6"), import("ai-6/test")]),
  },
  {
    ...{ name: "ai-6-oldest", version: 6, mock: "MockLanguageModelV3" },
    parts: () => Promise.all([import("ai-6-oldest"), import("ai-6-oldest/test")]),
  },
  {
    ...{ name: "ai-5", version: 5, mock: "MockLanguageModelV2" },
    parts: () => Promise.all([import("ai-5"), import("ai-5/test")]),
  },
  {
    ...{ name: "ai-5-oldest", version: 5, mock: "MockLanguageModelV2" },
    parts: () => Promise.all([import("ai-5-oldest"), import("ai-5-oldest/test")]),
  },
] as const;

/** The versions of the AI SDK to test: the newest of each, and in the deep tests the oldest, too. */
export const VERSIONS = ALL.filter(
  ({ name }) => process.env.READBACK_DEEP || !name.endsWith("-oldest"),
);

/** What a model does next. */
type Step = string | readonly { readonly tool: string; readonly input: unknown }[];

// biome-ignore lint/suspicious/noExplicitAny: three versions of one SDK.
type Sdk = any;

export interface Loaded {
  readonly sdk: Sdk;
  /** A model that does these things, and the prompts it was given. */
  model(steps: readonly Step[]): { readonly model: Sdk; readonly prompts: Sdk[] };
}

/** The SDK itself and its own mock model. */
export async function load({ version, mock, parts }: (typeof VERSIONS)[number]): Promise<Loaded> {
  const [sdk, kit]: readonly Sdk[] = await parts();
  let calls = 0;
  return {
    sdk,
    model(steps) {
      const prompts: Sdk[] = [];
      const model = new kit[mock]({
        doGenerate: async ({ prompt }: Sdk) => {
          prompts.push(prompt);
          const step = steps[prompts.length - 1] ?? "The story is over.";
          const isText = typeof step === "string";
          const content = isText
            ? [{ type: "text", text: step }]
            : step.map(({ tool: toolName, input }) => {
                const toolCallId = `call-${++calls}`;
                const text = typeof input === "string" ? input : JSON.stringify(input);
                return { type: "tool-call", toolCallId, toolName, input: text };
              });
          const unified = isText ? "stop" : "tool-calls";
          const count = {
            total: 1,
            noCache: 1,
            cacheRead: 0,
            cacheWrite: 0,
            text: 1,
            reasoning: 0,
          };
          return {
            content,
            finishReason: version === 5 ? unified : { unified, raw: unified },
            usage:
              version === 5
                ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
                : { inputTokens: count, outputTokens: count },
            warnings: [],
          };
        },
      });
      return { model, prompts };
    },
  };
}

/** What the model was told last, as text. */
export const lastOf = (prompt: unknown): string => JSON.stringify((prompt as unknown[]).at(-1));
