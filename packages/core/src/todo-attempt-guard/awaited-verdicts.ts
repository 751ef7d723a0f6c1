import type { Runtime } from "../runtime/runtime.js";
import { type Claim, guardMachine } from "./machine.js";
import type { TodoVerdict } from "./verdict.js";

/** How often a process looks whether another has reached the verdict it waits for. */
const LOOK_EVERY = 50;

/** Who waits for the verdicts on which claims. */
export function createAwaitedVerdicts(runtime: Runtime<typeof guardMachine>) {
  const { clock, journal } = runtime;
  const waiting = new Map<string, Set<(verdict: TodoVerdict) => void>>();

  runtime.on(guardMachine, (emitted, instance) => {
    if (emitted.type !== "guard.verdict") return;
    const claim = claimKey(instance, emitted.toolUseId);
    for (const hear of waiting.get(claim) ?? []) hear(emitted.verdict);
  });

  /** Calls `hear` with the verdict on a claim when it is reached here; returns how to stop that. */
  function listen(instance: string, toolUseId: string, hear: (verdict: TodoVerdict) => void) {
    const claim = claimKey(instance, toolUseId);
    const listeners = waiting.get(claim) ?? new Set();
    waiting.set(claim, listeners.add(hear));
    return () => {
      listeners.delete(hear);
      if (listeners.size === 0) waiting.delete(claim);
    };
  }

  const claimOf = (instance: string, toolUseId: string): Claim | undefined =>
    runtime.snapshot(instance)?.context.claims.find((claim) => claim.toolUseId === toolUseId);

  /** The verdict on a claim, once this process or another has reached it. */
  function later(instance: string, toolUseId: string): Promise<TodoVerdict> {
    return new Promise((resolve, reject) => {
      let timer: unknown;
      const done = () => {
        stop();
        clock.clearTimeout(timer);
      };
      const stop = listen(instance, toolUseId, (verdict) => {
        done();
        resolve(verdict);
      });
      const look = () => {
        runtime.catchUp();
        const verdict = claimOf(instance, toolUseId)?.verdict;
        if (verdict) resolve(verdict);
        else if (runtime.snapshot(instance)) return lookAgain();
        else reject(new Error("the guard of this todo ended while it was checked"));
        done();
      };
      const lookAgain = () => {
        timer = clock.setTimeout(() => {
          try {
            look();
          } catch (error) {
            // The journal cannot be read any more, or is closed.
            done();
            reject(error);
          }
        }, LOOK_EVERY);
      };
      if (journal.catchUp) lookAgain();
    });
  }

  return { listen, claimOf, later };
}

function claimKey(instance: string, toolUseId: string): string {
  return `${instance} ${toolUseId}`;
}
