import { createInstructionQueue, createTodoGuard } from "@readback/core";
import { describe, expect, it } from "vitest";
import * as ai from "../src/ai.js";
import * as claude from "../src/claude-agent-sdk.js";
import * as langchain from "../src/langchain.js";
import * as agents from "../src/openai-agents.js";
import { person } from "./support/person.js";

const { asker } = person("blue");
const guard = createTodoGuard({ rememberCompleted: true });
const queue = createInstructionQueue();
const tool = { name: "delete_file", execute: () => {}, invoke: async () => "" };
const maker = { createMiddleware: () => ({}), ToolMessage: Error, HumanMessage: Error };
const never = () => Promise.reject(new Error("it ran"));
/** What a program in JavaScript, or a cast, can give. */
const given = (options: object) => options as never;

describe("options that an adapter does not know are refused when the program starts", () => {
  it.each<[string, (options: never) => unknown]>([
    ["withApproval of ai", (options) => ai.withApproval(asker, { delete_file: tool }, options)],
    ["withApproval of openai-agents", (options) => agents.withApproval(asker, tool, options)],
    ["approvals of langchain", (options) => langchain.approvals(maker, asker, options)],
    ["askPerson of claude-agent-sdk", (options) => claude.askPerson(asker, options)],
  ])("%s", (_, make) => {
    expect(() => make(given({ tool: ["delete_file"] }))).toThrow('did you mean "tools"?');
    expect(() => make(given({ sesion: "s" }))).toThrow('did you mean "session"?');
    // As a text it would hold every name that is a part of it, and no other.
    expect(() => make(given({ tools: "delete_file" }))).toThrow("must be a list of names, such as");
    expect(() => make(given({ patience: -1 }))).toThrow("patience");
    expect(() => make(given({ tools: ["delete_file"], session: "s", from: "me" }))).not.toThrow();
  });

  it.each<[string, (options: never) => unknown]>([
    ["askUser of ai", (options) => ai.askUser(asker, options)],
    ["askUser of openai-agents", (options) => agents.askUser({ tool: () => 1 }, asker, options)],
    ["askUser of langchain", (options) => langchain.askUser({ tool: () => 1 }, asker, options)],
    ["askUserServer of claude-agent-sdk", (options) => claude.askUserServer(asker, options)],
    ["guardTodos of ai", (options) => ai.guardTodos(guard, tool, options)],
    ["guardTodos of openai-agents", (options) => agents.guardTodos(guard, tool, options)],
    ["guardTodos of langchain", (options) => langchain.guardTodos(maker, guard, options)],
    ["readbackHooks", (options: object) => claude.readbackHooks({ guard, queue, ...options })],
  ])("%s", (_, make) => {
    expect(() => make(given({ sesion: "s" }))).toThrow('did you mean "session"?');
    expect(() => make(given({ session: "s", patience: 1_000 }))).not.toThrow();
  });

  it("runWithPeople, before anything runs", async () => {
    const options = given({ timeout: 1 });
    const message = 'timeout: is not known here: did you mean "patience"?';
    await expect(ai.runWithPeople(asker, [], never, options)).rejects.toThrow(message);
    await expect(agents.runWithPeople(asker, "", never, options)).rejects.toThrow(message);
    const maker = { Command: class {} };
    await expect(langchain.runWithPeople(maker, asker, {}, never, options)).rejects.toThrow(
      message,
    );
  });

  it("callbacks beside instructions of ai", () => {
    const message = 'onStepFinished: is not known here: did you mean "onStepFinish"?';
    expect(() => ai.instructions(queue, given({ onStepFinished() {} }))).toThrow(message);
  });
});

describe("a tool that needs approval and is misspelled", () => {
  it("is refused, because its calls would happen without a question", () => {
    const message = 'tools[1]: is none of these tools: did you mean "delete_file"?';
    const options = { tools: ["read_file", "delet_file"] };
    expect(() => ai.withApproval(asker, { delete_file: tool }, options)).toThrow(message);
    expect(() => agents.withApproval(asker, tool, options)).toThrow(message);
  });

  it("is told from a tool of another set that the list names, too", () => {
    const options = { tools: ["delete_file", "delete_files"] };
    expect(() => agents.withApproval(asker, tool, options)).not.toThrow();
  });
});

