import { useSignal } from "@preact/signals";
import { type ChartTransition, withInner } from "../../chart/chart.js";
import { guardText } from "../../chart/names.js";
import { triggerText } from "../../chart/steps.js";
import type { ChartView } from "../../source/chart-view.js";
import { useApp } from "../state/app.js";
import { type Selected, useLooking } from "../state/looking.js";
import { GuardLine } from "./guard-line.js";

interface ChartCardProps {
  readonly view: ChartView;
  readonly what: Selected;
  readonly isPinned: boolean;
}

/** What a box or a line of the chart means, and what it has done so far. */
export function ChartCard({ view, what, isPinned }: ChartCardProps) {
  const { selected } = useLooking();
  return (
    <section class="card" aria-label="In the chart">
      {isPinned && (
        <button
          type="button"
          class="icon close"
          aria-label="Close"
          onClick={() => {
            selected.value = null;
          }}
        >
          ×
        </button>
      )}
      {what.kind === "state" ? (
        <StateCard view={view} id={what.id} isPinned={isPinned} />
      ) : (
        <EdgeCard view={view} id={what.id} isPinned={isPinned} />
      )}
      {!isPinned && <p class="muted">Click to keep this open and try things.</p>}
    </section>
  );
}

type PartProps = { readonly view: ChartView; readonly id: string; readonly isPinned: boolean };

function StateCard({ view: { chart, layout }, id, isPinned }: PartProps) {
  const { path, n, moment } = useLooking();
  const node = layout?.nodes.find((one) => one.id === id);
  const ids = node?.states.length ? node.states : [id];
  const states = withInner(chart.root).filter((state) => ids.includes(state.id));
  const first = path.value.value?.visited[id];
  const isHere = moment.value.value?.lights.current.includes(id) ?? false;
  const leaving = chart.transitions.filter(({ source }) => ids.includes(source));
  return (
    <>
      <h3>{node?.name ?? id}</h3>
      {states.map(({ id: one, description, tags, entry, exit, invokes }) => (
        <div key={one}>
          {description !== undefined && <p>{description}</p>}
          <Facts
            facts={[
              ["tags", tags.join(", ")],
              ["on entry", entry.join(", ")],
              ["on exit", exit.join(", ")],
              ["invokes", invokes.map(({ src, id: actor }) => src || actor).join(", ")],
            ]}
          />
        </div>
      ))}
      <p>
        {isHere ? "It is here at this moment." : ""} {visitText(first, n.value)}
      </p>
      {isPinned && leaving.length > 0 && (
        <>
          <h4>Ways from here</h4>
          {leaving.map((transition) => (
            <Way key={transition.id} transition={transition} isPinned={isPinned} />
          ))}
        </>
      )}
    </>
  );
}

function EdgeCard({ view: { chart, layout }, id, isPinned }: PartProps) {
  const edge = layout?.edges.find((one) => one.id === id);
  const ways = chart.transitions.filter((one) => edge?.transitions.includes(one.id));
  const [first] = ways;
  return (
    <>
      <h3>
        {first?.source || "any state"} → {first?.targets.join(", ") || "stays"}
      </h3>
      {ways.map((transition) => (
        <Way key={transition.id} transition={transition} isPinned={isPinned} />
      ))}
    </>
  );
}

/** A transition: when, on what condition, what it does, whether it was taken, and what it would do now. */
function Way({
  transition,
  isPinned,
}: {
  readonly transition: ChartTransition;
  readonly isPinned: boolean;
}) {
  const { path, n, moment } = useLooking();
  const { id, guard, actions, description, targets } = transition;
  const first = path.value.value?.taken[id];
  const candidate = moment.value.value?.whatNext.candidates.find((one) => one.transition === id);
  return (
    <div class="way">
      <p>
        <strong>{triggerText(transition.trigger) || "always"}</strong>{" "}
        <span class="muted">→ {targets.join(", ") || "stays"}</span>
      </p>
      {description !== undefined && <p>{description}</p>}
      {candidate?.guard ? (
        <GuardLine report={candidate.guard} />
      ) : (
        guard && <p class="muted">if {guardText(guard)}</p>
      )}
      {actions.length > 0 && <p class="muted">does {actions.join(", ")}</p>}
      <p class="muted">{takenText(first, n.value)}</p>
      {isPinned && transition.trigger.kind === "event" && <TryIt event={transition.trigger.name} />}
    </div>
  );
}

/** What the event would do at this moment, or did not do. */
function TryIt({ event }: { readonly event: string }) {
  const { source } = useApp();
  const { key, n, whatIf, tab, moment } = useLooking();
  const sentences = useSignal<readonly string[]>([]);
  const sampled = async () => (await source.sample(key, event)) ?? { type: event };
  const ask = async () => {
    const answer = await source.whyNot(key, n.value ?? 0, await sampled());
    sentences.value = answer?.sentences ?? ["Nothing is known of this moment."];
  };
  const insert = async () => {
    const at = (moment.value.value?.row.time ?? 0) + 1;
    whatIf.add({ insert: { ...(await sampled()), type: event }, at });
    tab.value = "what if";
  };
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={ask}>
          Why not now?
        </button>
        <button type="button" onClick={insert}>
          What if it came now?
        </button>
      </div>
      {sentences.value.map((sentence) => (
        <p key={sentence} role="status">
          {sentence}
        </p>
      ))}
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  const known = facts.filter(([, value]) => value !== "");
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function visitText(first: number | undefined, n = 0): string {
  if (first === undefined) return "This instance has never been here.";
  return first <= n ? `First here at entry ${first}.` : `Not here before entry ${first}.`;
}

function takenText(first: number | undefined, n = 0): string {
  if (first === undefined) return "Never taken by this instance.";
  return first <= n ? `First taken at entry ${first}.` : `Not taken before entry ${first}.`;
}
