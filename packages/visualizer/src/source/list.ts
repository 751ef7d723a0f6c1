import type { InstanceSummary } from "../model/instance.js";
import type { InstancePage, InstanceQuery } from "./instance-list.js";
import type { Shelf } from "./shelf.js";

export const MOST_ROWS = 200;

const ORDERS: Readonly<
  Record<NonNullable<InstanceQuery["sort"]>, (a: InstanceSummary, b: InstanceSummary) => number>
> = {
  moved: (a, b) => b.movedAt - a.movedAt,
  started: (a, b) => b.startedAt - a.startedAt,
  attempts: (a, b) => b.attempt - a.attempt,
  entries: (a, b) => b.entries - a.entries,
};

/** A part of the list: machine by machine, in alphabetical order, so that it does not jump about. */
export function listed(shelf: Shelf, revision: number, query: InstanceQuery): InstancePage {
  const { filter = {}, sort = "moved", offset = 0, limit = MOST_ROWS } = query;
  const order = ORDERS[sort] ?? ORDERS.moved;
  const groups = [...shelf.all(filter)].sort(([a], [b]) => (a < b ? -1 : 1));
  // Ties stay in the store's order, the latest first.
  const sorted = groups.flatMap(([, list]) => [...list].reverse().sort(order));
  const start = Math.max(0, Math.floor(offset));
  const rows = sorted.slice(start, start + Math.min(limit, MOST_ROWS));
  return {
    revision,
    groups: groups.map(([machine, list]) => ({ machine, count: list.length })),
    total: sorted.length,
    offset: start,
    rows: rows.map(shelf.row),
  };
}
