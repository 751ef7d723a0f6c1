import type { Filter } from "../../source/instance-list.js";
import { useApp } from "../state/app.js";

const HOUR = 3_600_000;
const TIMES: readonly (readonly [name: string, ms: number])[] = [
  ["last 10 minutes", HOUR / 6],
  ["last hour", HOUR],
  ["last day", 24 * HOUR],
  ["last week", 168 * HOUR],
];

/** Which instances are listed, counted and drawn. */
export function Filters() {
  const { filter, sort, status } = useApp();
  const machines = status.value.value?.machines ?? [];
  const chosen = machines.filter(
    ({ machine }) => filter.value.machine === undefined || machine === filter.value.machine,
  );
  const distinct = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())].sort();
  const set = (change: { readonly [K in keyof Filter]: Filter[K] | undefined }) => {
    const merged = Object.entries({ ...filter.value, ...change });
    filter.value = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  };
  const isFiltered = Object.keys(filter.value).length > 0;
  return (
    <search class="filters">
      <input
        id="search"
        type="search"
        placeholder="Search  /"
        aria-label="Search in names, subjects, states and outcomes"
        value={filter.value.text ?? ""}
        onInput={({ currentTarget }) => set({ text: currentTarget.value || undefined })}
      />
      <Choice
        label="Machine"
        value={filter.value.machine}
        choices={machines.map(({ machine }) => machine)}
        onChange={(machine) => set({ machine })}
      />
      <Choice
        label="Outcome"
        value={filter.value.outcome}
        choices={["open", ...distinct(chosen.map(({ outcomes }) => outcomes))]}
        onChange={(outcome) => set({ outcome })}
      />
      <Choice
        label="Session"
        value={filter.value.session}
        choices={distinct(chosen.map(({ sessions }) => sessions))}
        onChange={(session) => set({ session })}
      />
      <Choice
        label="Time"
        value={TIMES.find(([, ms]) => ms === filter.value.within)?.[0]}
        choices={TIMES.map(([name]) => name)}
        onChange={(name) => set({ within: TIMES.find(([one]) => one === name)?.[1] })}
      />
      <label class="choice">
        <span>Sort</span>
        <select
          value={sort.value}
          onChange={({ currentTarget }) => {
            sort.value = currentTarget.value as typeof sort.value;
          }}
        >
          <option value="moved">last moved</option>
          <option value="started">last started</option>
          <option value="attempts">most attempts</option>
          <option value="entries">most entries</option>
        </select>
      </label>
      {isFiltered && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            filter.value = {};
          }}
        >
          Clear filters
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly string[];
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <label class={value === undefined ? "choice" : "choice set"}>
      <span>{label}</span>
      <select
        value={value ?? ""}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        <option value="">any</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}
