import { describe, expect, it } from "vitest";
import { checkAnswers } from "../src/ask-with-render-ack/answers.js";
import { approve } from "../src/ask-with-render-ack/approve.js";
import { askUserTool } from "../src/ask-with-render-ack/ask-tool.js";
import { askUserInputSchema } from "../src/ask-with-render-ack/ask-user-schema.js";
import { createAsker } from "../src/ask-with-render-ack/asker.js";
import { toClaudeCode } from "../src/ask-with-render-ack/converters/claude-code.js";
import { toElicitation } from "../src/ask-with-render-ack/converters/mcp-elicitation-request.js";
import { askMachine } from "../src/ask-with-render-ack/machine.js";
import { promptBridge } from "../src/ask-with-render-ack/prompt-bridge.js";
import type { Question } from "../src/ask-with-render-ack/question.js";
import { askInputSchema } from "../src/ask-with-render-ack/schema.js";
import { didYouMean } from "../src/did-you-mean.js";
import { InvalidInputError } from "../src/errors.js";
import { createInstructionQueue, startRetryTimer } from "../src/instruction-ack/queue.js";
import { createMemoryJournal } from "../src/journal/memory-journal.js";
import { journalStatistics } from "../src/journal/statistics.js";
import { parse } from "../src/parse.js";
import { createSimulatedClock } from "../src/runtime/clock.js";
import { createRuntime } from "../src/runtime/create-runtime.js";
import { createHost } from "../src/runtime/host.js";
import { createReplay } from "../src/runtime/replay.js";
import { withTelemetry } from "../src/telemetry/with-telemetry.js";
import { bridgeChecks } from "../src/testing/bridge-checks.js";
import { createTodoGuard } from "../src/todo-attempt-guard/create-todo-guard.js";
import {
  escalationQuestion,
  escalationResponse,
} from "../src/verify-retry-escalate/escalation-question.js";
import { parseUserResponse } from "../src/verify-retry-escalate/response.js";
import { runVerified } from "../src/verify-retry-escalate/runner.js";
import { createFakeBridge } from "./support/fake-bridge.js";

// Every public function that takes input: what is refused, and that the error says which field,
// what is wrong with it and what is allowed. `given` is deliberately untyped: it comes from outside.
// biome-ignore lint/suspicious/noExplicitAny: bad input by design
type Bad = any;

interface Case {
  readonly given: Bad;
  readonly says: readonly string[];
}

/** The message of the InvalidInputError that `call` throws or rejects with. */
async function refusal(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).code).toBe("invalid_input");
    return (error as InvalidInputError).message;
  }
  throw new Error("It was not refused");
}

const question = { question: "Deploy?" };
const eleven = Array.from({ length: 11 }, (_, index) => ({ question: `Q${index}?` }));

