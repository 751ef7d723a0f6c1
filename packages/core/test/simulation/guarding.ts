import type { AnyMachineSnapshot } from "xstate";
import { createGuardEngine } from "../../src/todo-attempt-guard/create-guard-engine.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import type { TodoGuard } from "../../src/todo-attempt-guard/todo-guard.js";
import { instanceOf } from "../../src/todo-attempt-guard/todo-identity.js";
import type { ValidationRequest } from "../../src/todo-attempt-guard/validation.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/write-verdict.js";
import type { Actors } from "./story.js";
import { type Process, settled, type World } from "./world.js";

const SESSION = "s";
const MAX = 3;
const TODOS = ["Write tests", "Fix the build"];
const TIMEOUT = 15_000;
const CONFIG = {
  maxRetryAttempts: MAX,
  validationTimeout: TIMEOUT,
  retention: 7 * 24 * 3_600_000,
  onGuardFailure: "block",
} as const;

/** One run of a validator. */
interface Validation extends ValidationRequest {
  readonly process: Process;
  readonly end: (passed: boolean) => void;
}

/** One hook: it claims, waits for its verdict, and ends. */
interface Hook {
  readonly process: Process;
  readonly guard: TodoGuard;
  readonly toolUseId: string;
  readonly todos: readonly string[];
  verdict?: GuardVerdict;
}

