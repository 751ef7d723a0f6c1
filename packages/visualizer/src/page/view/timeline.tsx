import { useMemo } from "preact/hooks";
import { createAxis } from "../../model/axis.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { WAIT_NAMES } from "../words.js";
import { Notice } from "./notice.js";
import { lanesOf, ticksOf } from "./timeline-lanes.js";
import { TimelineSpan } from "./timeline-span.js";
import { Transport } from "./transport.js";

/** The life of the instance as a waterfall: an attempt each row, and in it who was waited for. */
export function Timeline() {
  const { now } = useApp();
  const { spans, moment, instance } = useLooking();
  const known = spans.value.value;
  const end = instance.value.value?.row.isDone ? null : now.value;
  const made = useMemo(() => {
    if (!known) return undefined;
    const lanes = lanesOf(known);
    const times = known.spans.flatMap(({ since, until }) => [since, until ?? end ?? since]);
    const axis = createAxis(times);
    const placed = (time: number) => (axis.length === 0 ? 0 : axis.placeOf(time) / axis.length);
    return { lanes, placed, ticks: ticksOf(times, placed), axis };
  }, [known, end]);
  const kinds = [...new Set(known?.spans.map(({ waitsFor }) => waitsFor))];
  const isMixed = made?.lanes.some(({ spans }) => spans.some((span) => span.isMixed));
  const at = moment.value.value?.row.time;
  return (
    <section class="timeline" aria-label="Time line">
      <Transport />
      {made && made.lanes.length > 0 ? (
        <div class="waterfall">
          <div class="scale" aria-hidden="true">
            {made.ticks.map(({ place, text }) => (
              <span key={place} style={{ left: `${100 * place}%` }}>
                {text}
              </span>
            ))}
          </div>
          <ol class="lanes">
            {made.lanes.map((lane) => (
              <li key={lane.name} class="lane">
                <span class="lane-name">{lane.name}</span>
                <span class="track">
                  {lane.spans.map((span) => (
                    <TimelineSpan
                      key={span.first}
                      span={span}
                      from={made.placed(span.since)}
                      to={made.placed(span.until ?? end ?? span.since)}
                    />
                  ))}
                </span>
              </li>
            ))}
          </ol>
          {at !== undefined && (
            <div class="cursor-track" aria-hidden="true">
              <span class="cursor" style={{ left: `${100 * made.placed(at)}%` }} />
            </div>
          )}
        </div>
      ) : (
        known !== undefined && <Notice title="" text="There is nothing to draw of this instance." />
      )}
      <p class="legend muted">
        {kinds.map((kind) => (
          <span key={kind} class={`kind wait-${kind}`}>
            {WAIT_NAMES[kind]}
          </span>
        ))}
        {isMixed && <span class="kind wait-mixed">several, too short to be told apart</span>}
        <span class="wide">Long silences are compressed.</span>
      </p>
    </section>
  );
}
