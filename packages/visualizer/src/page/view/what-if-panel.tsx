import type { Change } from "../../model/change.js";
import { useLooking } from "../state/looking.js";
import { entryOf } from "../state/what-if.js";
import { inline, shortDuration } from "../words.js";
import { BranchResult } from "./branch-result.js";
import { ChangeEntries } from "./change-entries.js";
import { InsertForm } from "./insert-form.js";

/** What if: put a branch together, and see it against what happened. Nothing is really done. */
export function WhatIfPanel() {
  const { whatIf, moment, last } = useLooking();
  const { changes, from, until, view, problem } = whatIf;
  const lastAt = moment.value.value?.row.time ?? 0;
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
              value={String(until.value)}
              onChange={({ currentTarget: { value } }) => {
                until.value = value === "end" || value === "history" ? value : Number(value);
              }}
            >
              <option value="end">until nothing is due any more</option>
              <option value="history">until the last entry</option>
              <option value={`${lastAt + 60_000}`}>for a minute after this moment</option>
              <option value={`${lastAt + 3_600_000}`}>for an hour after this moment</option>
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
