import { useSignal } from "@preact/signals";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { EventEditor } from "./event-editor.js";

/** One more event at the moment that is looked at. Those that the state takes are offered. */
export function InsertForm() {
  const { source } = useApp();
  const { moment, whatIf, key } = useLooking();
  const chosen = useSignal<Record<string, unknown> | null>(null);
  const view = moment.value.value;
  const events = [
    ...new Set(
      (view?.whatNext.candidates ?? [])
        .filter(({ trigger, isForbidding }) => trigger === "event" && !isForbidding)
        .map(({ event }) => event),
    ),
  ];
  const start = async (type: string) => {
    chosen.value = null;
    const sample = await source.sample(key, type);
    chosen.value = { ...sample, type };
  };
  return (
    <section>
      <h3>Let one more event come</h3>
      <p class="muted">Press one, or a line in the chart. It comes right after this moment.</p>
      <div class="buttons">
        {events.map((event) => (
          <button type="button" key={event} onClick={() => start(event)}>
            {event}
          </button>
        ))}
        <button type="button" onClick={() => start("")}>
          Another…
        </button>
      </div>
      {chosen.value && (
        <EventEditor
          key={JSON.stringify(chosen.value)}
          event={chosen.value}
          action="Let it come"
          onUse={(event) => {
            whatIf.add({ insert: event, at: (view?.row.time ?? 0) + 1 });
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}
