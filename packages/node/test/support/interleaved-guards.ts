import {
  type Clock,
  type GuardVerdict,
  guardMachine,
  type Journal,
  type SimulatedClock,
  type TodoGuard,
  type ValidationResult,
} from "@readback/core";
import { createGuardEngine } from "@readback/core/host";
import { type FileJournal, openFileJournal } from "../../src/file-journal.js";

/** What happens next to one of several guards that share a journal. */
export type Step =
  | { readonly do: "claim"; readonly guard: number; readonly write: number }
  /** The oldest validation that is under way comes to its end. */
  | { readonly do: "judge" }
  | { readonly do: "compact"; readonly guard: number }
  /** The process is killed, and another one takes its place. */
  | { readonly do: "kill"; readonly guard: number };

export interface Write {
  readonly toolUseId: string;
  readonly todos: readonly string[];
}

export const SESSION = "s";
export const TURN = 2_000;
export const CONFIG = {
  maxRetryAttempts: 3,
  validationTimeout: 90_000,
  retention: 604_800_000,
  onGuardFailure: "block",
} as const;

interface Process {
  readonly guard: TodoGuard;
  readonly journal: FileJournal;
}

/**
 * Guards that act as separate processes do: at every access of one of them to the journal, others
 * may get their turn first. `turns` says where they do.
 */
export function playInterleaved(options: {
  readonly folder: string;
  readonly clock: SimulatedClock;
  readonly guards: number;
  readonly writes: readonly Write[];
  readonly steps: readonly Step[];
  readonly turns: readonly boolean[];
  readonly outcome: (toolUseId: string, todo: string) => ValidationResult;
}) {
  const { folder, clock, writes, outcome } = options;
  const steps = [...options.steps];
  const turns = [...options.turns];
  const onStack = new Set<number>();
  const late = new Set<() => void>();
  const validations: (() => void)[] = [];
  const answers: { readonly write: Write; readonly verdict: GuardVerdict }[] = [];
  const open: Promise<void>[] = [];
  const journals: FileJournal[] = [];
  let areStarted = false;
  const processes: Process[] = Array.from({ length: options.guards }, (_, nth) => start(nth));
  areStarted = true;

  function start(nth: number): Process {
    const file = openFileJournal({ folder, machines: [guardMachine], durable: false });
    journals.push(file);
    const journal: Journal = {
      append: (entry) => atItsTurn(nth, () => file.append(entry)),
      catchUp: () => atItsTurn(nth, () => file.catchUp()),
      read: () => file.read(),
      subscribe: (listener) => file.subscribe(listener),
    };
    const guard = createGuardEngine(
      CONFIG,
      ({ toolUseId, todo }) =>
        new Promise((resolve) => {
          validations.push(() => resolve(outcome(toolUseId, todo)));
        }),
      { clock: clockOf(nth), journal },
    );
    guard.recover();
    return { guard, journal: file };
  }

  /** The clock of a process: what falls due in the middle of an access waits until that is over. */
  function clockOf(nth: number): Clock {
    return {
      now: () => clock.now(),
      setTimeout(callback, ms) {
        const due = () => (onStack.has(nth) ? late.add(callback) : callback());
        return { callback, handle: clock.setTimeout(due, ms) };
      },
      clearTimeout(timer) {
        if (timer === undefined) return;
        const { callback, handle } = timer as { callback: () => void; handle: unknown };
        late.delete(callback);
        clock.clearTimeout(handle);
      },
    };
  }

  /** Does what fell due while its process was busy. */
  function catchUpWithTime(): void {
    for (const callback of late) {
      late.delete(callback);
      callback();
    }
  }

  function atItsTurn<T>(nth: number, access: () => T): T {
    if (areStarted && turns.shift() === true && !onStack.has(nth)) {
      onStack.add(nth);
      try {
        const next = steps.findIndex((step) => !("guard" in step) || !onStack.has(step.guard));
        for (const step of next < 0 ? [] : steps.splice(next, 1)) run(step);
      } finally {
        onStack.delete(nth);
      }
    }
    return access();
  }

  function run(step: Step): void {
    if (step.do === "judge") {
      validations.shift()?.();
      return;
    }
    const { guard, journal } = processes[step.guard] as Process;
    if (step.do === "compact") journal.compact();
    else if (step.do === "kill") {
      guard.runtime.stop();
      processes[step.guard] = start(step.guard);
    } else {
      const write = writes[step.write % writes.length] as Write;
      // As soon as a model can have read the verdict before: claims that come sooner are one.
      clock.advance(TURN);
      const { toolUseId, todos } = write;
      const call = { session: SESSION, toolUseId, completing: todos };
      const answered = guard.check(call).then((verdict) => {
        // A killed process answers nobody.
        if (processes[step.guard]?.guard === guard) answers.push({ write, verdict });
      });
      open.push(answered);
    }
  }

  /** Everything that can go on without time passing. */
  const settle = async () => {
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
  };

  return {
    answers,
    async toTheEnd(): Promise<void> {
      for (let step = steps.shift(); step; step = steps.shift()) {
        run(step);
        catchUpWithTime();
        await settle();
      }
      // Validations of killed processes never end; time decides about those.
      while (validations.length > 0) {
        validations.shift()?.();
        await settle();
      }
      for (const ms of [60, 60, CONFIG.validationTimeout, 60, CONFIG.validationTimeout, 60]) {
        clock.advance(ms);
        await settle();
      }
      for (const { guard } of processes) guard.runtime.stop();
      await settle();
      for (const journal of journals) journal.close();
    },
  };
}
