import { fakeModel } from "@langchain/core/testing";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createInstructionQueue, createSimulatedClock, createTodoGuard } from "@readback/core";
import * as newest from "langchain";
import { describe, expect, it } from "vitest";
import { approvals, askUser, guardTodos, instructions, runWithPeople } from "../src/langchain.js";
import { person, YES } from "./support/person.js";

type Step = string | readonly { readonly tool: string; readonly input: object }[];

/** The oldest version belongs to the deep tests: each takes a while to load. */
const oldest = process.env.READBACK_DEEP ? [await import("langchain-oldest")] : [];
const VERSIONS = [
  ["1.5", newest] as const,
  ...oldest.map((module) => ["1.0, the oldest", module as unknown as typeof newest] as const),
];

describe.each(VERSIONS)("LangChain %s", (_, langchain) => {
  /** LangChain's own fake model, told to do these things. */
  function scripted(steps: readonly Step[]) {
    let model = fakeModel();
    let calls = 0;
    for (const step of steps) {
      model =
        typeof step === "string"
          ? model.respond(new langchain.AIMessage(step))
          : model.respondWithTools(
              step.map(({ tool: name, input: args }) => ({
                name,
                args: { ...args },
                id: `call-${++calls}`,
              })),
            );
    }
    return model;
  }

  function deleting() {
    const ran: unknown[] = [];
    const tool = langchain.tool(
      async (input: unknown) => {
        ran.push(input);
        return "deleted";
      },
      {
        name: "delete_file",
        description: "Deletes a file",
        schema: { type: "object", properties: { path: { type: "string" } } },
      },
    );
    return { tool, ran };
  }

  const call = { tool: "delete_file", input: { path: "/a" } };
  const go = { messages: [{ role: "user", content: "Go" }] };
  const textOf = (state: { messages: readonly unknown[] }) => JSON.stringify(state.messages);

  describe("in an agent", () => {
    describe("ask_user", () => {
      it("gives the model the person's answer", async () => {
        const { asker } = person("blue");
        const model = scripted([
          [{ tool: "ask_user", input: { questions: [{ question: "Which colour?" }] } }],
          "Done",
        ]);
        const agent = langchain.createAgent({ model, tools: [askUser(langchain, asker)] });
        expect(textOf(await agent.invoke(go))).toContain("blue");
      });

      it("tells the model what is wrong with its input", async () => {
        const { asker, seen } = person("blue");
        const wrong = { questions: [{ question: "Which?", type: "select" }] };
        const model = scripted([[{ tool: "ask_user", input: wrong }], "Sorry"]);
        const agent = langchain.createAgent({ model, tools: [askUser(langchain, asker)] });
        expect(textOf(await agent.invoke(go))).toContain("needs at least 1 option");
        expect(seen).toEqual([]);
      });

      it("shows a question once when the same call runs again, and answers it the same", async () => {
        const { asker, seen } = person("blue", "red");
        const tool = askUser(langchain, asker) as newest.DynamicStructuredTool;
        const input = { questions: [{ question: "Which colour?" }] };
        const again = { type: "tool_call" as const, id: "call-1", name: "ask_user", args: input };
        const first = await tool.invoke(again);
        expect(await tool.invoke(again)).toEqual(first);
        expect(seen).toHaveLength(1);
      });
    });

    it("asks before tools run, and tells the model what the person said", async () => {
      const { asker, seen } = person(YES, "Keep it");
      const { tool, ran } = deleting();
      const model = scripted([[call], [call], "Done"]);
      const middleware = [approvals(langchain, asker, { tools: ["delete_file"] })];
      const state = await langchain.createAgent({ model, tools: [tool], middleware }).invoke(go);
      expect(seen).toHaveLength(2);
      expect(ran).toHaveLength(1);
      expect(textOf(state)).toContain("The person said no: Keep it");
    });

    it("guards LangChain's own todo list", async () => {
      const clock = createSimulatedClock();
      const guard = createTodoGuard({ clock, rememberCompleted: true });
      const claim = {
        tool: "write_todos",
        input: { todos: [{ content: "Write it", status: "completed" }] },
      };
      const model = scripted([[claim], [claim], "Done"]);
      const ticking = langchain.createMiddleware({
        name: "Ticking",
        beforeModel: () => clock.advance(10_000),
      });
      const middleware = [langchain.todoListMiddleware(), guardTodos(langchain, guard), ticking];
      const state = await langchain.createAgent({ model, tools: [], middleware }).invoke(go);
      const results = state.messages
        .filter(({ type }) => type === "tool")
        .map(({ content }) => String(content));
      expect(results[0]).toContain("Review your work first");
      expect(results[1]).toContain("Updated todo list");
      expect(state).toMatchObject({ todos: [{ content: "Write it" }] });
    });

    // LangChain 1.0 does not tell middleware which thread it is in: there the session has to be given.
    it.runIf(langchain === newest)("keeps the todos of two threads apart", async () => {
      const guard = createTodoGuard({ rememberCompleted: true });
      const claim = {
        tool: "write_todos",
        input: { todos: [{ content: "Write it", status: "completed" }] },
      };
      for (const thread_id of ["one", "two"]) {
        const model = scripted([[claim], "Done"]);
        const middleware = [langchain.todoListMiddleware(), guardTodos(langchain, guard)];
        const agent = langchain.createAgent({
          model,
          tools: [],
          middleware,
          checkpointer: new MemorySaver(),
        });
        const state = await agent.invoke(go, { configurable: { thread_id } });
        expect(textOf(state)).toContain("Review your work first");
      }
      expect(guard.list("one")).toHaveLength(1);
      expect(guard.list("two")).toHaveLength(1);
    });

    it("delivers instructions, and sees them taken up", async () => {
      const queue = createInstructionQueue();
      queue.queueInstructionWithAck("Delete the old file", { until: "delete_file" });
      const { tool } = deleting();
      const model = scripted([[call], "Done"]);
      const middleware = [instructions(langchain, queue)];
      const state = await langchain.createAgent({ model, tools: [tool], middleware }).invoke(go);
      const human = state.messages
        .filter(({ type }) => type === "human")
        .map(({ content }) => content);
      expect(human).toEqual(["Go", expect.stringContaining("Delete the old file")]);
      expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1, retried: 0 });
    });
  });

  describe("runWithPeople", () => {
    const config = () => ({ configurable: { thread_id: String(Math.random()) } });

    it("decides for humanInTheLoopMiddleware, each call by its own answer", async () => {
      const { asker, seen } = person(YES, "Keep it");
      const { tool, ran } = deleting();
      const model = scripted([[call], [{ ...call, input: { path: "/b" } }], "Done"]);
      const middleware = [
        langchain.humanInTheLoopMiddleware({ interruptOn: { delete_file: true } } as never),
      ];
      const checkpointer = new MemorySaver();
      const agent = langchain.createAgent({ model, tools: [tool], middleware, checkpointer });
      const thread = config();
      const state = await runWithPeople({ Command }, asker, go, (input) =>
        agent.invoke(input, thread),
      );
      expect(seen.map((question) => question.match(/"path": "(.*)"/)?.[1])).toEqual(["/a", "/b"]);
      expect(ran).toEqual([{ path: "/a" }]);
      expect(textOf(state as never)).toContain("The person said no: Keep it");
    });

    it("gives each of several interrupts the answer it is for", async () => {
      const { asker } = person(({ questions: [question] }) => `to ${question?.question}`);
      const State = Annotation.Root({
        answers: Annotation<string[]>({
          reducer: (one, two) => one.concat(two),
          default: () => [],
        }),
      });
      const graph = new StateGraph(State)
        .addNode("ask", async ({ question }: never) => {
          const { answers } = interrupt(question) as { answers: { values: string[] }[] };
          return { answers: [`${question}: ${answers[0]?.values[0]}`] };
        })
        .addConditionalEdges(START, () =>
          ["One?", "Two?"].map((question) => new Send("ask", { question })),
        )
        .compile({ checkpointer: new MemorySaver() });
      const thread = config();
      const state = await runWithPeople({ Command }, asker, { answers: [] }, (input) =>
        graph.invoke(input, thread),
      );
      expect([...state.answers].sort()).toEqual(["One?: to One?", "Two?: to Two?"]);
    });

    /** A graph of one node. */
    const nodeOf = (node: () => { said: string[] }) =>
      new StateGraph(
        Annotation.Root({
          said: Annotation<string[]>({ reducer: (_, now) => now, default: () => [] }),
        }),
      )
        .addNode("ask", node)
        .addEdge(START, "ask")
        .compile({ checkpointer: new MemorySaver() });
    const answerOf = (reply: unknown) =>
      (reply as { answers: { values: string[] }[] }).answers[0]?.values[0] ?? "";

    it("asks again when a node asks the same again: LangGraph gives its interrupts one id", async () => {
      const { asker, seen } = person("one", "two", "three");
      const graph = nodeOf(() => ({
        said: [1, 2, 3].map(() => answerOf(interrupt("What else?"))),
      }));
      const thread = config();
      const state = await runWithPeople({ Command }, asker, { said: [] }, (input) =>
        graph.invoke(input, thread),
      );
      expect(state.said).toEqual(["one", "two", "three"]);
      expect(seen).toHaveLength(3);
    });

    it("asks about each of a node's reviews, also in a run that is taken up by another process", async () => {
      const { asker, seen } = person(YES, "Keep it", "Keep it");
      const review = { actionRequests: [{ name: "delete_file", args: { path: "/a" } }] };
      const decided = () =>
        (interrupt(review) as { decisions: { type: string }[] }).decisions[0]?.type ?? "";
      const graph = nodeOf(() => ({ said: [decided(), decided()] }));
      const thread = config();
      let runs = 0;
      const killed = runWithPeople({ Command }, asker, { said: [] }, async (input) => {
        const state = await graph.invoke(input, thread);
        if (++runs === 2) throw new Error("killed");
        return state;
      });
      await expect(killed).rejects.toThrow("killed");
      const state = await runWithPeople({ Command }, asker, null, (input) =>
        graph.invoke(input as never, thread),
      );
      expect(seen).toHaveLength(2);
      expect(state.said).toEqual(["approve", "reject"]);
    });

    it("shows a question again that did not appear", async () => {
      const { asker } = person(new Error("the window did not open"), "blue");
      const graph = nodeOf(() => ({ said: [answerOf(interrupt("Which colour?"))] }));
      const thread = config();
      const state = await runWithPeople({ Command }, asker, { said: [] }, (input) =>
        graph.invoke(input, thread),
      );
      expect(state.said).toEqual(["blue"]);
    });

    it("says what an interrupt must be, when nobody can be asked it", async () => {
      const { asker } = person("blue");
      const run = async () => ({ __interrupt__: [{ id: "1", value: { hello: 1 } }] });
      await expect(runWithPeople({ Command }, asker, {}, run)).rejects.toThrow(
        "hello: is not known here. Known: questions, title",
      );
    });
  });
});