describe("what an adapter connects", () => {
  const later = given(Promise.resolve(asker));
  const nothing = given(undefined as never);
  const forgetful = createTodoGuard();
  it.each<[string, () => unknown]>([
    ["must be an asker, which createAsker makes (given: nothing)", () => ai.askUser(nothing)],
    ["(given: a promise, so await it)", () => ai.withApproval(later, { delete_file: tool })],
    ["must be an object of tools", () => ai.withApproval(asker, given([tool]))],
    ["must be a guard, which createTodoGuard makes", () => ai.guardTodos(asker as never, tool)],
    ["createTodoGuard({ rememberCompleted: true })", () => ai.guardTodos(forgetful, tool)],
    ["createTodoGuard({ rememberCompleted: true })", () => agents.guardTodos(forgetful, tool)],
    ["rememberCompleted: true", () => langchain.guardTodos(maker, forgetful)],
    ["rememberCompleted: true", () => claude.readbackHooks({ guard: forgetful })],
    ["must be a queue, which createInstructionQueue makes", () => ai.instructions(nothing)],
    ["tool maker of askUser: must be the module", () => agents.askUser(asker as never, nothing)],
    ["must be an asker", () => agents.askUser({ tool: () => 1 }, nothing)],
    ["must be an asker", () => agents.withApproval(nothing, tool)],
    ["must be a guard", () => agents.guardTodos(nothing, tool)],
    ["must be a queue", () => agents.instructions(nothing)],
    ["must be the module", () => langchain.askUser(asker as never, nothing)],
    ['import * as langchain from "langchain"', () => langchain.approvals(asker as never, nothing)],
    ["must be an asker", () => langchain.approvals(maker, nothing)],
    ["must be a guard", () => langchain.guardTodos(maker, nothing)],
    ["must be a queue", () => langchain.instructions(maker, nothing)],
    ["must be an asker", () => claude.askPerson(nothing)],
    ["must be an asker", () => claude.askUserServer(nothing)],
    ["must be a guard", () => claude.readbackHooks({ guard: given({}) })],
    ["must be a queue", () => claude.readbackHooks({ queue: given({}) })],
  ])("%s", (message, make) => {
    expect(make).toThrow(message);
  });

  it("is looked at before anything runs", async () => {
    const message = "must be an asker";
    await expect(ai.runWithPeople(nothing, [], never)).rejects.toThrow(message);
    await expect(agents.runWithPeople(nothing, "", never)).rejects.toThrow(message);
    await expect(
      langchain.runWithPeople({ Command: class {} }, nothing, {}, never),
    ).rejects.toThrow(message);
    const text = "must be a list of messages";
    await expect(ai.runWithPeople(asker, "Clean up" as never, never)).rejects.toThrow(text);
    await expect(agents.runWithPeople(asker, "", nothing)).rejects.toThrow("must be a function");
    await expect(langchain.runWithPeople({} as never, asker, {}, never)).rejects.toThrow("Command");
  });
});

describe("a tool whose calls cannot be held back", () => {
  // The SDK hands its calls to the page or the provider: nobody would be asked, and nothing be checked.
  const elsewhere = { description: "runs in the page" };

  it("is refused where its calls need approval", () => {
    const message = "delete_file: has no execute, so its calls cannot be held back here";
    const tools = { delete_file: elsewhere, read_file: tool };
    expect(() => ai.withApproval(asker, tools)).toThrow(message);
    expect(() => ai.withApproval(asker, tools, { tools: ["delete_file"] })).toThrow(message);
    expect(ai.withApproval(asker, tools, { tools: ["read_file"] }).delete_file).toBe(elsewhere);
    expect(() => agents.withApproval(asker, elsewhere)).toThrow("has no invoke");
  });

  it("is refused as the one that writes todos", () => {
    expect(() => ai.guardTodos(guard, elsewhere)).toThrow("has no execute");
    expect(() => agents.guardTodos(guard, elsewhere)).toThrow("has no invoke");
  });
});
