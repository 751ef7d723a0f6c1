import type { LedgerItem } from "../model/ledger.js";
import { ledgerOf } from "../model/ledger.js";
import { type Span, spansOf } from "../model/spans.js";
import type { Store } from "../model/store.js";
import type { LedgerPage, LedgerQuery, LedgerRow } from "./ledger-page.js";
import { MOST_ROWS } from "./list.js";
import { hasTime, partEnd } from "./looked.js";
import { owesText } from "./owes.js";
import type { Shelf } from "./shelf.js";

const ORDER: readonly LedgerItem["status"][] = ["overdue", "pending", "missed", "received"];

/** What the store has forgotten is forgotten here, too, when there is much of it. */
const MOST_KNOWN = 50_000;

/** The ledger over all instances, the latest ones first, as far as there is time to look. */
export function createLedger(store: Store, shelf: Shelf, now: () => number) {
  const known = new Map<string, { readonly entries: number; readonly spans: readonly Span[] }>();

  function spans(key: string, entries: number, end: number): readonly Span[] | undefined {
    const kept = known.get(key);
    if (kept?.entries === entries) return kept.spans;
    if (!hasTime(end)) return undefined;
    const track = store.track(key);
    const made = { entries, spans: track ? spansOf(track) : [] };
    known.set(key, made);
    if (known.size > MOST_KNOWN)
      for (const old of known.keys()) if (!store.get(old)) known.delete(old);
    return made.spans;
  }

  return ({ filter, status, offset = 0, limit = MOST_ROWS }: LedgerQuery): LedgerPage => {
    const end = partEnd();
    const all = [...shelf.all(filter).values()].flat().reverse();
    const rows: LedgerRow[] = [];
    let looked = 0;
    for (const summary of all) {
      const found = spans(summary.key, summary.entries, end);
      if (!found) continue;
      looked += 1;
      const { subject } = shelf.about(summary);
      const { key, machine } = summary;
      for (const item of ledgerOf(found, now()).items) {
        const owes = owesText(machine, item.span.state, item.span.waitsFor);
        rows.push({ ...item, key, machine, subject, owes });
      }
    }
    const count = (one: LedgerItem["status"]) => rows.filter((row) => row.status === one).length;
    const shown = rows
      .filter((row) => status === undefined || row.status === status)
      .sort(
        (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || b.span.since - a.span.since,
      );
    const start = Math.max(0, Math.floor(offset));
    return {
      looked,
      of: all.length,
      expected: rows.length,
      received: count("received"),
      missed: count("missed"),
      pending: count("pending"),
      overdue: count("overdue"),
      offset: start,
      total: shown.length,
      items: shown.slice(start, start + Math.min(limit, MOST_ROWS)),
    };
  };
}
