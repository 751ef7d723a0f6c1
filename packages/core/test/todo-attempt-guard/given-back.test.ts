import { expect, it } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { createGuardedTodo } from "../../src/todo-attempt-guard/create-guarded-todo.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";

it("a claim that is overruled after a later one was counted does not give that one's number away again", () => {
  const clock = createSimulatedClock();
  const runtime = createRuntime([guardMachine], { clock });
  runtime.start(guardMachine, "g", createGuardedTodo({ session: "s", todo: "Write tests" }));
  const claim = (toolUseId: string) => {
    clock.advance(5_000);
    runtime.send("g", { type: "CLAIM", toolUseId });
    runtime.send("g", { type: "PASSED", toolUseId });
  };
  for (const id of ["t1", "t2", "t3"]) claim(id);
  runtime.send("g", { type: "OVERRULED", toolUseId: "t2", detail: "'b' blocks the same write" });
  claim("t4");
  const claims = runtime.snapshot("g")?.context.claims ?? [];
  expect(claims.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
});
