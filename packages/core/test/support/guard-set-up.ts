import { createSimulatedClock } from "../../src/runtime/clock.js";
import {
  createTodoGuard,
  type TodoGuardOptions,
} from "../../src/todo-attempt-guard/create-todo-guard.js";

/** No model reads a verdict and calls again more quickly than that. */
export const TURN = 2_000;

export const SESSION = "s1";

/** A guard with a clock, and agents' calls that follow each other as quickly as models can make them. */
export function setUpGuard(options: TodoGuardOptions = {}) {
  const clock = createSimulatedClock();
  const guard = createTodoGuard({ clock, ...options });
  let calls = 0;
  const check = (...completing: string[]) => {
    calls += 1;
    return guard.check({ session: SESSION, toolUseId: `t${calls}`, completing });
  };
  const claim = (...completing: string[]) => {
    clock.advance(TURN);
    return check(...completing);
  };
  return { clock, guard, claim, check };
}
