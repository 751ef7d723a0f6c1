import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/write-verdict.js";
import {
  BEHAVIOURS,
  CALLS,
  type Call,
  Ledger,
  plan,
  RETENTION,
  TURN,
  VALIDATION,
  validatorOf,
} from "../support/guard-ledger.js";
import { beginLife, expectSame, settled } from "../support/lives.js";
import { property } from "../support/properties.js";
import { createSharedJournal } from "../support/shared-journal.js";

const PROCESSES = 3;
const report = fc.record({ by: fc.nat(PROCESSES - 1), id: fc.nat(CALLS - 1) });
/** A report, and perhaps one of another process that is quicker at the last moment. */
const contested = fc.record({ report, quicker: fc.option(report, { freq: 2 }) });

const kindsOf = ({ todos }: GuardVerdict) => todos.map(({ kind }) => kind);

describe("guards in several processes that share a journal", () => {
  property(
    "count each claim once between them, and give everyone who reports it the same verdict",
    [plan, fc.array(fc.array(contested, { minLength: 1, maxLength: 3 }), { maxLength: 5 })],
    async (given, rounds) => {
      const clock = createSimulatedClock(1_000_000);
      const shared = createSharedJournal();
      const ledger = new Ledger(given);
      const { maxRetryAttempts, onGuardFailure } = given;
      const guards = Array.from({ length: PROCESSES }, () => {
        const times = { validationTimeout: VALIDATION, retention: RETENTION };
        const host = beginLife(clock, shared.view());
        const validate = validatorOf(given, () => clock);
        return createTodoGuard({ ...host, ...times, maxRetryAttempts, onGuardFailure, validate });
      });
      for (const round of rounds) {
        clock.advance(TURN);
        ledger.nextRound();
        const made: { expected: readonly string[]; verdict?: GuardVerdict }[] = [];
        const make = ({ by, id }: { by: number; id: number }) => {
          const { validator, ...call } = given.calls[id] as Call;
          const checking = guards[by]?.check({ ...call, toolUseId: String(id) });
          // Whoever was quicker has written by now.
          const judged = BEHAVIOURS[validator];
          const check: (typeof made)[number] = {
            expected: ledger.check({ validator, ...call }, String(id), judged),
          };
          made.push(check);
          checking?.then((verdict) => {
            check.verdict = verdict;
          });
        };
        for (const { report: one, quicker } of round) {
          if (quicker && quicker.by !== one.by) shared.beforeNextAppend(() => make(quicker));
          make(one);
          shared.beforeNextAppend(() => {});
        }
        for (let waited = 0; waited <= VALIDATION + 50; waited += 50) {
          await settled();
          if (made.every(({ verdict }) => verdict)) break;
          clock.advance(50);
        }
        await settled();
        for (const { expected, verdict } of made) {
          if (!verdict) expect.fail(`check() hangs; expected ${expected.join(", ")}`);
          expectSame(kindsOf(verdict), [...expected] as ReturnType<typeof kindsOf>);
        }
      }
    },
  );
});
