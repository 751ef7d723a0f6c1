import { useEffect, useMemo } from "preact/hooks";
import type { ComparedSide, Comparison, SideView } from "../../source/comparison.js";
import type { MomentRow } from "../../source/moment-view.js";
import { useApp } from "../state/app.js";
import { createResource } from "../state/resource.js";
import { hashOf } from "../state/route.js";
import { plural, shortDuration, WAIT_NAMES } from "../words.js";
import { DifferenceTable } from "./difference-table.js";
import { Notice } from "./notice.js";
import { Scrolled } from "./scrolled.js";

/** Two instances, or two attempts, side by side. */
export function Compare({ a, b }: { readonly a: ComparedSide; readonly b: ComparedSide }) {
  const { source, revision } = useApp();
  const id = JSON.stringify([a, b]);
  const answer = useMemo(
    () =>
      createResource(() => {
        revision.value;
        return source.compare(a, b);
      }),
    [id],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const view = answer.value.value;
  if (answer.problem.value !== null) {
    return <Notice title="These could not be compared" text={answer.problem} />;
  }
  if (view === undefined) return <Notice title="Loading…" isBusy />;
  if (view === null) {
    return (
      <Notice
        title="These cannot be compared"
        text="One of them is not there any more, or the definition of its machine is not known."
      />
    );
  }
  return <Sides view={view} />;
}

function Sides({ view }: { readonly view: Comparison }) {
  const { sides, facts, waits, input, context, steps, isAligned, more } = view;
  const longest = Math.max(1, ...waits.flatMap(({ a, b }) => [a, b]));
  return (
    <div class="sheet compare">
      <h2>Side by side</h2>
      <Scrolled label="What differs">
        <table>
          <thead>
            <tr>
              <td />
              {sides.map((side, index) => (
                <th key={index} scope="col">
                  <SideName side={side} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(({ name, a, b }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{a}</td>
                <td>{b}</td>
              </tr>
            ))}
            {waits.map(({ waitsFor, a, b }) => (
              <tr key={waitsFor}>
                <th scope="row">waited for {WAIT_NAMES[waitsFor] ?? waitsFor}</th>
                {[a, b].map((ms, index) => (
                  <td key={index}>
                    <span
                      class={`bar wait-${waitsFor}`}
                      style={{ width: `${(60 * ms) / longest}%` }}
                    />{" "}
                    {shortDuration(ms)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {facts.length === 0 && <p>Both went the same way.</p>}
      <h3>Entries</h3>
      {!isAligned && (
        <p class="muted">
          These are too long for what is alike to be put together: they stand entry by entry.
        </p>
      )}
      <Scrolled label="Entries side by side">
        <table class="steps">
          <tbody>
            {steps.map(({ a, b }, index) => (
              <tr key={index} class={a && b ? "same" : "differs"}>
                <td>{a && <Step row={a} side={sides[0]} />}</td>
                <td>{b && <Step row={b} side={sides[1]} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {more > 0 && (
        <p class="muted">
          {plural(more, "row")} more {more === 1 ? "is" : "are"} left out: compare two attempts, or
          look at each.
        </p>
      )}
      <Differences title="What they began with" list={input} />
      <Differences title="What they knew at the end" list={context} />
    </div>
  );
}

function SideName({ side: { side, row, entries } }: { readonly side: SideView }) {
  const { go } = useApp();
  const life = (side.generation ?? 1) > 1 ? ` of life ${side.generation}` : "";
  const to = { view: "instance", key: row.key, n: null } as const;
  return (
    <>
      <a
        href={hashOf(to)}
        onClick={(event) => {
          event.preventDefault();
          go(to);
        }}
      >
        {row.subject || row.instance}
      </a>
      <span class="muted">
        {side.attempt === undefined ? "" : ` attempt ${side.attempt}${life} ·`}{" "}
        {plural(entries, "entry", "entries")}
      </span>
    </>
  );
}

function Step({ row, side }: { readonly row: MomentRow; readonly side: SideView }) {
  return (
    <>
      <span class="n">{row.n}</span> <strong>{row.words}</strong> → {row.to}{" "}
      <span class="muted">+{shortDuration(row.time - side.since)}</span>
    </>
  );
}

function Differences({
  title,
  list,
}: {
  readonly title: string;
  readonly list: Comparison["input"];
}) {
  return (
    <>
      <h3>{title}</h3>
      {list.length === 0 ? (
        <p class="muted">The same.</p>
      ) : (
        <DifferenceTable label={title} list={list} names={["first", "second"]} />
      )}
    </>
  );
}