/** An agent that claims todos: each claim is a hook, a process that lives for one verdict. */
export function createGuarding(world: World): Actors {
  const { random, clock, check, log } = world;
  const hooks: Hook[] = [];
  let validations: Validation[] = [];
  /** Todos that are past their limit, until a person moves them. */
  const exhausted = new Set<string>();
  /** Which process has validated which todo itself, and not waited for another one's verdict. */
  const validated = new Set<string>();
  let calls = 0;
  const stopping: Process[] = [];

  const living = () => hooks.filter(({ process }) => !process.isDead);

  const isPast = (todo: string, snapshot: AnyMachineSnapshot | undefined) =>
    snapshot?.context.attempt === MAX && snapshot.context.guarded.todo === todo;
  const knows =
    (todo: string) =>
    ({ guard }: Hook) =>
      isPast(todo, guard.runtime.snapshot(instanceOf(SESSION, todo)));

  // Who is killed before it could write a lost journal again takes along what it knew.
  world.beforeDeath((process) => {
    if (process.journal.hasRestored()) return;
    const left = living().filter((hook) => hook.process !== process);
    for (const todo of exhausted) {
      const isThere = isPast(todo, world.truth.instances.get(instanceOf(SESSION, todo))?.snapshot);
      if (!isThere && !left.some(knows(todo))) exhausted.delete(todo);
    }
  });

  function open(what: string): { process: Process; guard: TodoGuard } {
    const process = world.start(what);
    const validate = (request: ValidationRequest) =>
      new Promise<boolean>((end) => {
        if (process.isDead) return;
        const twice = validations.find(
          (one) => one.toolUseId === request.toolUseId && one.todo === request.todo,
        );
        check(!twice, `${request.todo} ${request.toolUseId} is validated twice at a time`);
        check(request.attempt <= MAX, `${request.todo} is validated at attempt ${request.attempt}`);
        validations.push({ ...request, process, end });
        validated.add(`${process.name} ${request.todo}`);
        log.push(`${process.name} validates ${request.todo}, attempt ${request.attempt}`);
      });
    const guard = createGuardEngine(CONFIG, validate, {
      clock: process.clock,
      journal: process.journal,
      onError: () => {},
    });
    process.view = { machine: guardMachine.id, runtime: guard.runtime };
    guard.recover();
    return { process, guard };
  }

  function claim(toolUseId: string, todos: readonly string[]): void {
    const { process, guard } = open("hook");
    const hook: Hook = { process, guard, toolUseId, todos };
    hooks.push(hook);
    log.push(`${process.name} claims ${todos} with ${toolUseId}`);
    const wasExhausted = todos.filter((todo) => exhausted.has(todo));
    const call = { session: SESSION, toolUseId, completing: todos };
    guard
      .check({ ...call, patience: TIMEOUT + 5_000 })
      .then((verdict) => {
        if (process.isDead) return;
        check(hook.verdict === undefined, `${process.name} gets two verdicts`);
        hook.verdict = verdict;
        log.push(`  ${process.name} is told ${verdict.decision}: ${verdict.reason.split("\n")[0]}`);
        for (const { todo, attempt, kind, decision, reason } of verdict.todos) {
          const isEnded = reason.includes("disposed of") && !stopping.includes(process);
          const isOwn = validated.has(`${process.name} ${todo}`);
          check(!isEnded || !isOwn, "another one's end ended its validation");
          check(attempt <= MAX, `${todo} has attempt ${attempt}`);
          if (decision === "allow" && kind !== "approved" && wasExhausted.includes(todo)) {
            check(!exhausted.has(todo), `${todo} is past its limit, and is allowed`);
          }
          if (kind === "exhausted") exhausted.add(todo);
        }
      })
      .catch(() => {});
  }

  /** What a person does, with a command of their own. */
  function person(what: string, act: (guard: TodoGuard, todo: string) => void): void {
    const { process, guard } = open("person");
    const todo = random.pick(TODOS) as string;
    // Whether the command dies or not: what was written may count.
    exhausted.delete(todo);
    log.push(`a person ${what} ${todo}`);
    try {
      act(guard, todo);
    } finally {
      world.end(process);
    }
  }

  return {
    begin() {},
    deeds: [
      [
        "claim",
        7,
        () => {
          const todos = random.chance(0.2) ? TODOS : [random.pick(TODOS) as string];
          calls += 1;
          claim(`call ${calls}`, todos);
          // The host reports the same call twice, or the model sends a twin.
          if (random.chance(0.15)) claim(`call ${calls}`, todos);
          else if (random.chance(0.1)) {
            calls += 1;
            claim(`call ${calls}`, todos);
          }
        },
      ],
      [
        "judge",
        6,
        () => {
          const validation = random.pick(validations);
          if (!validation) return;
          const passed = random.chance(0.3);
          log.push(`${validation.process.name}: ${validation.todo} ${passed ? "passes" : "fails"}`);
          validations = validations.filter((one) => one !== validation);
          validation.end(passed);
        },
      ],
      [
        "approve",
        0.5,
        () => person("approves", (guard, todo) => guard.approve({ session: SESSION, todo })),
      ],
      [
        "reset",
        0.5,
        () => person("resets", (guard, todo) => guard.reset({ session: SESSION, todo })),
      ],
      [
        "dispose",
        0.5,
        () => {
          const hook = random.pick(living());
          if (!hook) return;
          log.push(`${hook.process.name} is told to stop`);
          hook.guard.dispose();
          stopping.push(hook.process);
        },
      ],
    ],
    afterStep() {
      for (const process of stopping.splice(0)) world.end(process);
      validations = validations.filter(({ process, signal }) => !process.isDead && !signal.aborted);
      for (const { process, verdict, guard } of living()) {
        if (verdict === undefined) continue;
        guard.dispose();
        world.end(process);
      }
      for (const todo of exhausted) {
        if (living().some((hook) => !hook.process.journal.hasRestored() && knows(todo)(hook)))
          continue;
        const live = world.truth.instances.get(instanceOf(SESSION, todo));
        const attempt = (live?.snapshot.context as { attempt?: number } | undefined)?.attempt;
        check(attempt === MAX, `${todo} was past its limit, and is at attempt ${attempt}`);
      }
    },
    beforeDeletion() {
      // Hooks live for a moment: when the journal goes, so does what none of them knows.
      for (const todo of exhausted) if (!living().some(knows(todo))) exhausted.delete(todo);
    },
    newcomer() {
      calls += 1;
      claim(`call ${calls}`, [random.pick(TODOS) as string]);
    },
    async finish() {
      for (let turn = 0; turn < 6 && living().length > 0; turn += 1) {
        clock.advance(5_000);
        await settled();
        this.afterStep();
      }
      const waiting = living().map(({ process }) => process.name);
      check(waiting.length === 0, `${waiting} wait for ever`);
    },
  };
}
