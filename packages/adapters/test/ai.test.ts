import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { beforeAll, describe, expect, it } from "vitest";
import { askUser, guardTodos, instructions, runWithPeople, withApproval } from "../src/ai.js";
import { type Loaded, lastOf, load, VERSIONS } from "./support/ai-model.js";
import { person, YES } from "./support/person.js";

const QUESTION = { questions: [{ question: "Which colour?" }] };

describe.each(VERSIONS)("AI SDK $version ($name)", (version) => {
  let ai: Loaded;
  beforeAll(async () => {
    ai = await load(version);
  });
  const stepCount = (most: number) => ai.sdk.stepCountIs(most);

  /** A tool that counts how often it runs. */
  function deleting(more: object = {}) {
    const ran: unknown[] = [];
    const tool = ai.sdk.tool({
      description: "Deletes a file",
      inputSchema: ai.sdk.jsonSchema({ type: "object", properties: { path: { type: "string" } } }),
      execute: async (input: unknown) => {
        ran.push(input);
        return "deleted";
      },
      ...more,
    });
    return { tool, ran };
  }

  describe("ask_user", () => {
    it("gives the model the person's answer, and the model a plain JSON Schema", async () => {
      const { asker } = person("blue");
      const { model, prompts } = ai.model([[{ tool: "ask_user", input: QUESTION }], "Done"]);
      const tools = { ask_user: askUser(asker) };
      const { text } = await ai.sdk.generateText({
        model,
        tools,
        prompt: "Go",
        stopWhen: stepCount(5),
      });
      expect(text).toBe("Done");
      expect(lastOf(prompts[1])).toContain("blue");
      const [offered] = model.doGenerateCalls[0].tools;
      expect(Object.keys(offered.inputSchema.properties)).toEqual(["questions", "title"]);
    });

    it("tells the model what is wrong with its input", async () => {
      const { asker, seen } = person("blue");
      const wrong = { questions: [{ question: "Which?", type: "select" }] };
      const { model, prompts } = ai.model([[{ tool: "ask_user", input: wrong }], "Sorry"]);
      const tools = { ask_user: askUser(asker) };
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(lastOf(prompts[1])).toContain("invalid_input");
      expect(lastOf(prompts[1])).toContain("needs at least 1 option");
      expect(seen).toEqual([]);
    });
  });

  describe("withApproval", () => {
    const call = [{ tool: "delete_file", input: { path: "/a" } }];

    it("runs a tool once the person has said yes to this call", async () => {
      const { asker, seen } = person(YES);
      const { tool, ran } = deleting();
      const { model, prompts } = ai.model([call, "Done"]);
      const tools = withApproval(asker, { delete_file: tool });
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(ran).toEqual([{ path: "/a" }]);
      expect(seen[0]).toContain('"/a"');
      expect(lastOf(prompts[1])).toContain("deleted");
    });

    it("does not run it after a no, and tells the model what the person said", async () => {
      const { asker } = person("Move it instead");
      const { tool, ran } = deleting();
      const { model, prompts } = ai.model([call, "Sorry"]);
      const tools = withApproval(asker, { delete_file: tool });
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(ran).toEqual([]);
      expect(lastOf(prompts[1])).toContain("The person said no: Move it instead");
    });

    it("asks about each call, also when the next one looks the same", async () => {
      const { asker, seen } = person(YES, "No");
      const { tool, ran } = deleting();
      const { model } = ai.model([call, call, "Done"]);
      const tools = withApproval(asker, { delete_file: tool });
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(seen).toHaveLength(2);
      expect(ran).toHaveLength(1);
    });

    it("does not deny after one missed render", async () => {
      const { asker } = person(new Error("the window did not open"), YES);
      const { tool, ran } = deleting();
      const { model } = ai.model([call, "Done"]);
      const tools = withApproval(asker, { delete_file: tool });
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(ran).toHaveLength(1);
    });

    it("asks only about the tools that are named, and takes the last of results in pieces", async () => {
      const { asker, seen } = person("No");
      async function* inPieces() {
        yield "half";
        yield "whole";
      }
      const { tool } = deleting({ execute: inPieces });
      const { model, prompts } = ai.model([call, "Done"]);
      const tools = withApproval(asker, { delete_file: tool }, { tools: ["other"] });
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(seen).toEqual([]);
      expect(lastOf(prompts[1])).toContain("whole");
    });
  });

  describe("guardTodos", () => {
    it("blocks a first claim, and lets the second one through", async () => {
      const clock = createSimulatedClock();
      const guard = createTodoGuard({ clock, rememberCompleted: true });
      const { tool, ran } = deleting({ description: "Writes todos" });
      const claim = {
        tool: "todos",
        input: { todos: [{ content: "Write it", status: "completed" }] },
      };
      const { model, prompts } = ai.model([[claim], [claim], [claim], "Done"]);
      const settings = {
        onStepFinish: () => clock.advance(10_000),
        tools: { todos: guardTodos(guard, tool, { session: "s" }) },
      };
      await ai.sdk.generateText({ model, ...settings, prompt: "Go", stopWhen: stepCount(5) });
      expect(lastOf(prompts[1])).toContain("Review your work first");
      expect(lastOf(prompts[2])).toContain("deleted");
      // The todo is known to be done: the list that still shows it is no new claim.
      expect(lastOf(prompts[3])).toContain("deleted");
      expect(ran).toHaveLength(2);
    });

    it("blocks, and says so, when the guard itself cannot check", async () => {
      const guard = createTodoGuard({ rememberCompleted: true });
      const { tool, ran } = deleting();
      const claim = {
        tool: "todos",
        input: { todos: [{ content: "Write it", status: "done" }] },
      };
      const { model, prompts } = ai.model([[claim], "Done"]);
      const tools = { todos: guardTodos(guard, tool) };
      await ai.sdk.generateText({ model, tools, prompt: "Go", stopWhen: stepCount(5) });
      expect(lastOf(prompts[1])).toContain("todos[0].status: must be one of");
      expect(ran).toEqual([]);
    });
  });

  describe("instructions", () => {
    it("are given once, and acknowledged by the tool call they wait for", async () => {
      const queue = createInstructionQueue();
      queue.queueInstructionWithAck("Delete the old file", { until: "delete_file" });
      const { tool } = deleting();
      const call = [{ tool: "delete_file", input: { path: "/a" } }];
      const { model, prompts } = ai.model([call, "Done"]);
      const settings = {
        tools: { delete_file: tool },
        stopWhen: stepCount(5),
        ...instructions(queue),
      };
      const { response } = await ai.sdk.generateText({ model, prompt: "Go", ...settings });
      const given = JSON.stringify(
        prompts.map((prompt) => prompt.filter(({ role }: { role: string }) => role === "user")),
      );
      expect(given).toContain("Delete the old file");
      expect(lastOf(prompts[1])).toContain("deleted");
      expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1, retried: 0 });
      // What was injected is the queue's to repeat: the history does not have it.
      expect(JSON.stringify(response.messages)).not.toContain("Delete the old file");
    });

    it("leave the program its own callbacks", async () => {
      const queue = createInstructionQueue();
      queue.queueInstructionWithAck("Delete the old file", { until: "delete_file" });
      const { tool } = deleting();
      const call = [{ tool: "delete_file", input: { path: "/a" } }];
      const { model, prompts } = ai.model([call, "Done"]);
      const finished: string[] = [];
      const settings = instructions(queue, {
        prepareStep: ({ messages, stepNumber }) => ({
          messages: [...messages, { role: "user", content: `Step ${stepNumber} of mine` }],
        }),
        onStepFinish: ({ finishReason }) => void finished.push(finishReason),
      });
      const tools = { delete_file: tool };
      await ai.sdk.generateText({
        model,
        prompt: "Go",
        tools,
        stopWhen: stepCount(5),
        ...settings,
      });
      expect(JSON.stringify(prompts[0])).toMatch(/Go.*Step 0 of mine.*Delete the old file/);
      expect(lastOf(prompts[1])).toContain("Step 1 of mine");
      expect(finished).toHaveLength(2);
      expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1 });
    });

    it("change nothing of a step when there is nothing to deliver", async () => {
      const prepared = { toolChoice: "none" };
      const own = instructions(createInstructionQueue(), { prepareStep: () => prepared });
      expect(await own.prepareStep({ messages: [] })).toBe(prepared);
      const alone = instructions(createInstructionQueue());
      expect(await alone.prepareStep({ messages: [] })).toBeUndefined();
    });

    it("are acknowledged by the last step, too, when the run ends after it", async () => {
      const queue = createInstructionQueue();
      queue.queueInstructionWithAck("Delete the old file", { until: "delete_file" });
      const { tool } = deleting();
      const { model } = ai.model([[{ tool: "delete_file", input: { path: "/a" } }]]);
      const tools = { delete_file: tool };
      await ai.sdk.generateText({
        model,
        prompt: "Go",
        tools,
        stopWhen: stepCount(1),
        ...instructions(queue),
      });
      expect(queue.stats().acknowledged).toBe(1);
    });
  });

  describe.runIf(version.version > 5)("runWithPeople", () => {
    const call = { tool: "delete_file", input: { path: "/a" } };
    const start = [{ role: "user" as const, content: "Go" }];

    it("resumes with what people said, each of several calls with its own", async () => {
      const { asker, seen } = person(({ questions: [question] }) =>
        question?.question.includes('"/a"') ? YES : "Keep it",
      );
      const { tool, ran } = deleting({ needsApproval: true });
      const { model, prompts } = ai.model([[call, { ...call, input: { path: "/b" } }], "Done"]);
      const { text } = (await runWithPeople(asker, start, (messages) =>
        ai.sdk.generateText({
          model,
          tools: { delete_file: tool },
          messages,
          stopWhen: stepCount(5),
        }),
      )) as { text: string };
      expect(text).toBe("Done");
      expect(seen).toHaveLength(2);
      expect(ran).toEqual([{ path: "/a" }]);
      expect(JSON.stringify(prompts[1])).toContain("The person said no: Keep it");
    });

    it("keeps what earlier steps said, and goes on as often as approval is needed", async () => {
      const { asker } = person(YES);
      const { tool, ran } = deleting({ needsApproval: true });
      const { tool: reading } = deleting({ execute: async () => "the content" });
      const { model, prompts } = ai.model([
        [{ tool: "read_file", input: {} }],
        [call],
        [call],
        "Done",
      ]);
      const tools = { delete_file: tool, read_file: reading };
      await runWithPeople(asker, start, (messages) =>
        ai.sdk.generateText({ model, tools, messages, stopWhen: stepCount(5) }),
      );
      expect(ran).toHaveLength(2);
      expect(JSON.stringify(prompts[3])).toContain("the content");
    });

    it("throws the errors of the run", async () => {
      const { asker } = person(YES);
      const failing = runWithPeople(asker, start, () => Promise.reject(new Error("no model")));
      await expect(failing).rejects.toThrow("no model");
    });
  });
});
