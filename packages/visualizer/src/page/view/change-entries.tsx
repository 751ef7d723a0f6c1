import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { MomentRow } from "../../source/moment-view.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { createResource } from "../state/resource.js";
import { EventEditor } from "./event-editor.js";

const MOST = 200;
const DELAY = 60_000;

/** The events that came from outside at or after the moment: each can be left out, moved or altered. */
export function ChangeEntries() {
  const { source } = useApp();
  const looking = useLooking();
  const { n, last, key, whatIf, rows } = looking;
  const altered = useSignal<{ row: MomentRow; event: Record<string, unknown> } | null>(null);
  const answer = useMemo(
    () =>
      createResource(() => {
        const from = Math.min(whatIf.from.value + 1, n.value ?? 0);
        return rows(from, Math.min(last.value, from + MOST));
      }),
    [looking],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const outside = (answer.value.value ?? []).filter(({ isFromOutside }) => isFromOutside);
  const startAltering = async (row: MomentRow) => {
    const moment = await source.moment(key, row.n);
    altered.value = { row, event: { type: row.event, ...moment?.entry.payload } };
  };
  return (
    <section>
      <h3>Change what came</h3>
      {outside.length === 0 && (
        <p class="muted">
          Nothing came from outside from here on. Go back to an earlier entry, or let one more event
          come.
        </p>
      )}
      <ul class="outside">
        {outside.map((row) => (
          <li key={row.n}>
            <span>
              <span class="n">{row.n}</span> {row.words} <span class="muted">→ {row.to}</span>
            </span>
            <span class="buttons">
              <button
                type="button"
                aria-label={`Skip entry ${row.n}`}
                onClick={() => whatIf.add({ skip: row.n })}
              >
                Skip
              </button>
              <button
                type="button"
                aria-label={`Delay entry ${row.n} by a minute`}
                title="A minute later"
                onClick={() => whatIf.add({ delay: row.n, by: DELAY })}
              >
                Delay
              </button>
              <button
                type="button"
                aria-label={`Alter entry ${row.n}`}
                onClick={() => startAltering(row)}
              >
                Alter
              </button>
            </span>
            {altered.value?.row.n === row.n && (
              <EventEditor
                event={altered.value.event}
                action={`Use instead of entry ${row.n}`}
                onUse={(event) => {
                  whatIf.add({ alter: row.n, event });
                  altered.value = null;
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
