import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { createAsker } from "@readback/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AskUserToolResult, createAskUserTools, createSurfaces } from "../src/index.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";
import { rawView } from "./support/raw-view.js";

// What clients hold results against: the schemas that the tools are listed with.

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const branches = [
  { label: "main", description: "What is released" },
  { label: "next", description: "What comes" },
];
/** One of each kind, and one that may be left open. */
const mixed = {
  questions: [
    { id: "name", question: "Which name?" },
    { id: "tests", question: "Which tests?", type: "multi-select", options: branches },
    { id: "more", question: "What else?", header: "More", required: false },
  ],
};
const choice = { questions: [{ question: "Which branch?", header: "Branch", options: branches }] };

async function start(pair: (typeof PAIRS)[number]) {
  const surfaces = createSurfaces({ viewWithin: 60_000 });
  const asker = createAsker({ bridge: surfaces });
  const tools = createAskUserTools({ asker, surfaces, app: true, patience: 50 });
  const client = await connectInMemory(pair, (server) => tools.register(server), { apps: true });
  ending.push(
    () => client.close(),
    () => tools.dispose(),
    () => asker.dispose(),
  );
  const listed = await client.listTools();

  /** What makes a result of this tool no result, by its listed schema. */
  function problemWith(tool: string, result: unknown): string | undefined {
    const { outputSchema } = listed.find(({ name }) => name === tool) ?? {};
    const check = new AjvJsonSchemaValidator().getValidator(outputSchema as object);
    return check(result).errorMessage;
  }

  /** The results of a tool while a question is open, and when it was answered in a view that said what it measured. */
  async function ask(
    tool: string,
    input: object,
    visibility: "browser" | "styles",
    values: object,
  ) {
    const pending = await client.call(tool, input);
    const view = await rawView(client);
    const requestId = await vi.waitFor(async () => {
      const found = await view.open({ ...input });
      expect(found).toBeDefined();
      return found as string;
    });
    await view.rendered(requestId, undefined, visibility);
    const shown = await client.call(tool, input);
    const answers = Object.entries(values).map(([id, given]) => ({ id, values: given }));
    const from = { id: `answer-${tool}`, tab: view.name, requestId };
    await view.say({ say: [{ ...from, type: "answer", answers }] });
    return [pending, shown, await client.call(tool, input)] as const;
  }
  return { ask, problemWith };
}

const textOf = (result: object) => (result as { text: string }).text.split("JSON:\n")[1] ?? "{}";

describe.each(PAIRS)("results and the listed schemas of the tools: $server, $client", (pair) => {
  it.each(["browser", "styles"] as const)(
    "ask_user: the answers by name and what was measured (%s) belong to them",
    async (visibility) => {
      const { ask, problemWith } = await start(pair);
      const given = { name: ["Ada"], tests: ["main", "next"], more: [] };
      const told = await ask("ask_user", mixed, visibility, given);
      expect(told.map(({ result }) => result.outcome)).toEqual(["pending", "pending", "answered"]);
      expect(told[2].result).toMatchObject({
        values: { name: "Ada", tests: ["main", "next"], more: null, More: null },
        evidence: { visibility, surface: "app" },
      });
      for (const came of told) {
        expect(problemWith("ask_user", came.result)).toBeUndefined();
        // A client that reads only the text has the same.
        expect(JSON.parse(textOf(came))).toEqual(came.result);
      }
    },
  );

  it("ask_user_question: so they do there, beside its own format", async () => {
    const { ask, problemWith } = await start(pair);
    const told = await ask("ask_user_question", choice, "browser", { Branch: ["next"] });
    expect(told[2].result).toMatchObject({
      ...{ outcome: "answered", values: { Branch: "next" }, answersByHeader: { Branch: "next" } },
      evidence: { visibility: "browser", surface: "app" },
    });
    for (const { result } of told) {
      expect(problemWith("ask_user_question", result)).toBeUndefined();
    }
  });

  it("nothing else does: the schemas say all that a result has", async () => {
    const { ask, problemWith } = await start(pair);
    const [, , { result }] = await ask("ask_user", mixed, "browser", {
      name: ["Ada"],
      tests: ["main"],
    });
    const wrong: readonly Partial<Record<keyof AskUserToolResult | "more", unknown>>[] = [
      { more: true },
      { values: { name: 1 } },
      { values: undefined },
      { evidence: { ...result.evidence, visibility: "perhaps" } },
      { evidence: { ...result.evidence, more: true } },
      { evidence: null },
    ];
    for (const change of wrong) {
      const changed = JSON.parse(JSON.stringify({ ...result, ...change }));
      expect(problemWith("ask_user", changed), JSON.stringify(change)).toBeDefined();
    }
  });
});
