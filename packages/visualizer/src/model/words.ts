import type { Candidate } from "./candidates.js";
import type { GuardReport } from "./guard-report.js";
import type { Reading } from "./readings.js";

const LONGEST = 60;

/** A value in a few characters. */
function shown(value: unknown): string {
  const text = typeof value === "function" ? "(function)" : (jsonOf(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return "(a value that JSON cannot write)";
  }
}

/** Milliseconds as people say them: `27 s`, `5 min`, `2 h 5 min`, `3 d 11 h`. */
export function duration(ms: number): string {
  const abs = Math.abs(ms);
  if (abs < 1_000) return `${abs} ms`;
  if (abs < 60_000) return `${Number((abs / 1_000).toFixed(1))} s`;
  const minutes = Math.round(abs / 60_000);
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= TWO_DAYS) return days(Math.round(minutes / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const TWO_DAYS = 48 * 60;
const days = (hours: number) =>
  `${Math.floor(hours / 24)} d${hours % 24 === 0 ? "" : ` ${hours % 24} h`}`;

/** A moment in UTC, the same for everybody who reads it. */
export function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString();
}

/** An event as people read it: the delay of a state by its name. */
export function eventWords(type: string): string {
  if (type === "") return "nothing but the state itself";
  const [, delay, state] = /^xstate\.after\.([^.]+)\.(.*)$/.exec(type) ?? [];
  if (delay !== undefined) {
    return `the delay ${Number.isNaN(Number(delay)) ? delay : duration(Number(delay))} of ${state}`;
  }
  if (type.startsWith("xstate.done.state.")) return `the end of ${type.slice(18)}`;
  if (type.startsWith("xstate.done.actor.")) return `the result of the actor ${type.slice(18)}`;
  if (type.startsWith("xstate.error.actor.")) return `the failure of the actor ${type.slice(19)}`;
  return type;
}

/** Where a transition leads. */
export function whereTo({ targets, actions, isForbidding, state }: Candidate): string {
  if (targets.length > 0) return `leads to ${targets.join(" and ")}`;
  if (isForbidding) return `is forbidden in ${state}`;
  return `stays in ${state} and does ${actions.join(", ")}`;
}

/** The guards that decide, with the values they looked at. */
export function because(report: GuardReport): string {
  const { name, inner, result, error, readings, params, seenBy } = report;
  const verb = {
    holds: "holds",
    fails: "fails",
    depends: "depends on the event",
    throws: "throws",
    unseen: "is for the app to say",
  };
  if (inner.length > 0) {
    // Of `and` only what fails decides, of `or` what holds.
    const deciding = inner.filter((one) => one.result === result);
    const isTurned = name === "not";
    return (isTurned || deciding.length === 0 ? inner : deciding)
      .map((one) => (isTurned ? `not: ${because(one)}` : because(one)))
      .join(" and ");
  }
  const given = params === undefined ? "" : `(${shown(params)})`;
  const values = readings.map(readingWords).join(", ");
  const why = error ?? seenBy ?? values;
  return `${name}${given} ${verb[result]}${why === "" ? "" : ` (${why})`}`;
}

function readingWords({ of, path, value }: Reading): string {
  const name = path === "" ? of : `${of}.${path}`;
  return `${name} is ${value === undefined ? "not there" : shown(value)}`;
}
