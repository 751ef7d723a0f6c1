import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createAsker, promptBridge } from "../../src/index.js";
import {
  askUserJsonSchema,
  askUserQuestionJsonSchema,
  askUserResultJsonSchema,
  askUserTool,
} from "../../src/tools.js";

function person() {
  let shownTimes = 0;
  const bridge = promptBridge(({ questions }, { shown }) => {
    shownTimes += 1;
    shown();
    return questions.map(({ id, options }) => ({ id, values: [options[0]?.label ?? "blue"] }));
  });
  return { asker: createAsker({ bridge, renderTimeout: 7_000 }), shown: () => shownTimes };
}

const input = { questions: [{ question: "Which colour?", options: ["red", "blue"] }] };

describe("the tool ask_user without a framework", () => {
  it("answers what the model is to be told", async () => {
    const { asker } = person();
    const reply = await askUserTool(asker).call(input);
    expect(reply).toMatchObject({
      outcome: "answered",
      answers: [{ id: "q1", values: ["red"], custom: null }],
      error: null,
    });
    expect(reply.advice).not.toBe("");
  });

  it("gives the answers by the id and the header of each question, as its schema says", async () => {
    const { asker } = person();
    const options = ["red", "blue"];
    const reply = await askUserTool(asker).call({
      questions: [
        { id: "colour", header: "Colour", question: "Which colour?", options },
        { id: "all", question: "Which of them?", type: "multi-select", options },
        { question: "What else?" },
      ],
    });
    const values = { colour: "red", Colour: "red", all: ["red"], q3: "blue" };
    expect(JSON.parse(JSON.stringify(reply.values))).toEqual(values);
    const schema = z.fromJSONSchema(askUserResultJsonSchema() as never);
    expect(schema.parse(JSON.parse(JSON.stringify(reply)))).toMatchObject({ values });
    const refused = await askUserTool(asker).call({});
    expect(refused.values).toEqual({});
  });

  it("refuses options that it does not know, when it is made", () => {
    const { asker } = person();
    const wrong = { sesion: "s" } as object;
    expect(() => askUserTool(asker, wrong)).toThrow(
      'Invalid options of the ask_user tool: sesion: is not known here: did you mean "session"?',
    );
    expect(() => askUserTool(asker, { patience: -1 })).toThrow("patience");
  });

  it("answers the same for the same call, and shows nothing again", async () => {
    const { asker, shown } = person();
    const { call } = askUserTool(asker);
    const first = await call(input, { callId: "call-1" });
    expect(await call(input, { callId: "call-1" })).toEqual(first);
    expect(shown()).toBe(1);
  });

  it.each([
    ["nothing", undefined, "must be an object such as"],
    ["a text", "Which colour?", "must be an object such as"],
    ["no questions", {}, "questions: must be a list"],
    [
      "a field of its own",
      { ...input, timeout: 3 },
      "timeout: is not known here. Known: questions, title",
    ],
    ["a limit of the asker", { ...input, responseTimeout: 1 }, "responseTimeout: is not known"],
    ["a slip", { question: "Which?" }, 'question: is not known here: did you mean "questions"?'],
    ["a long name", { ...input, ["x".repeat(500)]: 1 }, `${"x".repeat(57)}`],
    [
      "an empty question",
      { questions: [{ question: " " }] },
      "questions[0].question: must not be empty",
    ],
  ])("answers what is wrong with %s", async (_, bad, problem) => {
    const { asker, shown } = person();
    const reply = await askUserTool(asker).call(bad);
    expect(reply).toMatchObject({ outcome: "invalid_input", answered: false, shouldRetry: false });
    expect(reply.error).toContain(problem);
    expect(shown()).toBe(0);
  });

  it("does not let a model change how long the asker tries", async () => {
    const { asker } = person();
    const given = { ...input, maxRetries: 0, renderTimeout: 60_000 };
    const reply = await askUserTool(asker, { session: "s" }).call(given);
    expect(reply.outcome).toBe("answered");
    const [entry] = [...asker.runtime.journal.read()];
    const ask = { maxRetries: 3, session: "s", times: { renderTimeout: 7_000 } };
    expect(entry?.payload).toMatchObject({ input: { ask } });
  });

  it("throws what is no fault of the model", async () => {
    const { asker } = person();
    await expect(askUserTool(asker).call(input, { session: "" })).rejects.toThrow("ask options");
    asker.dispose();
    await expect(askUserTool(asker).call(input)).rejects.toThrow("disposed");
  });
});

describe("the JSON Schemas of the tools", () => {
  const all = { askUserJsonSchema, askUserQuestionJsonSchema, askUserResultJsonSchema };

  it.each(Object.entries(all))("%s is plain data without references", (_, schemaOf) => {
    const schema = schemaOf();
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema.type).toBe("object");
    expect(JSON.stringify(schema)).not.toMatch(/"\$(ref|schema|defs)"/);
    expect(schemaOf()).not.toBe(schema);
  });

  it("offers a model nothing that overrides the asker", () => {
    const { properties } = askUserJsonSchema() as { properties: object };
    expect(Object.keys(properties).sort()).toEqual(["questions", "title"]);
  });
});
