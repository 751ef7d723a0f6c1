import type { Span } from "../../model/spans.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { shortDuration, WAIT_WORDS } from "../words.js";

interface TimelineSpanProps {
  readonly span: Span;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** A stay in a state; pressing it goes to the entry with which it began. */
export function TimelineSpan({ span, from, to }: TimelineSpanProps) {
  const { now } = useApp();
  const { seek, n, last } = useLooking();
  const { state, waitsFor, since, until, endedBy, first, due } = span;
  const took = shortDuration((until ?? Math.max(now.value, since)) - since);
  const end = until === null ? "so far" : endedBy === "deadline" ? "until its time ran out" : "";
  const at = n.value ?? -1;
  const isHere = at >= first && (until === null ? at <= last.value : at < span.last);
  const isLate = until === null && due !== null && due < now.value;
  const waits = WAIT_WORDS[waitsFor] ?? `waits for ${waitsFor}`;
  const words = `${state} ${took}${end === "" ? "" : ` ${end}`}, ${waits}`;
  const classes = ["span", `wait-${waitsFor}`];
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
      <span>{state.split(".").at(-1)}</span> <small>{took}</small>
    </button>
  );
}
