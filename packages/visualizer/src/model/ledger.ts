import { mustFit } from "@readback/core/host";
import type { Span } from "./spans.js";

/** One thing that somebody owed somebody: a sign that the question is on screen, an answer, a report. */
export interface LedgerItem {
  readonly span: Span;
  /**
   * `received`: it came; `missed`: its time ran out; `pending`: it is awaited; `overdue`: it is awaited,
   * and its time has run out.
   */
  readonly status: "received" | "missed" | "pending" | "overdue";
  /** How long it took, or has taken so far, in milliseconds. */
  readonly took: number;
}

/** The acknowledgements of an instance that are owed, and how many of each kind there are. */
export interface Ledger {
  readonly items: readonly LedgerItem[];
  /** How many of each there are. */
  readonly expected: number;
  readonly received: number;
  readonly missed: number;
  readonly pending: number;
  readonly overdue: number;
}

/** Who owes an acknowledgement to whom: everything that was awaited of others, as of `now`. */
export function ledgerOf(spans: readonly Span[], now: number): Ledger {
  mustFit(spans, [{ waitsFor: "text" }], "spans of ledgerOf");
  const items = spans
    .filter((span) => span.waitsFor !== "timer" && span.waitsFor !== "nobody")
    .map((span): LedgerItem => {
      const took = Math.max(0, (span.until ?? now) - span.since);
      return { span, status: statusOf(span, now), took };
    });
  const count = (status: LedgerItem["status"]) =>
    items.filter((item) => item.status === status).length;
  return {
    items,
    expected: items.length,
    received: count("received"),
    missed: count("missed"),
    pending: count("pending"),
    overdue: count("overdue"),
  };
}

function statusOf({ endedBy, due }: Span, now: number): LedgerItem["status"] {
  if (endedBy === "event") return "received";
  if (endedBy === "deadline") return "missed";
  return due !== null && due < now ? "overdue" : "pending";
}
