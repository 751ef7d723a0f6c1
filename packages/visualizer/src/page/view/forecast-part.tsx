import type { ForecastView } from "../../source/moment-view.js";
import { clockTime, dayOf } from "../words.js";

const ENDS: Readonly<Record<ForecastView["end"], string>> = {
  over: "It ends in",
  waits: "Then nothing happens by itself. It stays in",
  repeats: "From there it goes round again, until an event comes:",
  "goes on": "There is more to come after",
};

/** With no more input: which timer fires when, and where it ends. */
export function ForecastPart({ forecast }: { readonly forecast: ForecastView }) {
  const { steps, end, state, waitsFor } = forecast;
  return (
    <section>
      <h3>What happens with no more input?</h3>
      {steps.length > 0 && (
        <ol class="forecast">
          {steps.map(({ at, words, to }, index) => (
            <li key={index}>
              <time>
                {dayOf(at)} {clockTime(at)}
              </time>
              <span>
                {words} → <strong>{to}</strong>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p>
        {ENDS[end]} <strong>{state}</strong>.
        {waitsFor.length > 0 && ` It waits for ${waitsFor.join(", ")}.`}
      </p>
    </section>
  );
}
