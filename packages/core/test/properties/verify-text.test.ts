import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { skipNotice } from "../../src/verify-retry-escalate/escalation.js";
import type { FailureReport } from "../../src/verify-retry-escalate/failure.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import { retryEvents } from "../../src/verify-retry-escalate/retry-events.js";
import { retryJsonLine, retryLogLines } from "../../src/verify-retry-escalate/retry-log.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import { retrySummary } from "../../src/verify-retry-escalate/retry-summary.js";
import type { Task } from "../../src/verify-retry-escalate/task.js";
import { createStage, expectSame } from "../support/lives.js";
import { nasty } from "../support/nasty-text.js";
import { property } from "../support/properties.js";
import {
  allText,
  BREAKS,
  cells,
  type Element,
  named,
  outsideFences,
  parseBlock,
} from "../support/strict-readers.js";

/** A task and the reports of its failures, with nasty texts wherever there is room for text. */
interface Story {
  readonly task: Task;
  readonly failures: readonly FailureReport[];
  readonly fix: string;
}

const story: fc.Arbitrary<Story> = fc
  .tuple(fc.array(nasty, { minLength: 11, maxLength: 11 }), fc.array(fc.nat(3), { minLength: 3 }))
  .map(([texts, sizes]) => {
    let used = 0;
    const next = () => texts[used++ % texts.length] as string;
    const failures = [1, 2, 3].map((attempt, index): FailureReport => {
      const size = sizes[index] ?? 0;
      const error = `failure-${attempt} ${next()}`;
      const details = `details-${attempt} ${next()}`;
      if (size === 0) return { error, details };
      const summary = size > 1 ? { outputSummary: next() } : {};
      return {
        error,
        details,
        verification: { command: next(), exitCode: size, ...summary },
        rootCauseGuess: next(),
        suggestedFix: next(),
        learnings: Array.from({ length: size }, () => `learned-${attempt} ${next()}`),
        files: Array.from({ length: size }, () => ({ path: next(), status: next() })),
      };
    });
    const id = next().replace(/[\s[\]]/g, "");
    const name = next();
    const task = {
      id: id.slice(0, 200) || "03-01:task-3",
      name: name.trim() ? name : "A task",
      dependants: sizes.map(next),
    };
    return { task, failures, fix: `do-this ${next()}` };
  });

const settings = {
  maxAttempts: 3,
  retryDelay: 0,
  executeTimeout: 1_000,
  verifyTimeout: 1_000,
  stuckAfter: null,
};

