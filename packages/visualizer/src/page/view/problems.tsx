import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../state/app.js";
import { createResource } from "../state/resource.js";
import { plural } from "../words.js";
import { Notice } from "./notice.js";

/** What of the journals cannot be shown in full. */
export function Problems() {
  const { source, revision, status } = useApp();
  const answer = useMemo(
    () =>
      createResource(() => {
        revision.value;
        return source.problems();
      }),
    [source],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const problems = answer.value.value;
  const forgotten = status.value.value?.forgotten;
  if (!problems) return <Notice title="Loading…" isBusy />;
  return (
    <div class="sheet">
      <h2>Problems</h2>
      <p>
        These records could not be shown, or not in full. Everything else is. Records are counted
        from 0, in the order in which they were read.
      </p>
      {problems.length === 0 && <p class="muted">None.</p>}
      {problems.map(({ kind, count, examples }) => (
        <section key={kind}>
          <h3>
            {kind}: {plural(count, "record")}
          </h3>
          <ul>
            {examples.map(({ record, what }) => (
              <li key={record}>
                record {record}: <code>{what}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {forgotten !== undefined && forgotten.entries > 0 && (
        <p>
          To stay within its memory, this page has forgotten{" "}
          {plural(forgotten.instances, "instance")}, those that had ended or moved longest ago
          first, and {plural(forgotten.entries, "entry", "entries")} in all. What was read from a
          journal is still in it.
        </p>
      )}
    </div>
  );
}
