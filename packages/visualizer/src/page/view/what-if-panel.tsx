import type { Change } from "../../model/change.js";
import { useLooking } from "../state/looking.js";
import { entryOf } from "../state/what-if.js";
import { inline, shortDuration } from "../words.js";
import { BranchResult } from "./branch-result.js";
import { ChangeEntries } from "./change-entries.js";
import { InsertForm } from "./insert-form.js";

const TIMES: ReadonlyMap<string, number> = new Map([
  ["minute", 60_000],
  ["hour", 3_600_000],
]);

/** What if: put a branch together, and see it against what happened. Nothing is really done. */
export function WhatIfPanel() {
  const { whatIf, moment, last } = useLooking();
  const { changes, from, until, view, problem } = whatIf;
  const { n = 0, time = 0 } = moment.value.value?.row ?? {};
  const choose = (name: string) => {
    const ms = TIMES.get(name);
    if (name === "minute" || name === "hour")
      until.value = { name, after: n, at: time + (ms ?? 0) };
    else until.value = { name: name === "history" ? "history" : "end" };
  };
  /** What was chosen stays, wherever somebody looks by now. */
  const after = (name: string) =>
    until.value.name === name && "after" in until.value ? until.value.after : n;
  return (
    <>
      <p class="lead">
        From entry <strong>{from.value}</strong> of {last.value} on a virtual clock. Nothing is
        really done.
      </p>
      {changes.value.length > 0 && (
        <section>
          <h3>Changed</h3>
          <ul class="changes">
            {changes.value.map((change, index) => (
              <li key={index}>
                <span>{changeWords(change)}</span>
                <button
                  type="button"
                  class="icon"
                  aria-label={`Undo: ${changeWords(change)}`}
                  onClick={() => whatIf.remove(index)}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <label class="choice">
            <span>Let timers pass</span>
            <select
              value={until.value.name}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
              <option value="end">until nothing is due any more</option>
              <option value="history">until the last entry</option>
              <option value="minute">for a minute after entry {after("minute")}</option>
              <option value="hour">for an hour after entry {after("hour")}</option>
            </select>
          </label>
          <button type="button" class="quiet" onClick={whatIf.reset}>
            Start over
          </button>
        </section>
      )}
      {problem.value !== null && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      {view.value && changes.value.length > 0 && <BranchResult view={view.value} />}
      <ChangeEntries />
      <InsertForm />
    </>
  );
}

function changeWords(change: Change): string {
  if ("insert" in change)
    return `${change.insert.type} comes as well: ${inline(change.insert, 60)}`;
  const n = entryOf(change);
  if ("skip" in change) return `entry ${n} does not come`;
  if ("alter" in change) return `entry ${n} is ${inline(change.event, 60)} instead`;
  const when = change.by < 0 ? "earlier" : "later";
  return `entry ${n} comes ${shortDuration(change.by)} ${when}`;
}