/** A task that fails three times, is fixed by a person in vain, and is skipped. */
function tell({ task, failures, fix: instruction }: Story) {
  const stage = createStage(verifyMachine, { task, settings, previous: [] });
  stage.send({ type: "START" });
  for (const one of failures) {
    stage.send({ type: "EXECUTED" });
    stage.send({ type: "FAILED", failure: "verification_failed", report: one });
  }
  stage.send({ type: "RESPOND", response: { action: "fix", instruction } });
  const contexts = stage.told.flatMap(({ emitted }) =>
    emitted.type === "verify.execute" ? [emitted.retryContext] : [],
  );
  const underWay = stage.journal.entries();
  stage.send({
    type: "HOPELESS",
    reason: "permission_denied",
    failure: "execution_error",
    report: failures[0] as FailureReport,
  });
  const messages = stage.told.flatMap(({ emitted }) =>
    emitted.type === "verify.escalate" ? [emitted.message] : [],
  );
  stage.send({ type: "RESPOND", response: { action: "skip" } });
  return { contexts, messages, underWay, entries: stage.journal.entries() };
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const LOG_LINE = new RegExp(
  String.raw`^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] \[RETRY\] \[[^[\]]*\] (?:` +
    String.raw`attempt=\d+ status=(?:success|failed type=\w+)|error=${QUOTED}|` +
    String.raw`suggested_fix=${QUOTED}|injecting_feedback attempt=\d+|escalating reason="\w+"|` +
    String.raw`user_response="\w+"|resolved status=\w+)$`,
  "u",
);

describe("whatever text tools and models write", () => {
  property(
    "a <retry_context> stays one well-formed block with every failure, learning and fix in it",
    [story],
    (given) => {
      const { failures } = given;
      const { contexts } = tell(given);
      expectSame(contexts[0], null);
      contexts.slice(1).forEach((block, index) => {
        const root = parseBlock(block ?? "");
        expectSame(root.name, "retry_context");
        const learnings = failures.slice(0, index + 1).flatMap((one) => one.learnings ?? []);
        const isFixed = index === 2;
        expectSame(
          root.children.map(({ name }) => name),
          [
            ...(isFixed ? ["user_intervention"] : []),
            "previous_failures",
            ...(learnings.length > 0 ? ["accumulated_learnings"] : []),
            "instruction",
          ],
        );
        const told = named(named(root, "previous_failures")[0], "failure");
        expectSame(told.length, index + 1);
        told.forEach((failure, nth) => {
          if (!allText(failure).includes(`details-${nth + 1} `.trim())) {
            expect.fail(`failure ${nth + 1} is not told in ${block}`);
          }
        });
        const learned = allText(named(root, "accumulated_learnings")[0] ?? root);
        for (const learning of learnings) {
          const [mark = ""] = learning.split(" ");
          if (!learned.includes(mark)) expect.fail(`${mark} is missing`);
        }
        // One line each: no learning can pose as another.
        const lines = learned.split("\n").filter((line) => line.trim().startsWith("- "));
        if (learnings.length > 0) expectSame(lines.length, new Set(learnings).size);
        if (isFixed && !allText(root.children[0] as Element).includes("do-this")) {
          expect.fail("the fix is missing");
        }
      });
    },
    {
      kept: [
        // A carriage return made one learning look like two.
        [
          {
            task: { id: "03-01:task-3", name: "A task" },
            failures: [1, 2, 3].map((attempt) => ({
              error: `failure-${attempt} `,
              details: `details-${attempt} `,
              learnings: [`learned-${attempt} \r- of the tests`],
            })),
            fix: "do-this ",
          },
        ],
      ],
    },
  );

  property(
    "an escalation message keeps its headings, its rows and its columns",
    [story],
    (given) => {
      const { failures } = given;
      const { messages } = tell(given);
      expectSame(messages.length, 2);
      messages.forEach((message, index) => {
        const lines = outsideFences(message);
        const rows = lines.filter((line) => line.trimStart().startsWith("|"));
        expectSame(
          rows.map(cells),
          Array.from({ length: 2 + failures.length + index }, () => 4),
        );
        expectSame(
          lines.filter((line) => /^ {0,3}#/.test(line)),
          [
            "## Task Escalation Required",
            "### Failure Summary",
            "### Attempt History",
            "### Last Error Details",
            "### Files Modified (Partial State)",
            "### Suggested Actions",
          ],
        );
        const last = (index === 0 ? failures[2] : failures[0]) as FailureReport;
        const listed = Math.max(1, last.files?.length ?? 0);
        // Four options, and the files.
        expectSame(lines.filter((line) => line.startsWith("- ")).length, 4 + listed);
        expectSame(BREAKS.test(lines.join("")), false);
      });
    },
  );

  property(
    "no text forges a line, a row or a record in the log, the summary or the state file",
    [story, nasty],
    (given, plan) => {
      const { task, failures } = given;
      const { entries, underWay } = tell(given);
      const events = [...retryEvents(entries)];

      for (const event of events) {
        for (const line of retryLogLines(event)) {
          if (BREAKS.test(line) || !LOG_LINE.test(line)) expect.fail(`forged: ${line}`);
        }
        const json = retryJsonLine(event);
        if (/[\n\r]/.test(json)) expect.fail(`two lines: ${json}`);
        expectSame(JSON.parse(json), event);
      }
      const attempts = events.filter(({ event }) => event === "attempt");
      expectSame(attempts.length, failures.length + 1);

      const lines = retrySummary(plan, events).split(/\r\n|\r|\n/);
      const rows = lines.filter((line) => line.startsWith("|"));
      expectSame(rows.map(cells), [...Array(8).fill(2), 3, 3, 3]);
      expectSame(lines.filter((line) => /^#/.test(line)).length, 3);
      const notice = skipNotice(task, 4).split("\n");
      expectSame(notice.length, 3);
      expectSame(BREAKS.test([...lines, ...notice].join("")), false);

      const state = retryState(underWay);
      const written = JSON.stringify(state);
      expectSame(JSON.stringify(JSON.parse(written)), written);
      expectSame(Object.keys(JSON.parse(written).task_retries), [task.id]);
      const kept = Object.getOwnPropertyDescriptor(state.task_retries, task.id)?.value;
      expectSame([kept.task_name, kept.failures.length], [task.name, failures.length]);
    },
  );

  it("a million backticks, or spaces, do no harm", () => {
    // The fence was made with Math.max(...runs), which so many runs overflow; the learnings were
    // put on one line by an expression that took a second for each ten thousand spaces.
    const [learning = ""] = [`learned ${" ".repeat(9_900)}`];
    const { messages, contexts } = tell({
      task: { id: "03-01:task-3", name: "Create the class" },
      failures: [1, 2, 3].map(() => ({
        error: "failure",
        details: "`a".repeat(500_000),
        learnings: Array.from({ length: 100 }, (_, index) => `${index} ${learning}.`),
      })),
      fix: "less of that",
    });
    expect(messages).toHaveLength(2);
    expect(parseBlock(contexts.at(-1) ?? "").name).toBe("retry_context");
  });
});
