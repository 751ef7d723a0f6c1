import { useSignal } from "@preact/signals";
import type { WhyNot } from "../../model/why.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { CandidateList } from "./candidate-list.js";
import { ForecastPart } from "./forecast-part.js";
import { Notice } from "./notice.js";
import { Sentences } from "./sentences.js";

/** Why it is here, what can happen next, why an event does nothing, and what happens by itself. */
export function WhyPanel() {
  const { moment, seek, n } = useLooking();
  const view = moment.value.value;
  if (!view) return <Notice title="Loading…" isBusy />;
  const { whyHere, whatNext, problem, forecast } = view;
  if (problem !== null && whatNext.sentences.length === 0) {
    return <Notice title="Nothing can be explained" text={problem} />;
  }
  return (
    <>
      <section>
        <h3>Why is it here?</h3>
        <Sentences list={whyHere.sentences} />
        {whyHere.by !== n.value && (
          <button type="button" class="quiet" onClick={() => seek(whyHere.by)}>
            Go to entry {whyHere.by}
          </button>
        )}
        <CandidateList title="What was asked then" candidates={whyHere.candidates} />
      </section>
      <section>
        <h3>What can happen next?</h3>
        <Sentences list={whatNext.sentences} />
        <CandidateList title="Every transition from here" candidates={whatNext.candidates} />
      </section>
      <WhyNotPart key={view.row.n} />
      <ForecastPart forecast={forecast} />
    </>
  );
}

/** Asks about an event of one's own choice. */
function WhyNotPart() {
  const { source } = useApp();
  const { key, n, chart } = useLooking();
  const event = useSignal("");
  const answer = useSignal<WhyNot | null>(null);
  const problem = useSignal("");
  const names = [
    ...new Set(
      (chart.value.value?.chart.transitions ?? []).flatMap(({ trigger }) =>
        trigger.kind === "event" ? trigger.name : [],
      ),
    ),
  ];
  const ask = async () => {
    try {
      const type = event.value.trim();
      const sample = (await source.sample(key, type)) ?? { type };
      answer.value = await source.whyNot(key, n.value ?? 0, sample);
      problem.value = "";
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <section>
      <h3>Why does an event do nothing?</h3>
      <form
        class="inline"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void ask();
        }}
      >
        <input
          list="events"
          required
          aria-label="Event"
          placeholder="Event, such as RENDERED"
          value={event.value}
          onInput={({ currentTarget }) => {
            event.value = currentTarget.value;
          }}
        />
        <datalist id="events">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit">Ask</button>
      </form>
      {problem.value !== "" && <p class="bad">{problem}</p>}
      {answer.value && (
        <div role="status">
          <Sentences list={answer.value.sentences} />
          <CandidateList
            title="Each transition for it"
            candidates={answer.value.candidates}
            isOpen
          />
        </div>
      )}
    </section>
  );
}
