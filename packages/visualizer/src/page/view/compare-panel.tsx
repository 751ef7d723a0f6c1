import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { AttemptSpan } from "../../model/spans.js";
import type { ComparedSide } from "../../source/comparison.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { createResource } from "../state/resource.js";

const CHOICES = 100;

/** Chooses what to compare: two attempts of this instance, or this instance and another one. */
export function ComparePanel() {
  const { source, go } = useApp();
  const looking = useLooking();
  const { key, spans, instance } = looking;
  const machine = instance.value.value?.row.machine;
  const others = useMemo(
    () =>
      createResource(() =>
        machine === undefined
          ? undefined
          : source.instances({ filter: { machine }, limit: CHOICES }),
      ),
    [machine],
  );
  useEffect(() => () => others.stop(), [others]);
  const other = useSignal("");
  const attempts = spans.value.value?.attempts ?? [];
  const side = (index: number): ComparedSide => {
    const { attempt = 1, generation = 1 } = attempts[index] ?? {};
    return { key, attempt, generation };
  };
  // The latest two, until somebody chooses others.
  const [first, second] = [useSignal<number | null>(null), useSignal<number | null>(null)];
  const a = first.value ?? attempts.length - 2;
  const b = second.value ?? attempts.length - 1;
  const total = others.value.value?.total ?? 0;
  const rows = (others.value.value?.rows ?? []).filter((row) => row.key !== key);
  return (
    <>
      <section>
        <h3>Two attempts</h3>
        {attempts.length < 2 ? (
          <p class="muted">This instance has made fewer than two attempts.</p>
        ) : (
          <form
            class="inline"
            onSubmit={(event) => {
              event.preventDefault();
              go({ view: "compare", a: side(a), b: side(b) });
            }}
          >
            <AttemptChoice label="First" attempts={attempts} chosen={a} onChoose={first} />
            <AttemptChoice label="Second" attempts={attempts} chosen={b} onChoose={second} />
            <button type="submit" disabled={a === b}>
              Compare attempts
            </button>
          </form>
        )}
      </section>
      <section>
        <h3>Another instance</h3>
        {rows.length === 0 ? (
          <p class="muted">There is no other instance of {machine}.</p>
        ) : (
          <form
            class="inline"
            onSubmit={(event) => {
              event.preventDefault();
              if (other.value !== "") go({ view: "compare", a: { key }, b: { key: other.value } });
            }}
          >
            <select
              required
              aria-label="Instance to compare with"
              value={other.value}
              onChange={({ currentTarget }) => {
                other.value = currentTarget.value;
              }}
            >
              <option value="">Choose one…</option>
              {rows.map((row) => (
                <option key={row.key} value={row.key}>
                  {row.subject || row.instance} · {row.outcome ?? row.state}
                </option>
              ))}
            </select>
            <button type="submit">Compare</button>
            {total > CHOICES && (
              <span class="muted">
                The {CHOICES} that moved last, of {total}.
              </span>
            )}
          </form>
        )}
      </section>
    </>
  );
}

type Attempt = Pick<AttemptSpan, "attempt" | "generation">;

interface AttemptChoiceProps {
  readonly label: string;
  readonly attempts: readonly Attempt[];
  /** By its place in the list. */
  readonly chosen: number;
  readonly onChoose: Signal<number | null>;
}

function AttemptChoice({ label, attempts, chosen, onChoose }: AttemptChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select
        value={String(chosen)}
        onChange={({ currentTarget }) => {
          onChoose.value = Number(currentTarget.value);
        }}
      >
        {attempts.map((attempt, index) => (
          <option key={index} value={String(index)}>
            {nameOf(attempt)}
          </option>
        ))}
      </select>
    </label>
  );
}

const nameOf = ({ attempt, generation }: Attempt): string =>
  `attempt ${attempt}${generation > 1 ? ` (life ${generation})` : ""}`;
