import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { MachineOverviewView } from "../../source/overview-view.js";
import { useApp } from "../state/app.js";
import { createResource } from "../state/resource.js";
import { plural, shortDuration } from "../words.js";
import { Dotted } from "./dotted.js";
import { HeatChart } from "./heat-chart.js";
import { Notice } from "./notice.js";
import { Scrolled } from "./scrolled.js";

/** What all instances did that the filters let through. */
export function Overview() {
  const { source, revision, filter, status } = useApp();
  const chosen = useSignal<string | null>(null);
  const answer = useMemo(
    () =>
      createResource(() => {
        revision.value;
        return source.overview(filter.value);
      }),
    [source],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const machines = answer.value.value?.machines;
  if (answer.problem.value !== null) return <Notice title="No overview" text={answer.problem} />;
  if (!machines) return <Notice title="Loading…" isBusy />;
  if (machines.length === 0) return <Nothing hasEntries={(status.value.value?.records ?? 0) > 0} />;
  const shown = machines.find(({ machine }) => machine === chosen.value) ?? machines[0];
  return (
    <div class="sheet overview">
      <h2>Overview</h2>
      <ul class="machines">
        {machines.map((one) => (
          <li key={one.machine}>
            <MachineCard
              overview={one}
              isChosen={one === shown}
              onChoose={() => {
                chosen.value = one.machine;
              }}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <section class="machine" aria-label={shown.machine}>
          <Dwell overview={shown} />
          <HeatChart key={shown.machine} machine={shown.machine} />
        </section>
      )}
    </div>
  );
}

function Nothing({ hasEntries }: { readonly hasEntries: boolean }) {
  if (hasEntries) {
    return <Notice title="Nothing to count" text="No instance matches the filters. Clear one." />;
  }
  return (
    <Notice
      title="No entries yet"
      text="As soon as a machine of this project does something, it appears here."
    >
      <p>
        To see something at once, run <code>readback demo</code> in this project, or open the
        journals of another one: <code>readback viz path/to/journals</code>.
      </p>
    </Notice>
  );
}

interface MachineCardProps {
  readonly overview: MachineOverviewView;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function MachineCard({ overview, isChosen, onChoose }: MachineCardProps) {
  const { machine, instances, live, attempts, retryRate, exhausted, outcomes } = overview;
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  return (
    <button type="button" class="machine-card" aria-pressed={isChosen} onClick={onChoose}>
      <strong>{machine}</strong>
      <span>
        {plural(instances, "instance")}, {live} live
      </span>
      <span>
        {plural(attempts, "attempt")}, {Math.round(100 * retryRate)} % retries
        {exhausted > 0 && <span class="bad">, {exhausted} exhausted</span>}
      </span>
      <span class="outcomes">
        {outcomes.slice(0, 6).map(({ name, count }) => (
          <span key={name} class="outcome">
            <span class="bar" style={{ width: `${(100 * count) / Math.max(1, all)}%` }} />
            <span>{name}</span>
            <span class="number">{count}</span>
          </span>
        ))}
      </span>
    </button>
  );
}

function Dwell({ overview: { dwell, machine } }: { readonly overview: MachineOverviewView }) {
  return (
    <Scrolled label="Dwell times" class="dwell">
      <table>
        <caption>How long {machine} stays in each state</caption>
        <thead>
          <tr>
            <th scope="col">state</th>
            <th scope="col">stays</th>
            <th scope="col">p50</th>
            <th scope="col">p95</th>
            <th scope="col">longest</th>
          </tr>
        </thead>
        <tbody>
          {dwell.map(({ state, count, p50, p95, longest }) => (
            <tr key={state}>
              <th scope="row">
                <Dotted text={state} />
              </th>
              <td>{count}</td>
              <td>{shortDuration(p50)}</td>
              <td>{shortDuration(p95)}</td>
              <td>{shortDuration(longest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {dwell.length === 0 && <p class="muted">No stay has ended yet.</p>}
    </Scrolled>
  );
}
