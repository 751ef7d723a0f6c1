import type { InstanceRow } from "../../source/instance-list.js";
import { useApp } from "../state/app.js";
import { hashOf } from "../state/route.js";
import { ago, HEALTH_WORDS } from "../words.js";
import { Due } from "./due.js";

interface RowProps {
  readonly row: InstanceRow;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An instance in the list: how it is, where it is, what is left, and who has to act. */
export function Row({ row, isChosen, onChoose }: RowProps) {
  const { now } = useApp();
  const { key, subject, instance, health, state, attempt, bound, due, owes, movedAt } = row;
  const isOver = health === "done" || health === "failed";
  return (
    <a
      class={`row ${health}`}
      href={hashOf({ view: "instance", key, n: null })}
      aria-current={isChosen ? "true" : undefined}
      title={owes || undefined}
      onClick={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      <span class="subject">{subject || instance}</span>
      <span class="line">
        <span class="health">{HEALTH_WORDS[health]}</span>
        <span class="state">{row.outcome ?? state}</span>
        {!isOver && <Left attempt={attempt} bound={bound} />}
      </span>
      <span class="line muted">
        <span class="owes">{owes || ago(movedAt, now.value)}</span>
        {due !== null && !isOver && <Due at={due} />}
      </span>
    </a>
  );
}

function Left({ attempt, bound }: { readonly attempt: number; readonly bound: number }) {
  if (bound === 0) return null;
  const left = Math.max(0, bound - attempt);
  return (
    <span class="left" title={`Attempt ${attempt} of ${bound}: ${left} left`}>
      {left} left
    </span>
  );
}
