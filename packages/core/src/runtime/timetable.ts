import type { KeptDeadline } from "../journal/entry.js";
import type { Schedule } from "./stepper.js";

/** The deadlines of one instance, the next one first. */
export type Timetable = readonly KeptDeadline[];

export const NO_DEADLINES: Timetable = [];

/** The timetable after a transition at `now` has set (an object) and cancelled (an id) timers, in order. */
export function rescheduled(
  timetable: Timetable,
  timers: readonly (Schedule | string)[],
  now: number,
): Timetable {
  let next = timetable;
  for (const timer of timers) {
    if (typeof timer === "string") next = without(next, timer);
    else next = scheduled(next, timer, now);
  }
  return next;
}

/** The timetable without one of its deadlines. */
export function without(timetable: Timetable, id: string): Timetable {
  const index = timetable.findIndex((one) => one.id === id);
  if (index < 0) return timetable;
  if (timetable.length === 1) return NO_DEADLINES;
  // Neither `filter` nor a spread: V8 would keep room for 16 more.
  return timetable.slice(0, index).concat(timetable.slice(index + 1));
}

/** The same deadlines in the order in which they come. */
export function inOrder(deadlines: Timetable): Timetable {
  return deadlines.reduce<Timetable>(inserted, NO_DEADLINES);
}

function scheduled(timetable: Timetable, { id, delay, event }: Schedule, now: number): Timetable {
  const rest = id === undefined ? timetable : without(timetable, id);
  // JSON has no word for never.
  if (delay === Number.POSITIVE_INFINITY) return rest;
  return inserted(rest, { id: id ?? unused(rest, event.type), at: now + delay, event });
}

function inserted(timetable: Timetable, deadline: KeptDeadline): Timetable {
  if (timetable.length === 0) return [deadline];
  const index = timetable.findIndex((one) => isBefore(deadline, one));
  if (index < 0) return timetable.concat(deadline);
  return timetable.slice(0, index).concat(deadline, timetable.slice(index));
}

/** Of one moment, a state's own delays come before events that a machine raised; then what was set first. */
function isBefore(newer: KeptDeadline, older: KeptDeadline): boolean {
  if (newer.at !== older.at) return newer.at < older.at;
  return isDelay(newer) && !isDelay(older);
}

function isDelay({ id }: KeptDeadline): boolean {
  return id.startsWith("xstate.after.");
}

/** An id for a delayed event that has none; the same one in every replay. */
function unused(timetable: Timetable, type: string): string {
  for (let count = 1; ; count += 1) {
    const id = `${type}#${count}`;
    if (!timetable.some((one) => one.id === id)) return id;
  }
}