describe("asker.ask refuses", () => {
  const cases: readonly Case[] = [
    ...[5, null, { description: "No label" }, { label: "a", description: null }].map((option) => ({
      given: { questions: [{ ...question, options: [option] }] },
      says: ["questions[0].options[0]", "must be a label, or { label, description? }"],
    })),
    {
      given: { questions: [{ ...question, type: "confirm", initial: { values: ["maybe"] } }] },
      says: ["questions[0].initial.values", "must be yes or no"],
    },
    {
      given: { questions: [{ ...question, initial: { values: ["a", "b"] } }] },
      says: ["questions[0].initial.values", "takes one answer"],
    },
    {
      given: { questions: [{ ...question, options: ["a", "b"], initial: { values: ["a", "b"] } }] },
      says: ["questions[0].initial.values", "takes one answer"],
    },
    {
      given: {
        questions: [{ ...question, options: ["a"], custom: false, initial: { custom: "b" } }],
      },
      says: ["questions[0].initial.custom", "this question does not allow a custom answer"],
    },
    { given: undefined, says: ["ask input", "must be an object"] },
    { given: {}, says: ["questions", "must be a list"] },
    { given: { questions: [] }, says: ["questions", "at least 1 question", "0 items"] },
    { given: { questions: eleven }, says: ["questions", "at most 10 questions", "11 items"] },
    { given: { questions: [{}] }, says: ["questions[0].question", "must be a text"] },
    { given: { questions: [{ question: "  " }] }, says: ["questions[0].question", "not be empty"] },
    {
      given: { questions: [{ ...question, type: "radio" }] },
      says: ["questions[0].type", '"text", "select", "multi-select" or "confirm"', '"radio"'],
    },
    {
      given: { questions: [{ ...question, type: "select" }] },
      says: ["questions[0].options", "at least 1 option"],
    },
    {
      given: { questions: [{ ...question, type: "text", options: ["a"] }] },
      says: ["questions[0].options", "takes no options"],
    },
    {
      given: { questions: [{ ...question, options: ["a", "a"] }] },
      says: ["questions[0].options", "differ"],
    },
    {
      given: { questions: [{ ...question, options: ["a", " "] }] },
      says: ["questions[0].options[1].label", "1 to 500 characters"],
    },
    {
      given: {
        questions: [
          { ...question, id: "x" },
          { ...question, id: "x" },
        ],
      },
      says: ["questions", "ids must differ"],
    },
    {
      given: { questions: [question], title: "x".repeat(101) },
      says: ["title", "at most 100 characters", "101 characters"],
    },
    { given: { questions: [question], maxRetries: 6 }, says: ["maxRetries", "0 to 5", "6"] },
    { given: { questions: [question], maxRetries: -1 }, says: ["maxRetries", "0 to 5", "-1"] },
    { given: { questions: [question], maxRetries: 1.5 }, says: ["maxRetries", "whole number"] },
    { given: { questions: [question], maxRetries: "3" }, says: ["maxRetries", "number", '"3"'] },
    { given: { questions: [question], renderTimeout: 0 }, says: ["renderTimeout", "more than 0"] },
    {
      given: { questions: [question], responseTimeout: Number.POSITIVE_INFINITY },
      says: ["responseTimeout", "number"],
    },
    {
      given: { questions: [question], renderTimeout: 2 ** 31 },
      says: ["renderTimeout", "at most 2147483647"],
    },
  ];
  it.each(cases)("$given", async ({ given, says }) => {
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge });
    const message = await refusal(() => asker.ask(given));
    for (const part of says) expect(message).toContain(part);
    expect([...asker.runtime.journal.read()]).toEqual([]);
    expect(ui.shown).toEqual([]);
  });

  it("an empty session", async () => {
    const asker = createAsker({ bridge: createFakeBridge().bridge });
    const message = await refusal(() => asker.ask({ questions: [question] }, { session: "" }));
    expect(message).toContain("session: must not be empty");
  });
});

describe("the ask_user tool boundary refuses", () => {
  it.each([
    { given: { renderTimeout: 9_999 }, says: ["renderTimeout", "10000 to 60000", "9999"] },
    { given: { renderTimeout: 60_001 }, says: ["renderTimeout", "10000 to 60000", "60001"] },
    { given: { maxRetries: 10 }, says: ["maxRetries", "0 to 5", "10"] },
  ])("$given", async ({ given, says }) => {
    const message = await refusal(() =>
      parse(askUserInputSchema, { questions: [question], ...given }, "ask_user input"),
    );
    for (const part of says) expect(message).toContain(part);
  });
});

describe("createAsker refuses", () => {
  it("nothing at all, and a path as a journal", async () => {
    expect(await refusal(() => createAsker(undefined as Bad))).toBe(
      "Invalid asker options: must be an object (given: nothing)",
    );
    const { bridge } = createFakeBridge();
    expect(await refusal(() => createAsker({ bridge, journal: "./journal" as Bad }))).toBe(
      'Invalid options: journal: must be a journal: createMemoryJournal(), or createFileJournal of @readback/node (given: "./journal")',
    );
  });

  it.each<Case>([
    { given: { maxRetries: 6 }, says: ["maxRetries", "0 to 5"] },
    { given: { responseTimeout: -1 }, says: ["responseTimeout", "more than 0"] },
    { given: { retry: "never" }, says: ["retry", '"agent" or "host"'] },
    { given: { concurrency: "drop" }, says: ["concurrency", '"queue", "reject" or "replace"'] },
    { given: { bridge: undefined }, says: ["bridge: must be a QuestionBridge", "promptBridge"] },
    { given: { bridge: {} }, says: ["bridge.sendQuestion: must be a function", "bridge.onAnswer"] },
  ])("$given", async ({ given, says }) => {
    const { bridge } = createFakeBridge();
    const message = await refusal(() => createAsker({ bridge, ...given }));
    for (const part of says) expect(message).toContain(part);
  });
});

