import type { InstanceView } from "../../source/source.js";
import { useLooking } from "../state/looking.js";
import { HEALTH_WORDS, shortName } from "../words.js";
import { Actions } from "./actions.js";
import { Due } from "./due.js";
import { TakeAway } from "./take-away.js";

/** What the instance is about, how it is doing, who has to act, and what a person can do. */
export function InstanceHead({ view }: { readonly view: InstanceView }) {
  const { moment, isAtEnd } = useLooking();
  const { row, actions, problem } = view;
  const { subject, instance, machine, health, attempt, bound, due, owes, session } = row;
  const shown = moment.value.value;
  return (
    <div class="instance-head">
      <div class="what">
        <h2>{subject || instance}</h2>
        <p class="muted">
          {machine} · <code title={instance}>{shortName(instance)}</code>
          {session !== null && ` · session ${session}`}
        </p>
      </div>
      <div class="how">
        <span class={`pill ${health}`}>{HEALTH_WORDS[health]}</span>
        <span class="now">
          <strong>{shown?.state ?? row.state}</strong>
          {!isAtEnd.value && shown && <em> at entry {shown.row.n}</em>}
        </span>
        {bound > 0 && (
          <span>
            attempt {shown?.row.attempt ?? attempt} of {bound}
          </span>
        )}
        {row.outcome !== null && <span>outcome {row.outcome}</span>}
        {due !== null && (
          <span>
            next deadline <Due at={due} />
          </span>
        )}
        {owes !== "" && <span class="owes">{owes}.</span>}
      </div>
      <div class="do">
        <Actions offers={actions} />
        <TakeAway />
      </div>
      {problem !== null && <p class="banner">{problem}</p>}
    </div>
  );
}
