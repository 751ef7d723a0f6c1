import { describe, expect, expectTypeOf, it } from "vitest";
import { createAsker, promptBridge, type QuestionInput } from "../../src/index.js";

const bridge = promptBridge(async ({ questions }, { shown }) => {
  shown();
  const typed: Readonly<Record<string, object>> = {
    text: { values: ["a text"] },
    confirm: { values: ["yes"] },
    select: { values: ["staging"] },
    "multi-select": { values: ["EU"], custom: "the moon" },
  };
  return questions
    .filter(({ required }) => required)
    .map(({ id, type }) => ({ id, values: [], ...typed[type] }));
});

const deploy = {
  questions: [
    { id: "env", question: "Where?", options: ["staging", "production"], custom: false },
    { question: "Sure?", type: "confirm", header: "Sure" },
    { id: "regions", question: "Which?", type: "multi-select", options: [{ label: "EU" }, "US"] },
    { id: "note", question: "Anything else?", required: false },
    { question: "Why?" },
    { id: "tool", header: "Tool", question: "With?", options: ["staging", "npm"] },
  ],
} as const;

describe("what was answered, by name", () => {
  it("is there by id, by header, and by number, with the labels as its type", async () => {
    const asker = createAsker({ bridge });
    const result = await asker.ask(deploy);
    if (!result.answered) throw new Error(result.outcome);
    expectTypeOf(result.values.env).toEqualTypeOf<"staging" | "production">();
    expectTypeOf(result.values.Sure).toEqualTypeOf<"yes" | "no">();
    expectTypeOf(result.values.q2).toEqualTypeOf<"yes" | "no">();
    expectTypeOf(result.values.regions).toExtend<readonly string[]>();
    expectTypeOf(result.values.note).toEqualTypeOf<string | null>();
    expectTypeOf(result.values.q5).toEqualTypeOf<string>();
    // The person may type something else.
    expectTypeOf<"yarn">().toExtend<typeof result.values.tool>();
    // @ts-expect-error: nobody asked that.
    expect(result.values.region).toBeUndefined();
    expect({ ...result.values }).toEqual({
      env: "staging",
      q2: "yes",
      Sure: "yes",
      regions: ["EU", "the moon"],
      note: null,
      q5: "a text",
      tool: "staging",
      Tool: "staging",
    });
    asker.dispose();
  });

  it("needs no type where the questions are in the call itself", async () => {
    const asker = createAsker({ bridge });
    const result = await asker.ask({ questions: [{ id: "ok", question: "Ok?", type: "confirm" }] });
    expectTypeOf(result.values.ok).toEqualTypeOf<"yes" | "no" | undefined>();
    expect(result.values.ok).toBe("yes");
    asker.dispose();
  });

  it("is any text where the questions are not known before", async () => {
    const asker = createAsker({ bridge });
    const questions: QuestionInput[] = [{ id: "a", question: "A?" }];
    const { values } = await asker.ask({ questions });
    expectTypeOf(values.a).toEqualTypeOf<string | readonly string[] | null | undefined>();
    expect(values.a).toBe("a text");
    asker.dispose();
  });

  it("takes names that objects have already, and an id before the header of another", async () => {
    const asker = createAsker({ bridge });
    const { values } = await asker.ask({
      questions: [
        { id: "__proto__", question: "A?" },
        { id: "b", header: "constructor", question: "B?", type: "confirm" },
        { id: "c", header: "b", question: "C?" },
      ],
    });
    expect(Object.entries(values)).toEqual([
      ["__proto__", "a text"],
      ["b", "yes"],
      ["constructor", "yes"],
      ["c", "a text"],
    ]);
    asker.dispose();
  });

  it("is empty when nobody answered", async () => {
    const asker = createAsker({ bridge: promptBridge(() => "cancelled") });
    const result = await asker.ask(deploy);
    expect(result).toMatchObject({ answered: false, values: {} });
    expect(result.values.env).toBeUndefined();
    asker.dispose();
  });
});
