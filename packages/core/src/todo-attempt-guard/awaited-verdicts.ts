import type { Runtime } from "../runtime/runtime-interface.js";
import type { Claim } from "./claims.js";
import { guardMachine } from "./machine.js";
import type { TodoVerdict } from "./verdict.js";

/** Who wants to know what the machine says about a claim. */
interface Listener {
  decided(verdict: TodoVerdict): void;
  toBeValidated?(): void;
}

const ORPHANED = "the process that validated it has ended";

/** How often to look whether the process that validates a claim still lives, in milliseconds. */
const LOOK_EVERY = 500;

/** Who waits for the verdicts on which claims. */
export function createAwaitedVerdicts(runtime: Runtime<typeof guardMachine>) {
  const { clock } = runtime;
  const waiting = new Map<string, Set<Listener>>();

  runtime.on(guardMachine, (emitted, instance, origin) => {
    if (emitted.type === "guard.over") return;
    const listeners = waiting.get(claimKey(instance, emitted.toolUseId)) ?? [];
    for (const listener of listeners) {
      if (emitted.type === "guard.verdict") listener.decided(emitted.verdict);
      // A claim is validated by the process that made it.
      else if (origin === "here") listener.toBeValidated?.();
    }
  });

  /** Tells `listener` what the machine says here about a claim; returns how to stop that. */
  function listen(instance: string, toolUseId: string, listener: Listener) {
    const claim = claimKey(instance, toolUseId);
    const listeners = waiting.get(claim) ?? new Set();
    waiting.set(claim, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) waiting.delete(claim);
    };
  }

  /** Keeps in mind what the machine says about a claim, until `stop` is called. */
  function hear(instance: string, toolUseId: string) {
    const heard: { verdict?: TodoVerdict; isToBeValidated: boolean } = { isToBeValidated: false };
    const stop = listen(instance, toolUseId, {
      decided(verdict) {
        heard.verdict = verdict;
      },
      toBeValidated() {
        heard.isToBeValidated = true;
      },
    });
    return Object.assign(heard, { stop });
  }

  const claimOf = (instance: string, toolUseId: string): Claim | undefined =>
    runtime.snapshot(instance)?.context.claims.find((claim) => claim.toolUseId === toolUseId);

  /** A claim whose process has ended, however that was, is validated by nobody. */
  function failOrphans(instance: string): void {
    for (const { toolUseId, verdict, process } of runtime.snapshot(instance)?.context.claims ??
      []) {
      if (verdict !== null || process === undefined || !runtime.journal.processes?.isGone(process))
        continue;
      runtime.send(instance, { type: "GUARD_FAILED", toolUseId, detail: ORPHANED });
    }
  }

  const stops = new Set<() => void>();

  /** The verdict on a claim, once this process or another has reached it. */
  function later(instance: string, toolUseId: string): Promise<TodoVerdict> {
    return new Promise((resolve, reject) => {
      let timer: unknown;
      const unlisten = listen(instance, toolUseId, {
        decided(verdict) {
          done();
          resolve(verdict);
        },
      });
      const unfollow = runtime.follow();
      const done = () => {
        unlisten();
        unfollow();
        clock.clearTimeout(timer);
        stops.delete(stop);
      };
      const stop = (error: unknown = new Error("the guard was disposed of")) => {
        done();
        reject(error);
      };
      const look = () => {
        failOrphans(instance);
        const claim = claimOf(instance, toolUseId);
        if (claim?.verdict) {
          done();
          resolve(claim.verdict);
        } else if (claim) lookAgain();
        else if (runtime.snapshot(instance)) stop(new Error("the journal has lost this claim"));
        else stop(new Error("the guard of this todo ended while it was checked"));
      };
      const lookAgain = () => {
        timer = clock.setTimeout(() => {
          try {
            runtime.catchUp();
            look();
          } catch (error) {
            // The journal cannot be read any more, or is closed.
            stop(error);
          }
        }, LOOK_EVERY);
      };
      stops.add(stop);
      if (runtime.journal.catchUp) lookAgain();
    });
  }

  /** Nobody waits any longer. */
  function stop(): void {
    for (const one of [...stops]) one();
  }

  return { hear, claimOf, later, failOrphans, stop };
}

function claimKey(instance: string, toolUseId: string): string {
  return `${instance} ${toolUseId}`;
}
