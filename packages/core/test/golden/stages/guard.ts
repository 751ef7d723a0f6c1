import {
  createTodoGuard,
  type GuardVerdict,
  type TodoGuard,
  type TodoGuardOptions,
  type TodoList,
  type Validator,
} from "../../../src/index.js";
import { asJson, movedTime, type Scene, type Stage, type Step, settled } from "../stage.js";

const SESSION = "session";

/** A todo guard, the agent that claims, and the person who approves. */
export function guardStage({ journal, time, settings }: Scene): Stage {
  const { validator: atFirst, ...options } = settings;
  let validator = atFirst;
  let guard: TodoGuard;
  let told: Record<string, unknown> = {};
  let validated: unknown[] = [];
  let calls = new Map<string, AbortController>();

  const validate: Validator = ({ todo, attempt, toolUseId }) => {
    validated.push({ todo, attempt, claim: toolUseId });
    if (validator === "waits") return new Promise(() => {});
    if (validator === "breaks") throw new Error("the validator broke");
    return validator === "passes" || validator === todo
      ? true
      : { passed: false, reason: "2 tests fail" };
  };

  function open(): void {
    calls = new Map();
    guard = createTodoGuard({
      ...(options as TodoGuardOptions),
      journal,
      clock: time.clock,
      ...(atFirst === undefined ? {} : { validate }),
    });
  }

  /** What a check, or the list of todos, came to. */
  function act(step: Step): unknown {
    const session = String(step.session ?? SESSION);
    const claim = String(step.claim);
    const todos = step.todos as TodoList["todos"];
    const which = { session, todo: String(step.todo) };
    if ("recover" in step) return guard.recover();
    if ("check" in step) return check(step);
    if ("validator" in step) validator = step.validator;
    else if ("abort" in step) calls.get(String(step.abort))?.abort();
    else if (step.person === "approves") guard.approve(which);
    else if (step.person === "resets") return guard.reset(which);
    else if (step.list === "seen") guard.observe({ session, todos });
    else if (step.list === "look") return look();
    else if (step.list === "written")
      hear(claim, guard.checkList({ session, toolUseId: claim, todos }));
    else if ("confirm" in step) guard.confirm({ session, toolUseId: String(step.confirm) });
    else if ("endSession" in step) guard.endSession(session);
    else if ("restart" in step) {
      time.nextProcess();
      open();
      return guard.recover();
    } else throw new Error(`A guard knows no step ${JSON.stringify(step)}`);
  }

  function check({ check: completing, claim, session = SESSION, patience }: Step): void {
    const toolUseId = String(claim);
    const controller = new AbortController();
    calls.set(toolUseId, controller);
    const { signal } = controller;
    const call = { session, toolUseId, completing, patience, signal };
    hear(toolUseId, guard.check(call as Parameters<TodoGuard["check"]>[0]));
  }

  function hear(claim: string, verdict: Promise<GuardVerdict>): void {
    verdict.then(
      ({ decision, todos }) => {
        const verdicts = todos.map(({ todo, kind, attempt }) => ({ todo, kind, attempt }));
        told[claim] = { decision, verdicts };
      },
      (error) => {
        told[claim] = { error: String(error) };
      },
    );
  }

  /** The todos as a person sees them; a claim that still waits has no verdict. */
  const look = () =>
    guard
      .list()
      .map(({ session, todo, attempt, maxRetryAttempts, claims }) => ({
        ...{ session, todo, attempt, maxRetryAttempts },
        claims: claims.map(({ toolUseId, attempt: made, verdict }) => [
          toolUseId,
          made,
          verdict?.kind ?? "waits",
        ]),
      }))
      .sort((a, b) => (a.session + a.todo < b.session + b.todo ? -1 : 1));

  open();
  return {
    async perform(step) {
      told = {};
      validated = [];
      const result = movedTime(step, time) ? undefined : act(step);
      await settled();
      return asJson({ result, told, validated });
    },
  };
}
