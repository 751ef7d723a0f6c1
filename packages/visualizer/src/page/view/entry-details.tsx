import type { MomentView } from "../../source/moment-view.js";
import { clockTime, dayOf } from "../words.js";
import { CandidateList } from "./candidate-list.js";
import { DifferenceTable } from "./difference-table.js";
import { Json } from "./json.js";

const FATES: Readonly<Record<string, string>> = {
  taken: "led where it says",
  translated: "of an earlier version, translated",
  diverged: "leads somewhere else today",
  ignored: "changes nothing",
};

/** One entry: its event, what its guards said, what it changed, its cause, and who was told. */
export function EntryDetails({ view }: { readonly view: MomentView }) {
  const { row, entry, judged, changes, context, emitted, understood, whatNext, microsteps } = view;
  const moment = (at: number) =>
    `${dayOf(at) === dayOf(row.time) ? "" : `${dayOf(at)} `}${clockTime(at)}`;
  const facts: readonly (readonly [string, string])[] = [
    ["when", `${dayOf(row.time)} ${clockTime(row.time)}`],
    ["from", row.from ?? "nowhere: it begins"],
    ["to", row.to],
    ["attempt", row.bound > 0 ? `${row.attempt} of ${row.bound}` : ""],
    ["cause", row.cause ?? ""],
    ["outcome", row.outcome ?? ""],
    ["bound", row.isExhausted ? "reached: from here on it takes a person" : ""],
    ["fate", row.fate ? (FATES[row.fate] ?? "") : "not folded"],
    ["timers", whatNext.deadlines.map(({ words, at }) => `${words}: ${moment(at)}`).join(", ")],
    ["sequence", entry.sequence === undefined ? "" : `${entry.sequence} of its instance`],
    ["definition", entry.definition ?? ""],
    ["told", (entry.told ?? []).map(({ to, outcome }) => `${to}: ${outcome}`).join(", ")],
  ];
  return (
    <div class="details">
      <h3>
        Entry {row.n}: {row.words}
      </h3>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <CandidateList title="Guards" candidates={judged} isOpen={judged.length < 4} />
      {microsteps.length > 0 && <Microsteps list={microsteps} />}
      <h4>What it changed</h4>
      {changes.length === 0 ? (
        <p class="muted">Nothing in the context.</p>
      ) : (
        <DifferenceTable label="What it changed" list={changes} names={["before", "after"]} />
      )}
      <Part title="Event" value={{ type: entry.event, ...entry.payload }} />
      <Part title="Context after it" value={context} />
      {emitted.length > 0 && <Part title="Emitted" value={emitted} />}
      {understood && <Part title="What it means today" value={understood} />}
    </div>
  );
}

function Microsteps({ list }: { readonly list: MomentView["microsteps"] }) {
  return (
    <details class="candidates" open={list.length < 4}>
      <summary>Microsteps: {list.length}</summary>
      <ol>
        {list.map(({ event, to, transitions }, index) => (
          <li key={index}>
            <p>
              <strong>{event}</strong> → {to}
            </p>
            {transitions.map(({ source, targets, guard }, at) => (
              <p key={at} class="muted">
                {source} → {targets.join(", ") || "stays"}
                {typeof guard === "string" && `, ${guard} held`}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Part({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <Json value={value} />
    </details>
  );
}
