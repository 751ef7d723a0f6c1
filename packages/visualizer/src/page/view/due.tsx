import { useApp } from "../state/app.js";
import { clockTime, countdown, dayOf, shortDuration } from "../words.js";

/** A deadline: counting down while it can be seen coming, and how long ago once it has passed. */
export function Due({ at }: { readonly at: number }) {
  const { now, status } = useApp();
  const left = at - now.value;
  const title = `Due ${dayOf(at)} ${clockTime(at)}`;
  if (left < 0) {
    return (
      <span class="due late" title={title}>
        {shortDuration(left)} late
      </span>
    );
  }
  const isNear = status.value.value?.isLive && left < 36_000_000;
  return (
    <span class="due" title={title}>
      {isNear ? countdown(left) : `in ${shortDuration(left)}`}
    </span>
  );
}
