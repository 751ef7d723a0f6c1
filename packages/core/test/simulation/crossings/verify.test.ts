import { describe, it } from "vitest";
import type { ReadbackError } from "../../../src/errors.js";
import { runVerified, type VerifiedOutcome } from "../../../src/verify-retry-escalate/runner.js";
import { type Process, settled, type World } from "../world.js";
import { cross, inAHurry, type Situation, TIME } from "./cross.js";
import { isJournalCut, JOURNAL_ACTS, journalActs } from "./journal.js";

// One task, that one process runs and another one waits for. Of all that can happen to it, any two things happen: in
// both orders, and one in the middle of the other.

const TASK = { id: "task-1", name: "Create the class" };
const TIMES = { executeTimeout: 10_000, verifyTimeout: 10_000, retryDelay: 1_000 };
const MAX = 2;

const STAGES = ["executed", "verified", "with a person"] as const;
type What = "execute" | "verify" | "escalate";

interface Run {
  readonly process: Process;
  outcome?: VerifiedOutcome<string>;
  error?: ReadbackError;
}

interface Work {
  readonly what: What;
  readonly process: Process;
  readonly signal: AbortSignal;
  end(how: unknown): void;
}

function situation(stage: (typeof STAGES)[number]) {
  return async (world: World): Promise<Situation> => {
    const { clock, check, log } = world;
    const runs: Run[] = [];
    let works: Work[] = [];
    let executions = 0;
    let decided = 0;
    let isDeleted = false;

    const going = () => works.filter(({ process, signal }) => !process.isDead && !signal.aborted);

    function work<T>(what: What, process: Process, signal: AbortSignal): Promise<T> {
      return new Promise((resolve) => {
        if (process.isDead) return;
        const other = going().find((one) => one.process !== process);
        check(
          !other || isDeleted,
          `${process.name} begins to ${what} beside ${other?.process.name}`,
        );
        log.push(`  ${process.name} begins to ${what}`);
        const one: Work = {
          ...{ what, process, signal },
          end(how) {
            works = works.filter((it) => it !== one);
            resolve(how as T);
          },
        };
        works.push(one);
      });
    }

    function run(what: string) {
      const process = world.start(what);
      const controller = new AbortController();
      const one: Run = { process };
      runs.push(one);
      runVerified<string>({
        ...TIMES,
        ...{ task: TASK, session: "s", maxAttempts: MAX, signal: controller.signal },
        clock: process.clock,
        journal: process.journal,
        onError: () => {},
        execute: ({ signal, attempt }) => {
          if (!process.isDead) executions += 1;
          // A person's `fix` adds an attempt.
          check(attempt <= MAX + 1, `attempt ${attempt} is made`);
          return work("execute", process, signal);
        },
        verify: ({ signal }) => work("verify", process, signal),
        escalate: ({ signal }) => work("escalate", process, signal),
      })
        .then(
          (outcome) => {
            if (process.isDead) return;
            check(one.outcome === undefined, `${process.name} ends twice`);
            one.outcome = outcome;
            log.push(`  ${process.name} ends as ${outcome.status}`);
          },
          (error) => {
            if (process.isDead) return;
            one.error = error as ReadbackError;
            log.push(`  ${process.name} fails: ${error}`);
          },
        )
        .catch(() => {});
      return { process, controller };
    }

    /** Something under way comes to this. */
    function comesTo(what: What, how: unknown): void {
      const one = going().find((it) => it.what === what);
      if (what === "escalate" && one && how !== "skip" && how !== "abort") decided += 1;
      one?.end(how);
    }
    const SUCCESS = { status: "success", output: "done" };
    const FAILURE = { status: "failure", error: "a syntax error" };

    const one = run("one");
    await settled();
    clock.advance(50);
    const two = run("two");
    await settled();
    clock.advance(50);
    if (stage === "verified") comesTo("execute", SUCCESS);
    for (let times = stage === "with a person" ? MAX : 0; times > 0; times -= 1) {
      await settled();
      comesTo("execute", FAILURE);
      await settled();
      clock.advance(TIMES.retryDelay);
    }
    await settled();
    clock.advance(50);
    await settled();

    const acts: Situation["acts"] = {
      "its execution succeeds": ["one", () => comesTo("execute", SUCCESS)],
      "its execution fails": ["one", () => comesTo("execute", FAILURE)],
      "its verification passes": ["one", () => comesTo("verify", true)],
      "its verification fails": ["one", () => comesTo("verify", false)],
      "a person says to retry": ["one", () => comesTo("escalate", "retry")],
      "a person says how to fix it": [
        "one",
        () => comesTo("escalate", { action: "fix", instruction: "close the brace" }),
      ],
      "a person says to fix it, and not how": ["one", () => comesTo("escalate", { action: "fix" })],
      "a person lets it go": ["one", () => comesTo("escalate", "skip")],
      "a person ends it": ["one", () => comesTo("escalate", "abort")],
      "it is aborted where it runs": ["one", () => one.controller.abort()],
      "it is aborted where it is waited for": ["two", () => two.controller.abort()],
      "its process is killed": ["the world", () => world.kill(one.process)],
      "the process that waits is killed": ["the world", () => world.kill(two.process)],
      "a third process runs it": ["three", () => void run("three")],
      "it takes too long": [TIME, () => clock.advance(TIMES.executeTimeout)],
      ...journalActs(world, () => {
        isDeleted = true;
      }),
    };

    return {
      acts,
      async finish(happened) {
        // What is left to do fails, and a person lets it go.
        for (let turn = 0; turn < 14; turn += 1) {
          clock.advance(2_000);
          await settled();
          for (const it of going()) {
            it.end(it.what === "execute" ? FAILURE : it.what === "verify" ? false : "skip");
          }
          await settled();
          // A process ends once its run has ended, as programs do.
          for (const { process, outcome, error } of runs) if (outcome || error) world.end(process);
        }
        const isCut = isJournalCut(happened);
        for (const { process, outcome, error } of runs) {
          const isTold = outcome !== undefined || error !== undefined;
          check(process.isDead || isTold, `${process.name} waits forever`);
          // How another process ended the task may be gone with the journal.
          check(!error || (error.code === "lost" && isCut), `${process.name} fails: ${error}`);
        }
        // An attempt that a crash cut short counts; a task that has ended may be run again by who comes later.
        const most = (1 + decided) * MAX + MAX + (isDeleted ? 1 : 0);
        check(executions <= most, `it is executed ${executions} times`);
      },
    };
  };
}

const NAMES = [
  "its execution succeeds",
  "its execution fails",
  "its verification passes",
  "its verification fails",
  "a person says to retry",
  "a person says how to fix it",
  "a person says to fix it, and not how",
  "a person lets it go",
  "a person ends it",
  "it is aborted where it runs",
  "it is aborted where it is waited for",
  "its process is killed",
  "the process that waits is killed",
  "a third process runs it",
  "it takes too long",
  ...JOURNAL_ACTS,
];

describe.each(inAHurry(STAGES))("a task that is %s", (stage) => {
  it.each(NAMES)("keeps every promise when %s, and then anything else", async (first) => {
    for (const second of NAMES) await cross(situation(stage), first, second);
  });
});
