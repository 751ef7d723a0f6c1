import type { Model, ModelRequest } from "@openai/agents";
import * as newest from "@openai/agents";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import { describe, expect, it } from "vitest";
import {
  askUser,
  guardTodos,
  instructions,
  runWithPeople,
  withApproval,
} from "../src/openai-agents.js";
import { person, YES } from "./support/person.js";

type Step = string | readonly { readonly tool: string; readonly input: unknown }[];

/** The oldest version belongs to the deep tests: each takes a while to load. */
const oldest = process.env.READBACK_DEEP ? [await import("openai-agents-oldest")] : [];
const VERSIONS = [
  ["0.20", newest] as const,
  ...oldest.map((module) => ["0.8, the oldest", module as unknown as typeof newest] as const),
];

describe.each(VERSIONS)("OpenAI Agents %s", (_, agents) => {
  const { Agent, Runner, tool, Usage } = agents;

  /** A model that does these things, and what it was given. */
  function scripted(steps: readonly Step[]) {
    const inputs: string[] = [];
    let calls = 0;
    function reply({ input }: ModelRequest) {
      inputs.push(JSON.stringify(input));
      const step = steps[inputs.length - 1] ?? "The story is over.";
      const output =
        typeof step === "string"
          ? [
              {
                ...{ type: "message", role: "assistant", status: "completed" },
                content: [{ type: "output_text", text: step }],
              },
            ]
          : step.map(({ tool: name, input: given }) => {
              const text = typeof given === "string" ? given : JSON.stringify(given);
              return {
                type: "function_call",
                callId: `call-${++calls}`,
                name,
                arguments: text,
                status: "completed",
              };
            });
      return { output: output as never[], usage: new Usage() };
    }
    const model: Model = {
      getResponse: async (request) => reply(request),
      async *getStreamedResponse(request) {
        const { output } = reply(request);
        const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
        yield { type: "response_done", response: { id: `r${inputs.length}`, usage, output } };
      },
    };
    return { model, inputs };
  }

  const runner = (more: object = {}) => new Runner({ tracingDisabled: true, ...more });

  /** A tool that counts how often it runs. */
  function deleting(more: object = {}) {
    const ran: unknown[] = [];
    const made = tool({
      name: "delete_file",
      description: "Deletes a file",
      parameters: {
        type: "object",
        properties: {},
        required: [],
        additionalProperties: true,
      } as never,
      strict: false as never,
      execute: async (input: unknown) => {
        ran.push(input);
        return "deleted";
      },
      ...more,
    });
    return { tool: made, ran };
  }

  const call = { tool: "delete_file", input: { path: "/a" } };

  describe("in an agent", () => {
    describe("ask_user", () => {
      it("gives the model the person's answer", async () => {
        const { asker } = person("blue");
        const input = { questions: [{ question: "Which colour?" }] };
        const { model, inputs } = scripted([[{ tool: "ask_user", input }], "Done"]);
        const agent = new Agent({ name: "Helper", model, tools: [askUser(agents, asker)] });
        const { finalOutput } = await runner().run(agent, "Go");
        expect(finalOutput).toBe("Done");
        expect(inputs[1]).toContain("blue");
      });

      it("tells the model what is wrong with its input, which the SDK hides when it is thrown", async () => {
        const { asker, seen } = person("blue");
        const input = { questions: [{ question: "Which?", type: "select" }] };
        const { model, inputs } = scripted([[{ tool: "ask_user", input }], "Sorry"]);
        const agent = new Agent({ name: "Helper", model, tools: [askUser(agents, asker)] });
        await runner().run(agent, "Go");
        expect(inputs[1]).toContain("invalid_input");
        expect(inputs[1]).toContain("needs at least 1 option");
        expect(seen).toEqual([]);
      });

      it("does not stop the run when the model writes no JSON", async () => {
        const { asker, seen } = person("blue");
        const { model, inputs } = scripted([
          [{ tool: "ask_user", input: '{"questions": [' }],
          "Sorry",
        ]);
        const agent = new Agent({ name: "Helper", model, tools: [askUser(agents, asker)] });
        const { finalOutput } = await runner().run(agent, "Go");
        expect(finalOutput).toBe("Sorry");
        expect(inputs[1]).toContain("error");
        expect(seen).toEqual([]);
      });
    });

    describe("withApproval", () => {
      it("runs a tool only after a yes to this very call", async () => {
        const { asker, seen } = person(YES, "Keep it");
        const { tool, ran } = deleting();
        const { model, inputs } = scripted([[call], [call], "Done"]);
        const agent = new Agent({ name: "Helper", model, tools: [withApproval(asker, tool)] });
        await runner().run(agent, "Go");
        expect(seen).toHaveLength(2);
        expect(ran).toEqual([{ path: "/a" }]);
        expect(inputs[2]).toContain("The person said no: Keep it");
      });

      it("asks only about the calls that it is told of", async () => {
        const { asker, seen } = person("No");
        const { tool, ran } = deleting();
        const { model } = scripted([[call], "Done"]);
        const tools = [
          withApproval(asker, tool, {
            tools: (_, input) => (input as { path: string }).path === "/b",
          }),
        ];
        await runner().run(new Agent({ name: "Helper", model, tools }), "Go");
        expect(seen).toEqual([]);
        expect(ran).toHaveLength(1);
      });
    });

    describe("runWithPeople", () => {
      it.each([[false], [true]])(
        "resumes with what people said, each call with its own (streaming: %s)",
        async (stream) => {
          const { asker, seen } = person(({ questions: [question] }) =>
            question?.question.includes('"/a"') ? YES : "Keep it",
          );
          const { tool, ran } = deleting({ needsApproval: true });
          const { model, inputs } = scripted([[call, { ...call, input: { path: "/b" } }], "Done"]);
          const agent = new Agent({ name: "Helper", model, tools: [tool] });
          const result = await runWithPeople(asker, "Go", (input) =>
            runner().run(agent, input, { stream } as { stream: false }),
          );
          expect(result.finalOutput).toBe("Done");
          expect(seen).toHaveLength(2);
          expect(ran).toEqual([{ path: "/a" }]);
          expect(inputs[1]).toContain("The person said no: Keep it");
        },
      );

      it("does not deny after one missed render", async () => {
        const { asker } = person(new Error("the window did not open"), YES);
        const { tool, ran } = deleting({ needsApproval: true });
        const { model } = scripted([[call], "Done"]);
        const agent = new Agent({ name: "Helper", model, tools: [tool] });
        await runWithPeople(asker, "Go", (input) => runner().run(agent, input));
        expect(ran).toHaveLength(1);
      });
    });

    it("guards todos", async () => {
      const clock = createSimulatedClock();
      const guard = createTodoGuard({ clock, rememberCompleted: true });
      const { tool, ran } = deleting({ name: "todos" });
      const claim = {
        tool: "todos",
        input: { todos: [{ content: "Write it", status: "completed" }] },
      };
      const { model, inputs } = scripted([[claim], [claim], "Done"]);
      const agent = new Agent({
        name: "Helper",
        model,
        tools: [guardTodos(guard, tool, { session: "s" })],
      });
      const callModelInputFilter = ({ modelData }: { modelData: never }) => {
        clock.advance(10_000);
        return modelData;
      };
      await runner({ callModelInputFilter }).run(agent, "Go");
      expect(inputs[1]).toContain("Review your work first");
      expect(inputs[2]).toContain("deleted");
      expect(ran).toHaveLength(1);
    });

    it("delivers instructions, and sees them taken up", async () => {
      const queue = createInstructionQueue();
      queue.queueInstructionWithAck("Delete the old file", { until: "delete_file" });
      const { tool } = deleting();
      const { model, inputs } = scripted([[call], "Done"]);
      const agent = new Agent({ name: "Helper", model, tools: [tool] });
      const { history } = await runner({ callModelInputFilter: instructions(queue) }).run(
        agent,
        "Go",
      );
      expect(inputs[0]).toContain("Delete the old file");
      expect(inputs[1]).not.toContain("Delete the old file");
      expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1, retried: 0 });
      expect(JSON.stringify(history)).not.toContain("Delete the old file");
    });
  });
});
