import { describe, it } from "vitest";
import { createTodoGuard } from "../../../src/todo-attempt-guard/create-todo-guard.js";
import { guardMachine } from "../../../src/todo-attempt-guard/machine.js";
import type { GuardVerdict } from "../../../src/todo-attempt-guard/write-verdict.js";
import { type Process, settled, type World } from "../world.js";
import { cross, inAHurry, type Situation, TIME } from "./cross.js";
import { isJournalCut, JOURNAL_ACTS, journalActs } from "./journal.js";

// One todo that was reviewed, and is claimed again in a hook that validates it. Of all that can happen to it, any two
// things happen: in both orders, and one in the middle of the other.

const SESSION = "s";
const TODO = "Write tests";
const TIMEOUT = 15_000;
const AGAIN = "it is claimed again in another process";
const TOO_LONG = "its validation takes too long";

interface Claim {
  readonly process: Process;
  readonly toolUseId: string;
  verdict?: GuardVerdict;
}

function situation(maxRetryAttempts: number) {
  return async (world: World): Promise<Situation> => {
    const { clock, check, log } = world;
    const claims: Claim[] = [];
    const validations = new Map<string, { readonly of: Process; end(passed: boolean): void }>();
    const passed = new Set<string>();

    function start(what: string) {
      const process = world.start(what);
      const guard = createTodoGuard({
        maxRetryAttempts,
        validationTimeout: TIMEOUT,
        rememberCompleted: true,
        clock: process.clock,
        journal: process.journal,
        onError: () => {},
        validate: ({ toolUseId, attempt, signal }) =>
          new Promise((end) => {
            const isUnderWay = validations.has(toolUseId) && !process.isDead;
            check(!isUnderWay, `${toolUseId} is validated twice at a time`);
            check(attempt <= maxRetryAttempts, `it is validated at attempt ${attempt}`);
            log.push(`  ${process.name} validates ${toolUseId}`);
            validations.set(toolUseId, { of: process, end });
            signal.addEventListener("abort", () => validations.delete(toolUseId));
          }),
      });
      process.view = { machine: guardMachine.id, runtime: guard.runtime };
      guard.recover();
      return { process, guard };
    }
    type Hook = ReturnType<typeof start>;

    function claim({ process, guard }: Hook, toolUseId: string): void {
      if (process.isDead) return;
      const made: Claim = { process, toolUseId };
      claims.push(made);
      const call = { session: SESSION, toolUseId, completing: [TODO], patience: TIMEOUT + 5_000 };
      guard
        .check(call)
        .then(
          (verdict) => {
            check(made.verdict === undefined, `${toolUseId} gets two verdicts`);
            made.verdict = verdict;
            log.push(`  ${process.name} is told ${verdict.decision} of ${toolUseId}`);
          },
          (error) => check(process.isDead, `${toolUseId} fails: ${error}`),
        )
        .catch(() => {});
    }

    function judge(passes: boolean): void {
      const validation = validations.get("t2");
      if (!validation || validation.of.isDead) return;
      validations.delete("t2");
      if (passes) passed.add("t2");
      validation.end(passes);
    }

    const other = start("other");
    const hook = start("hook");
    const person = start("person");
    claim(hook, "t1");
    await settled();
    clock.advance(5_000);
    claim(hook, "t2");
    await settled();
    clock.advance(50);

    const list = (status: string) => ({ session: SESSION, todos: [{ content: TODO, status }] });
    const which = { session: SESSION, todo: TODO };
    const acts: Situation["acts"] = {
      "the same call is reported by another process": ["other", () => claim(other, "t2")],
      "its twin is claimed in another process": ["other", () => claim(other, "twin")],
      [AGAIN]: [
        TIME,
        () => {
          clock.advance(3_000);
          claim(other, "t3");
        },
      ],
      "its validation passes": ["hook", () => judge(true)],
      "its validation fails": ["hook", () => judge(false)],
      [TOO_LONG]: [TIME, () => clock.advance(TIMEOUT)],
      "a person approves it": ["person", () => person.guard.approve(which)],
      "a person resets it": ["person", () => void person.guard.reset(which)],
      "its call has happened": [
        "other",
        () => other.guard.confirm({ session: SESSION, toolUseId: "t2" }),
      ],
      "a list shows it completed": ["other", () => other.guard.observe(list("completed"))],
      "a list shows it open": ["other", () => other.guard.observe(list("pending"))],
      "its session ends": ["other", () => other.guard.endSession(SESSION)],
      "its hook stops": [
        "hook",
        () => {
          hook.guard.dispose();
          world.end(hook.process);
        },
      ],
      "its hook is killed": ["the world", () => world.kill(hook.process)],
      "the other process stops": [
        "other",
        () => {
          other.guard.dispose();
          world.end(other.process);
        },
      ],
      ...journalActs(world),
    };

    return {
      acts,
      async finish(happened) {
        const did = (...acts: readonly string[]) => acts.some((act) => happened.includes(act));
        // What decides about a claim is told to whoever waits for it, and soon.
        clock.advance(2_000);
        await settled();
        const isDecided =
          did("its validation passes", "its validation fails") ||
          did("a person approves it", "a person resets it") ||
          (did("its session ends") && !did("the other process stops"));
        const isCut = isJournalCut(happened);
        const isTold = claims.every(({ process, toolUseId, verdict }) => {
          return process.isDead || toolUseId === "t3" || verdict !== undefined;
        });
        const isLate = isDecided && !isCut && !did("its hook is killed") && !isTold;
        check(!isLate, "it is decided, and whoever waits is not told");
        for (let turn = 0; turn < 4; turn += 1) {
          clock.advance(TIMEOUT / 2);
          await settled();
        }
        const isApproved = did("a person approves it");
        for (const { process, toolUseId, verdict } of claims) {
          if (process.isDead) continue;
          check(verdict !== undefined, `${toolUseId} gets no verdict`);
          for (const { attempt, kind } of verdict?.todos ?? []) {
            check(attempt <= maxRetryAttempts, `${toolUseId} has attempt ${attempt}`);
            // Twins are one claim.
            const isTwin = toolUseId === "twin" && !did(AGAIN, TOO_LONG);
            check(!isTwin || attempt <= 2, `its twin is attempt ${attempt}`);
            if (kind === "approved") check(isApproved, `${toolUseId}: nobody approved it`);
            if (kind === "allowed") check(passed.has("t2"), `${toolUseId}: nothing has passed`);
          }
          const twice = claims.find((one) => one.toolUseId === toolUseId && !one.process.isDead);
          const isSame = twice?.verdict?.decision === verdict?.decision;
          check(isSame, `${toolUseId} gets one verdict here, and another one there`);
        }
      },
    };
  };
}

const NAMES = [
  "the same call is reported by another process",
  "its twin is claimed in another process",
  AGAIN,
  "its validation passes",
  "its validation fails",
  TOO_LONG,
  "a person approves it",
  "a person resets it",
  "its call has happened",
  "a list shows it completed",
  "a list shows it open",
  "its session ends",
  "its hook stops",
  "its hook is killed",
  "the other process stops",
  ...JOURNAL_ACTS,
];

const STAGES = [
  ["with attempts left", 4],
  ["at its last attempt", 2],
] as const;

describe.each(inAHurry(STAGES))("a todo that is validated, %s", (_, max) => {
  it.each(NAMES)("keeps every promise when %s, and then anything else", async (first) => {
    for (const second of NAMES) await cross(situation(max), first, second);
  });
});
