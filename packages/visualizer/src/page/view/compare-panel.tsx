import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
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
  const rows = (others.value.value?.rows ?? []).filter((row) => row.key !== key);
  return (
    <>
      <section>
        <h3>Two attempts</h3>
        {attempts.length < 2 ? (
          <p class="muted">This instance has made fewer than two attempts.</p>
        ) : (
          <div class="buttons">
            {attempts.slice(1, 13).map(({ attempt, generation }, index) => (
              <button
                type="button"
                key={`${generation} ${attempt}`}
                onClick={() => go({ view: "compare", a: side(index), b: side(index + 1) })}
              >
                {nameOf(attempts[index])} and {nameOf({ attempt, generation })}
              </button>
            ))}
          </div>
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
          </form>
        )}
      </section>
    </>
  );
}

function nameOf(
  span: { readonly attempt: number; readonly generation: number } | undefined,
): string {
  if (!span) return "";
  return `${span.attempt}${span.generation > 1 ? ` (life ${span.generation})` : ""}`;
}