describe("answers are refused", () => {
  const questions: Question[] = [
    { id: "t", question: "?", type: "text", options: [], required: true, custom: false },
    {
      id: "s",
      question: "?",
      type: "select",
      options: [{ label: "a" }, { label: "b" }],
      required: false,
      custom: false,
    },
    {
      id: "m",
      question: "?",
      type: "multi-select",
      options: [{ label: "a" }, { label: "b" }],
      required: false,
      custom: true,
    },
  ];
  const text = { id: "t", values: ["x"] };
  it.each<Case>([
    { given: "x", says: ["answers", "must be a list"] },
    { given: [], says: ["t", "needs an answer"] },
    { given: [{ id: "t", values: [" "] }], says: ["t", "needs an answer"] },
    { given: [{ id: "t", values: ["x", "y"] }], says: ["t", "takes one answer"] },
    { given: [text, text], says: ["[1].id", "answered twice"] },
    { given: [text, { id: "z", values: ["x"] }], says: ["[1].id", '"z" was not asked'] },
    { given: [text, { id: "s", values: ["c"] }], says: ["s", '"c" is not one of "a", "b"'] },
    { given: [text, { id: "s", values: ["a", "b"] }], says: ["s", "takes one answer"] },
    {
      given: [text, { id: "s", custom: "own" }],
      says: ["s", "must be one of the options: it does not allow a"],
    },
    { given: [{ id: "t", custom: "x" }], says: ["t", 'must have its text in "values"'] },
    {
      given: [text, { id: "m", values: ["Mars"] }],
      says: [
        "m",
        '"Mars" is not one of "a", "b": put an answer in the person\'s own words into "custom"',
      ],
    },
    { given: [text, { id: "m", values: ["a", "a"] }], says: ["m", "names an option twice"] },
    { given: [{ id: "t", values: [1] }], says: ["[0].values[0]", "must be a text"] },
    { given: [text, { id: "__proto__", values: [] }], says: ["[1].id", "was not asked"] },
  ])("$given", async ({ given, says }) => {
    const message = await refusal(() => checkAnswers(questions, given));
    for (const part of says) expect(message).toContain(part);
  });
});

describe("createTodoGuard refuses", () => {
  it.each<Case>([
    { given: { maxRetryAttempts: 0 }, says: ["maxRetryAttempts", "1 to 10", "0"] },
    { given: { maxRetryAttempts: 11 }, says: ["maxRetryAttempts", "1 to 10", "11"] },
    { given: { maxRetryAttempts: 2.5 }, says: ["maxRetryAttempts", "whole number, 1 to 10"] },
    { given: { maxRetryAttempts: "5" }, says: ["maxRetryAttempts", "number"] },
    { given: { onGuardFailure: "ignore" }, says: ["onGuardFailure", '"block" or "allow"'] },
    { given: { validationTimeout: 0 }, says: ["validationTimeout", "more than 0"] },
    { given: { validate: "npm test" }, says: ["validate", "must be a function"] },
  ])("$given", async ({ given, says }) => {
    const message = await refusal(() => createTodoGuard(given));
    for (const part of says) expect(message).toContain(part);
  });
});

describe("the guard refuses", () => {
  const guard = createTodoGuard();
  const check = { session: "s", toolUseId: "t", completing: ["a"] };
  const which = { session: "s", todo: "a" };
  it.each<readonly [string, () => unknown, readonly string[]]>([
    [
      "check: no session",
      () => guard.check({ ...check, session: "" }),
      ["session", "not be empty"],
    ],
    ["check: no tool id", () => guard.check({ ...check, toolUseId: "" }), ["toolUseId", "empty"]],
    [
      "check: a text",
      () => guard.check({ ...check, completing: "a" as Bad }),
      ["completing", "must be a list"],
    ],
    [
      "check: blank",
      () => guard.check({ ...check, completing: [" "] }),
      ["completing[0]", "empty"],
    ],
    ["confirm", () => guard.confirm({ session: "s", toolUseId: "" }), ["toolUseId", "empty"]],
    ["observe", () => guard.observe({ session: "s", todos: [{}] as Bad }), ["todos[0].content"]],
    ["approve", () => guard.approve({ ...which, todo: "" }), ["todo", "empty"]],
    ["reset", () => guard.reset({ ...which, session: "" }), ["session", "empty"]],
    ["endSession", () => guard.endSession(""), ["session", "empty"]],
  ])("%s", async (_, call, says) => {
    const message = await refusal(call);
    for (const part of says) expect(message).toContain(part);
    expect([...guard.runtime.journal.read()]).toEqual([]);
  });
});

