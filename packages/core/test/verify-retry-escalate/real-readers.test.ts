import { fc } from "@fast-check/vitest";
import MarkdownIt from "markdown-it";
import { SaxesParser } from "saxes";
import { describe, expect } from "vitest";
import { printable } from "../../src/printable.js";
import { escalationMessage } from "../../src/verify-retry-escalate/escalation.js";
import { type FailureRecord, failureRecord } from "../../src/verify-retry-escalate/failure.js";
import { retryContext } from "../../src/verify-retry-escalate/retry-context.js";
import type { RetryEvent } from "../../src/verify-retry-escalate/retry-events.js";
import { retrySummary } from "../../src/verify-retry-escalate/retry-summary.js";
import { nasty } from "../support/nasty-text.js";
import { property } from "../support/properties.js";

// Parsers that others wrote read what we write, whatever a tool or a model has said.

const markdown = new MarkdownIt("commonmark", { html: true }).enable("table");

interface Story {
  readonly name: string;
  readonly fix: string;
  readonly failures: readonly FailureRecord[];
}

const story: fc.Arbitrary<Story> = fc
  .record({ name: nasty, fix: nasty, texts: fc.array(nasty, { minLength: 6, maxLength: 6 }) })
  .map(
    ({
      name,
      fix,
      texts: [error = "", details = "", path = "", status = "", hint = "", more = ""],
    }) => ({
      name,
      fix,
      failures: [1, 2, 3].map((attempt) =>
        failureRecord(
          "verification_failed",
          {
            error,
            details,
            suggestedFix: hint,
            learnings: [more],
            files: [{ path, status }],
            verification: { command: more, exitCode: attempt, outputSummary: hint },
          },
          { attempt, startedAt: 0, at: 1_000 * attempt },
        ),
      ),
    }),
  );

/** The elements of a document and their texts, as an XML parser sees them. */
function xmlOf(text: string): readonly (readonly [path: string, text: string])[] {
  const found: [string, string][] = [];
  const open: { path: string; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    open.push({ path: `${open.at(-1)?.path ?? ""}/${name}`, text: "" });
  });
  parser.on("text", (piece) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  });
  parser.on("closetag", () => {
    const { path, text: all } = open.pop() ?? { path: "", text: "" };
    found.push([path, all]);
  });
  parser.write(text).close();
  return found;
}

/** What XML cannot hold is shown as its code, as all that a person could not see. */
const shown = (text: string) =>
  printable(text.trim()).replace(
    /[\ud800-\udfff\ufffe\uffff]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  );

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** What a Markdown parser makes of a text: its blocks, tables and whatever could lead somewhere. */
function markdownOf(text: string) {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const types = (type: string) => tokens.filter((token) => token.type === type).length;
  return {
    headings: tokens.flatMap(({ type }, index) =>
      type === "heading_open" ? [tokens[index + 1]?.content] : [],
    ),
    tables: types("table_open"),
    rows: types("tr_open"),
    cells: types("td_open") + types("th_open"),
    fences: tokens.filter(({ type }) => type === "fence").map(({ content }) => content),
    strange: [...tokens, ...inline]
      .map(({ type }) => type)
      .filter((type) => /^(html_|link_|image|blockquote_|code_block)/.test(type)),
  };
}

describe("text from outside", () => {
  property(
    "an XML parser finds the elements of a <retry_context>, and every text whole",
    [story],
    ({ fix, failures }) => {
      const block = retryContext({ attempt: 4, bound: 4, failures, intervention: fix });
      const elements = xmlOf(block ?? "");
      const at = (end: string) => elements.filter(([path]) => path.endsWith(end));
      expect(elements.at(-1)?.[0]).toBe("/retry_context");
      expect(at("/failure")).toHaveLength(3);
      expect(at("/user_intervention/instruction")[0]?.[1]).toBeDefined();
      for (const [, text] of at("/failure/error_details")) {
        expect(squeezed(text)).toBe(squeezed(shown(failures[0]?.error_details ?? "")));
      }
    },
  );

  property(
    "a Markdown parser finds the escalation message as it is meant",
    [story],
    ({ name, failures }) => {
      const task = { id: "03-01:task-3", name };
      const seen = markdownOf(
        escalationMessage({ task, attempt: 3, bound: 3, failures, escalation: null }),
      );
      expect(seen.headings).toEqual([
        "Task Escalation Required",
        "Failure Summary",
        "Attempt History",
        "Last Error Details",
        "Files Modified (Partial State)",
        "Suggested Actions",
      ]);
      // The protocol's own "<done>" in a suggested action.
      expect(seen).toMatchObject({ tables: 1, rows: 4, cells: 16, strange: ["html_inline"] });
      expect(seen.fences).toHaveLength(1);
    },
  );

  property(
    "a Markdown parser finds the tables of the retry summary as they are meant",
    [story],
    ({ name, failures }) => {
      const common = { timestamp: "2026-01-26T14:30:00Z", task_id: "03-01:task-3" };
      const events: RetryEvent[] = [
        ...failures.map(
          ({ error_summary, suggested_fix }, index): RetryEvent => ({
            ...common,
            event: "attempt",
            attempt: index + 1,
            status: "failed",
            failure_type: "verification_failed",
            error: error_summary,
            duration_ms: 1,
            root_cause_guess: suggested_fix ?? "",
          }),
        ),
        {
          ...common,
          event: "resolved",
          resolution: "skipped",
          task_name: name,
          total_attempts: 3,
          total_duration_ms: 1,
          escalated: true,
        },
      ];
      const seen = markdownOf(retrySummary("03-01", events));
      expect(seen.headings).toEqual([
        "Retry Summary for Plan 03-01",
        "Retry Details",
        "Common Failure Patterns",
      ]);
      expect(seen).toMatchObject({ tables: 2, rows: 9, cells: 20, fences: [], strange: [] });
    },
  );
});
