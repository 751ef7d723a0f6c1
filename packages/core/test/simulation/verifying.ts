import type { Execution } from "../../src/verify-retry-escalate/reports.js";
import { runVerified, type VerifiedOutcome } from "../../src/verify-retry-escalate/runner.js";
import type { Actors } from "./story.js";
import { type Process, settled, type World } from "./world.js";

const TASKS = [{ id: "task-1", name: "Create the class" }];
const TIMES = { executeTimeout: 10_000, verifyTimeout: 10_000, retryDelay: 1_000 };
const MAX = 2;

interface Run {
  readonly process: Process;
  readonly controller: AbortController;
  readonly session: string;
  outcome?: VerifiedOutcome<string>;
  error?: unknown;
}

/** Something under way in a process: an execution, a verification, a question to a person. */
interface Work {
  readonly what: "execute" | "verify" | "escalate";
  readonly process: Process;
  readonly session: string;
  readonly signal: AbortSignal;
  /** It could not know of others, or others not of it: the journal was deleted. */
  isBlind: boolean;
  end(goes: "well" | "badly"): void;
}

/** Processes that run the same tasks: one of them does the work, the others wait for its end. */
export function createVerifying(world: World): Actors {
  const { random, clock, check, log } = world;
  const runs: Run[] = [];
  let works: Work[] = [];
  /** Executions of each task, since a person last said so. */
  const executed = new Map<string, number>();
  /** Executions that were begun before a deleted journal was written again: who begins then cannot know of others. */
  const blind = new Map<string, number>();
  let isWidowed = false;
  world.beforeDeath(({ journal }) => {
    if (!journal.hasRestored()) isWidowed = true;
  });
  const isBlind = () => isWidowed || world.isInGap();
  let sessions = 1;
  const born = new Map<string, number>();

  /** A task that has ended can be run again. */
  function lifeOf(session: string): string {
    const { mark } = world.truth.instances.get(`${session}/task-1`) ?? {};
    // A journal that was just deleted does not say.
    if (mark) born.set(session, mark.born);
    return `${session} ${born.get(session)}`;
  }
  const living = () => runs.filter(({ process }) => !process.isDead);
  const isOver = ({ outcome, error }: Run) => outcome !== undefined || error !== undefined;

  function work<T>(
    what: Work["what"],
    { process, session }: Run,
    signal: AbortSignal,
    ends: (goes: "well" | "badly") => T,
  ): Promise<T> {
    return new Promise((resolve) => {
      if (process.isDead) return;
      works = works.filter((one) => !one.signal.aborted && !one.process.isDead);
      const other = works.find((one) => one.session === session && !one.isBlind);
      check(
        !other || isBlind(),
        `${process.name} begins to ${what} while ${other?.process.name} works on it`,
      );
      works.push({
        ...{ what, process, session, signal, isBlind: isBlind() },
        end: (goes) => resolve(ends(goes)),
      });
      log.push(`${process.name} begins to ${what}`);
    });
  }

  function start(session: string): void {
    const process = world.start("run");
    const run: Run = { process, controller: new AbortController(), session };
    runs.push(run);
    runVerified<string>({
      ...TIMES,
      task: TASKS[0] as (typeof TASKS)[0],
      session,
      maxAttempts: MAX,
      signal: run.controller.signal,
      clock: process.clock,
      journal: process.journal,
      onError: () => {},
      execute: ({ signal, attempt, execution }) => {
        if (!process.isDead) {
          const before = execution === 1 ? 0 : (executed.get(lifeOf(session)) ?? 0);
          const times = before + 1;
          executed.set(lifeOf(session), times);
          if (isBlind()) blind.set(session, (blind.get(session) ?? 0) + 1);
          const most = MAX + (blind.get(session) ?? 0);
          check(times <= most && attempt <= MAX, `${session} is executed for the ${times}. time`);
        }
        return work(
          "execute",
          run,
          signal,
          (goes): Execution<string> =>
            goes === "well"
              ? { status: "success", output: process.name }
              : { status: "failure", error: "a syntax error" },
        );
      },
      verify: ({ signal }) => work("verify", run, signal, (goes) => goes === "well"),
      escalate: ({ signal }) =>
        work("escalate", run, signal, (goes) => {
          if (goes === "well") executed.set(lifeOf(session), 0);
          return goes === "well" ? "retry" : "skip";
        }),
    })
      .then(
        (outcome) => {
          if (process.isDead) return;
          check(!isOver(run), `${process.name} ends twice`);
          run.outcome = outcome;
          log.push(`  ${process.name} ends as ${outcome.status}`);
        },
        (error) => {
          if (process.isDead) return;
          run.error = error;
          log.push(`  ${process.name} fails: ${error}`);
        },
      )
      .catch(() => {});
  }

  return {
    begin: () => start("session 1"),
    deeds: [
      ["run", 3, () => void (living().length < 3 && start(`session ${sessions}`))],
      [
        "work",
        9,
        () => {
          works = works.filter((one) => !one.signal.aborted && !one.process.isDead);
          const one = random.pick(works);
          if (!one) return;
          const goes = random.chance(0.4) ? "well" : "badly";
          log.push(`${one.process.name} ${one.what}s ${goes}`);
          works = works.filter((other) => other !== one);
          one.end(goes);
        },
      ],
      ["abort", 0.4, () => random.pick(living())?.controller.abort()],
      [
        "next",
        0.4,
        () => {
          sessions += 1;
        },
      ],
    ],
    afterStep() {
      for (const run of living()) if (isOver(run)) world.end(run.process);
      for (const { error } of runs) {
        const { code, lost } = (error ?? {}) as { code?: string; lost?: string };
        const isTold = error === undefined || code === "disk_full" || code === "lost";
        check(isTold && lost === undefined, `a run fails: ${error}`);
      }
    },
    beforeDeletion() {
      // What was written last, and no living process has read, is gone for good.
      if (!living().some(({ process }) => process.journal.isUpToDate())) isWidowed = true;
      for (const one of works) one.isBlind = true;
      // A task whose processes have all ended is gone with the journal.
      if (living().length === 0) executed.clear();
    },
    newcomer: () => start(`session ${sessions}`),
    async finish() {
      // Nobody works any more: time alone leads to a person, and a person lets it go.
      for (let turn = 0; turn < 20 && living().length > 0; turn += 1) {
        clock.advance(5_000);
        await settled();
        for (const one of works) if (one.what === "escalate") one.end("badly");
        await settled();
        this.afterStep();
      }
      const waiting = living().map(({ process }) => process.name);
      check(waiting.length === 0, `${waiting} wait for ever`);
    },
  };
}