describe("the instruction queue refuses", () => {
  const queue = createInstructionQueue();
  it.each<readonly [string, () => unknown, readonly string[]]>([
    ["nothing", () => queue.queueInstruction(""), ["instruction", "not be empty"]],
    [
      "a number",
      () => queue.queueInstructionWithAck(7 as Bad),
      ["instruction", "must be a text", "7"],
    ],
    [
      "too long",
      () => queue.queueInstructionWithAck("x".repeat(100_001)),
      ["at most 100000 characters", "100001 characters"],
    ],
    [
      "maxRetries",
      () => queue.queueInstructionWithAck("a", { maxRetries: -1 }),
      ["maxRetries", "0 to 100", "-1"],
    ],
    [
      "tickInterval",
      () => createInstructionQueue({ tickInterval: 0 }),
      ["tickInterval", "more than 0"],
    ],
    ["maxFailed", () => createInstructionQueue({ maxFailed: -1 }), ["maxFailed", "at least 0"]],
  ])("%s", async (_, call, says) => {
    const message = await refusal(call);
    for (const part of says) expect(message).toContain(part);
    expect(queue.isIdle()).toBe(true);
    expect([...queue.runtime.journal.read()]).toEqual([]);
  });
});

describe("runVerified refuses", () => {
  it.each<Case>([
    { given: { task: undefined }, says: ["task", "must be an object"] },
    { given: { task: { id: "a b", name: "x" } }, says: ["task: id", "without spaces"] },
    { given: { task: { id: "a]", name: "x" } }, says: ["task: id", "brackets"] },
    { given: { task: { id: "a", name: " " } }, says: ["task: name", "not be empty"] },
    { given: { maxAttempts: 0 }, says: ["maxAttempts", "1 to 100", "0"] },
    { given: { maxAttempts: 1.5 }, says: ["maxAttempts", "whole number"] },
    { given: { retryDelay: -1 }, says: ["retryDelay", "0 or more"] },
    { given: { executeTimeout: 0 }, says: ["executeTimeout", "more than 0"] },
    { given: { stuckAfter: 1 }, says: ["stuckAfter", "2 or more, or null"] },
    { given: { execute: undefined }, says: ["execute", "must be a function"] },
    { given: { verify: "npm test" }, says: ["verify", "must be a function"] },
    { given: { escalate: "me" }, says: ["escalate", "must be a function"] },
  ])("$given", async ({ given, says }) => {
    let executions = 0;
    const options = {
      task: { id: "03-01:task-1", name: "A task" },
      execute: () => {
        executions += 1;
        return undefined;
      },
      verify: () => true,
      ...given,
    };
    const message = await refusal(() => runVerified(options));
    for (const part of says) expect(message).toContain(part);
    expect(executions).toBe(0);
  });

  it.each(["", "maybe", "fix:", "fix:   ", "retry now"])("the response %j", async (said) => {
    const message = await refusal(() => parseUserResponse(said));
    expect(message).toContain('"retry", "skip", "abort" or "fix: <instruction>"');
  });
});

it("shows hostile input as text", async () => {
  const queue = createInstructionQueue({});
  const given = { maxRetries: "\u001b[31m\u202e" } as Bad;
  const message = await refusal(() => queue.queueInstructionWithAck("a", given));
  expect(message).not.toContain("\u001b");
  expect(message).not.toContain("\u202e");
});

it("of a name that was only begun, the one that can be meant is named", () => {
  expect(didYouMean("claud", ["claude-code", "codex"])).toBe("claude-code");
  expect(didYouMean("co", ["codex"])).toBeUndefined();
  expect(didYouMean("res", ["responseTimeout", "responseCap"])).toBeUndefined();
});

