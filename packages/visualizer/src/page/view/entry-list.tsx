import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { createResource } from "../state/resource.js";
import { clockTime } from "../words.js";

const ROW = 30;
const MARGIN = 20;

/** Every entry of the history; only what is in sight is asked for and drawn. */
export function EntryList() {
  const { revision } = useApp();
  const looking = useLooking();
  const { first, last, n, seek, rows } = looking;
  const box = useRef<HTMLElement>(null);
  const scroll = useSignal(0);
  const height = useSignal(240);
  const sight = () => {
    const from = Math.max(0, Math.floor(scroll.value / ROW) - MARGIN);
    return { from, to: from + Math.ceil(height.value / ROW) + 2 * MARGIN };
  };
  const shown = useMemo(
    () =>
      createResource(() => {
        revision.value;
        const { from, to } = sight();
        return rows(first.value + from, Math.min(first.value + to, last.value));
      }),
    [looking],
  );
  useEffect(() => () => shown.stop(), [shown]);
  useEffect(() => {
    const element = box.current;
    if (!element || n.value === undefined) return;
    height.value = element.clientHeight;
    const top = (n.value - first.value) * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + ROW - element.clientHeight;
    }
  }, [n.value]);
  const count = last.value - first.value + 1;
  return (
    <section
      class="entries"
      ref={box}
      aria-label="Entries"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        scroll.value = currentTarget.scrollTop;
      }}
    >
      <ol style={{ height: `${count * ROW}px` }}>
        {shown.value.value?.map((row) => (
          <li key={row.n} style={{ transform: `translateY(${(row.n - first.value) * ROW}px)` }}>
            <button
              type="button"
              class={row.fate === "ignored" || row.fate === "diverged" ? row.fate : ""}
              aria-current={row.n === n.value ? "true" : undefined}
              onClick={() => seek(row.n)}
            >
              <span class="n">{row.n}</span>
              <span class="event">{row.words}</span>
              <span class="to">{row.from === row.to ? "stays" : `→ ${row.to}`}</span>
              <time>{clockTime(row.time)}</time>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
