import { fc } from "@fast-check/vitest";
import { describe } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createGuardEngine } from "../../src/todo-attempt-guard/create-guard-engine.js";
import type { GuardEvent } from "../../src/todo-attempt-guard/events.js";
import { canonicalTodo } from "../../src/todo-attempt-guard/todo-identity.js";
import { namedTodos, readList } from "../../src/todo-attempt-guard/todo-list.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/write-verdict.js";
import { createBareHost } from "../support/guard-bare-host.js";
import { expectSame, settled } from "../support/lives.js";
import { property } from "../support/properties.js";

const START = 1_000_000;
const VALIDATION = 1_000;
const session = "s";
const listed = (content: string) => ({ content });

const todo = fc.constantFrom("Write tests", "write  TESTS", "Ship it", "Fix the build");
const toolUseId = fc.nat(9).map((n) => `t${n}`);
const status = fc.constantFrom("completed", "completed", "in_progress", "pending");
const does = <D extends string>(name: D) => fc.constant(name);
const list = fc.array(fc.record({ content: todo, status }), { minLength: 1, maxLength: 3 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: does("check"),
      toolUseId,
      completing: fc.array(todo, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: does("list"), toolUseId, todos: list }) },
  { weight: 2, arbitrary: fc.record({ do: does("report"), toolUseId, todo }) },
  { weight: 2, arbitrary: fc.record({ do: does("happened"), toolUseId }) },
  { weight: 1, arbitrary: fc.record({ do: does("observe"), todos: list }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: does("decide"), todo, type: fc.constantFrom("APPROVE", "RESET") }),
  },
  { weight: 1, arbitrary: fc.record({ do: does("endSession") }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: does("wait"), ms: fc.constantFrom(1, 1_999, 2_000, 5_000, 20_000) }),
  },
);

/** What validators say, in turn, by the tool call and the todo. */
const answers = fc.array(fc.constantFrom("pass", "fail", "throw", "hang"), {
  minLength: 1,
  maxLength: 7,
});
type Answer = typeof answers extends fc.Arbitrary<readonly (infer A)[]> ? A : never;

const settings = fc.record({
  maxRetryAttempts: fc.integer({ min: 1, max: 4 }),
  onGuardFailure: fc.constantFrom("block" as const, "allow" as const),
  rememberCompleted: fc.boolean(),
  validationTimeout: fc.constant(VALIDATION),
  retention: fc.constant(15_000),
});

/** The entries of each instance: two that fall due at the same moment have no order. */
function byInstance(entries: Iterable<JournalEntry>): ReadonlyMap<string, readonly JournalEntry[]> {
  const all = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const own = all.get(entry.instance) ?? [];
    all.set(entry.instance, own);
    own.push(JSON.parse(JSON.stringify(entry)));
  }
  return all;
}

describe("the todo guard", () => {
  property(
    "holds no rule outside its machine: a bare host writes the same journal for the same story",
    [
      settings,
      fc.option(answers, { nil: undefined, freq: 4 }),
      fc.array(step, { maxLength: 14, size: "max" }),
    ],
    async (config, said, steps) => {
      const answerTo = (id: string, about: string): Answer | undefined =>
        said?.[(Number(id.slice(1)) + canonicalTodo(about).length) % said.length];
      const clock = createSimulatedClock(START);
      const journal = createMemoryJournal({ keepFinished: Number.POSITIVE_INFINITY });
      const written: JournalEntry[] = [];
      journal.subscribe((entry) => written.push(entry));
      const guard = createGuardEngine(
        config,
        said &&
          ((request) => {
            const answer = answerTo(request.toolUseId, request.todo);
            if (answer === "throw") throw new Error("it broke");
            if (answer === "hang") return new Promise(() => {});
            return { passed: answer === "pass", reason: "not yet" };
          }),
        { clock, journal },
      );
      const judge = (about: string, id: string): GuardEvent | undefined => {
        const answer = answerTo(id, about);
        if (answer === "throw") return { type: "GUARD_FAILED", toolUseId: id, detail: "it broke" };
        if (answer === "hang") return undefined;
        return answer === "pass"
          ? { type: "PASSED", toolUseId: id }
          : { type: "FAILED", toolUseId: id, detail: "not yet" };
      };
      const bare = createBareHost(config, said && judge, START);

      /** Waits for the guard's verdict, and lets the time of validators that hang pass. */
      const decided = async (checking: Promise<GuardVerdict>) => {
        let verdict: GuardVerdict | undefined;
        void checking.then((reached) => {
          verdict = reached;
        });
        await settled();
        if (!verdict) clock.advance(VALIDATION);
        await settled();
        return verdict?.todos;
      };

      for (const one of steps) {
        switch (one.do) {
          case "check": {
            const { toolUseId: id, completing } = one;
            const given = await decided(guard.check({ session, toolUseId: id, completing }));
            const todos = namedTodos(session, completing.map(listed));
            expectSame(given, bare.write(session, id, todos, undefined, VALIDATION));
            break;
          }
          case "list": {
            const { toolUseId: id, todos } = one;
            const given = await decided(guard.checkList({ session, toolUseId: id, todos }));
            const { completed, open } = readList(session, todos);
            const verdicts = bare.write(session, id, completed, "list", VALIDATION);
            if (verdicts.every(({ decision }) => decision === "allow"))
              for (const { instance } of open) bare.send(instance, { type: "REOPENED" });
            expectSame(given, verdicts);
            break;
          }
          case "report": {
            const given = await decided(guard.report({ session, ...one }));
            const todos = namedTodos(session, [listed(one.todo)]);
            expectSame(given, bare.write(session, one.toolUseId, todos, "report", VALIDATION));
            break;
          }
          case "happened":
            guard.confirm({ session, toolUseId: one.toolUseId });
            for (const instance of [...bare.live.keys()])
              bare.send(instance, { type: "HAPPENED", toolUseId: one.toolUseId } as GuardEvent);
            break;
          case "observe":
            guard.observe({ session, todos: one.todos });
            for (const { instance } of readList(session, one.todos).completed)
              bare.send(instance, { type: "COMPLETED" });
            break;
          case "decide": {
            const [which] = namedTodos(session, [listed(one.todo)]);
            if (!which || !bare.live.has(which.instance)) break;
            if (one.type === "APPROVE") guard.approve({ session, todo: one.todo });
            else guard.reset({ session, todo: one.todo });
            bare.send(which.instance, { type: one.type });
            break;
          }
          case "endSession":
            guard.endSession(session);
            for (const instance of [...bare.live.keys()])
              bare.send(instance, { type: "SESSION_ENDED" });
            break;
          case "wait":
            clock.advance(one.ms);
            bare.wait(one.ms);
        }
        expectSame(byInstance(written), byInstance(bare.entries));
      }
      guard.runtime.stop();
    },
  );
});