describe("an unknown name", () => {
  const { bridge } = createFakeBridge();
  const check = { session: "s", toolUseId: "t", completing: ["a"] };
  const run = {
    task: { id: "task-1", name: "A task" },
    execute: () => undefined,
    verify: () => true,
  };
  const asking = (fields: Bad) => () =>
    createAsker({ bridge }).ask({ questions: [{ question: "Deploy?", ...fields }] });
  const cases: readonly (readonly [() => unknown, string])[] = [
    [
      asking({ choices: ["a"] }),
      'questions[0].choices: is not known here: did you mean "options"?',
    ],
    [
      asking({ multiSelect: "yes" }),
      'questions[0].multiSelect: is not known here: did you mean "type"?',
    ],
    [
      asking({ type: "text", multiple: true }),
      'questions[0].multiple: is not known here: did you mean "type"?',
    ],
    [
      asking({ options: [{ label: "a", value: "a" }] }),
      'questions[0].options[0].value: is not known here: did you mean "label"?',
    ],
    [
      () => createAsker({ bridge }).ask({ questions: [question], maxRetry: 1 } as Bad),
      'maxRetry: is not known here: did you mean "maxRetries" (n retries allow 1 + n attempts)?',
    ],
    [
      () => createAsker({ bridge, timeout: 5 } as Bad),
      'timeout: is not known here: did you mean "responseTimeout"?',
    ],
    [
      () => createAsker({ bridge }).ask({ questions: [question] }, { sesion: "s" } as Bad),
      'sesion: is not known here: did you mean "session"?',
    ],
    [
      () => createTodoGuard({ maxAttempts: 3 } as Bad),
      'maxAttempts: is not known here: did you mean "maxRetryAttempts" (n allows n attempts)?',
    ],
    [
      () => createTodoGuard().check({ ...check, todos: [] } as Bad),
      'todos: is not known here: did you mean "completing"?',
    ],
    [
      () => createInstructionQueue({ maxRetries: 3 } as Bad),
      "maxRetries: is not known here. Known: clock, journal, redact, onError, tickInterval, expiresAfter, maxFailed, newId",
    ],
    [
      () => createInstructionQueue().queueInstructionWithAck("a", { maxAttempts: 3 } as Bad),
      'maxAttempts: is not known here: did you mean "maxRetries" (n retries allow 1 + n attempts)?',
    ],
    [
      () => runVerified({ ...run, maxRetries: 3 } as Bad),
      'maxRetries: is not known here: did you mean "maxAttempts" (n allows n attempts)?',
    ],
    [
      () => runVerified({ ...run, task: { ...run.task, title: "x" } } as Bad),
      'title: is not known here: did you mean "name"?',
    ],
    [
      () => createMemoryJournal({ keepDone: 1 } as Bad),
      "keepDone: is not known here. Known: keepFinished, keepLive, onError",
    ],
    [
      asking({ ["\u001b[31m\u202e".repeat(50)]: 1 }),
      "Known: id, question, header, type, options, required, placeholder, custom, initial",
    ],
  ];

  it.each(cases.map(([call, says]) => [says, call] as const))("%s", async (says, call) => {
    const message = await refusal(call);
    expect(message).toContain(says);
    expect(message.length).toBeLessThan(400);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in it
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("of other tools that everybody knows is understood: multiSelect and multiple", () => {
    const typeOf = (fields: Bad) =>
      parse(askInputSchema, { questions: [{ ...question, options: ["a", "b"], ...fields }] }, "x")
        .questions[0]?.type;
    expect(typeOf({ multiSelect: true })).toBe("multi-select");
    expect(typeOf({ multiple: true, type: "select" })).toBe("multi-select");
    expect(typeOf({ multiSelect: false })).toBe("select");
  });
});

describe("a function that is called wrongly says so at once", () => {
  const asking = Promise.resolve({});
  const call = { tool: "rm", input: {}, callId: "1" };
  const run = { execute: () => undefined, verify: () => true };
  const cases: readonly (readonly [() => unknown, string])[] = [
    [
      () => (promptBridge as Bad)(),
      "Invalid prompt of promptBridge: must be a function (given: nothing)",
    ],
    [
      () => promptBridge("Which?" as Bad),
      'Invalid prompt of promptBridge: must be a function (given: "Which?")',
    ],
    [
      () => createAsker({ bridge: asking as Bad }),
      "Invalid asker options: bridge: must be a QuestionBridge, such as promptBridge makes of one function; null when another process shows the questions (given: a promise, so await it)",
    ],
    [
      () => approve(undefined as Bad, call),
      "Invalid asker of approve: must be an asker, which createAsker makes (given: nothing)",
    ],
    [
      () => askUserTool(asking as Bad),
      "Invalid asker of the ask_user tool: must be an asker, which createAsker makes (given: a promise, so await it)",
    ],
    [
      () => toClaudeCode([], asking as Bad),
      "Invalid result of an ask: must be what asker.ask resolves to (given: a promise, so await it)",
    ],
    [
      () => toElicitation({ questions: [] } as Bad),
      "Invalid questions: must be the list of questions that were asked (given: an object)",
    ],
    [
      () => escalationQuestion("no" as Bad),
      'Invalid escalation: must be what escalate of runVerified is called with (given: "no")',
    ],
    [
      () => escalationResponse(asking as Bad),
      "Invalid result of an ask: must be what asker.ask resolves to (given: a promise, so await it)",
    ],
    [
      () => createMemoryJournal(null as Bad),
      "Invalid memory journal options: must be an object (given: null)",
    ],
    [
      () => createMemoryJournal("./journal" as Bad),
      'Invalid memory journal options: must be an object (given: "./journal")',
    ],
    [
      () => createMemoryJournal({ keepFinished: -1, keepLive: "9" as Bad }),
      'Invalid memory journal options: keepFinished: must be a whole number, at least 0, or Infinity (given: -1); keepLive: must be a whole number, at least 0, or Infinity (given: "9")',
    ],
    [
      () => createRuntime(askMachine as Bad),
      "Invalid machines: must be a list of machines, such as [askMachine] (given: an object)",
    ],
    [
      () => createRuntime([{}] as Bad),
      "Invalid machine: [0]: must be a machine of XState 5, such as askMachine (given: an object)",
    ],
    [
      () => createRuntime([askMachine], { jornal: createMemoryJournal() } as Bad),
      'Invalid runtime options: jornal: is not known here: did you mean "journal"?',
    ],
    [
      () => createRuntime([askMachine], { clock: Date as Bad }),
      "Invalid options: clock: must be a clock: systemClock, or createSimulatedClock() in tests (given: a function)",
    ],
    [
      () => createHost(undefined as Bad),
      "Invalid machine: must be a machine of XState 5, such as askMachine (given: nothing)",
    ],
    [
      () => createReplay(askMachine as Bad),
      "Invalid machines: must be a list of machines, such as [askMachine] (given: an object)",
    ],
    [
      () => createSimulatedClock("0" as Bad),
      'Invalid simulated clock: start: must be a number of milliseconds (given: "0")',
    ],
    [
      () => createSimulatedClock().advance(undefined as Bad),
      "Invalid simulated clock: advance: must be a number of milliseconds (given: nothing)",
    ],
    [
      () => journalStatistics(createMemoryJournal() as Bad),
      "Invalid journal: must be the entries of a journal, such as journal.read() (given: an object)",
    ],
    [
      () => startRetryTimer(createMemoryJournal() as Bad),
      "Invalid queue of startRetryTimer: must be a queue, which createInstructionQueue makes (given: an object)",
    ],
    [
      () => withTelemetry({} as Bad),
      "Invalid journal of withTelemetry: must be a journal: createMemoryJournal(), or createFileJournal of @readback/node (given: an object)",
    ],
    [
      () => bridgeChecks({ create: () => ({}) as Bad, cannot: { hid: "no window" } as Bad }),
      'Invalid cannot of bridgeChecks: hid: is not known here: did you mean "hide"?',
    ],
    [() => runVerified(run as Bad), "Invalid run settings: task: must be given (given: nothing)"],
    [
      () => createInstructionQueue().queueInstruction({ content: "a" } as Bad),
      "Invalid instruction: must be a text (given: an object)",
    ],
    [
      () => createInstructionQueue().queueInstruction(["a"] as Bad),
      "Invalid instruction: must be a text (given: a list of 1)",
    ],
  ];

  it.each(cases.map(([refused, says]) => [says, refused] as const))("%s", async (says, refused) => {
    expect(await refusal(refused)).toBe(says);
  });
});
