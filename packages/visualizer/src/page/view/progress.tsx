import type { Reading } from "../../source/source.js";
import { plural } from "../words.js";

const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** How far the reading of journals has come. */
export function Progress({
  reading: { done, total },
  records,
}: {
  readonly reading: Reading;
  readonly records: number;
}) {
  const text = total === null ? size(done) : `${size(done)} of ${size(total)}`;
  return (
    <section class="progress" aria-label="Reading">
      <progress aria-label="Reading journals" value={total ? done : undefined} max={total ?? 1} />
      <span>
        Reading journals: {text}, {plural(records, "entry", "entries")}. What was read can be looked
        at already.
      </span>
    </section>
  );
}
