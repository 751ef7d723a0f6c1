import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { plural, shortDuration, WAIT_WORDS } from "../words.js";
import type { LaneSpan } from "./timeline-lanes.js";

interface TimelineSpanProps {
  readonly span: LaneSpan;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** A stay in a state; pressing it goes to the entry with which it began. */
export function TimelineSpan({ span, from, to }: TimelineSpanProps) {
  const { now } = useApp();
  const { seek, n, last } = useLooking();
  const { state, waitsFor, since, until, endedBy, first, due, count, isMixed } = span;
  const took = shortDuration((until ?? Math.max(now.value, since)) - since);
  const end = until === null ? "so far" : endedBy === "deadline" ? "until its time ran out" : "";
  const at = n.value ?? -1;
  const isHere = at >= first && (until === null ? at <= last.value : at < span.last);
  const isLate = until === null && due !== null && due < now.value;
  const waits = isMixed
    ? "waits for one thing after the other"
    : (WAIT_WORDS[waitsFor] ?? `waits for ${waitsFor}`);
  const name = count === 1 ? state : `${plural(count, "stay")}, first in ${state},`;
  const words = `${name} ${took}${end === "" ? "" : ` ${end}`}, ${waits}`;
  const classes = ["span", isMixed ? "wait-mixed" : `wait-${waitsFor}`];
  if (endedBy === "deadline") classes.push("ran-out");
  if (isHere) classes.push("here");
  if (isLate) classes.push("late");
  return (
    <button
      type="button"
      class={classes.join(" ")}
      style={{ left: `${100 * from}%`, width: `${Math.max(0.4, 100 * (to - from))}%` }}
      title={words}
      aria-label={`Entry ${first}: ${words}`}
      aria-current={isHere ? "true" : undefined}
      onClick={() => seek(first)}
    >
      <span>{count === 1 ? state.split(".").at(-1) : `${count} stays`}</span> <small>{took}</small>
    </button>
  );
}
