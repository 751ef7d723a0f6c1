import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { createResource } from "../state/resource.js";
import { inline, plural } from "../words.js";
import { Notice } from "./notice.js";

/** Whether the history is what the machine makes of it today. */
export function ProofPanel() {
  const { source, revision } = useApp();
  const { key, seek } = useLooking();
  const answer = useMemo(
    () =>
      createResource(() => {
        revision.value;
        return source.proof(key);
      }),
    [key],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const proof = answer.value.value;
  if (answer.problem.value !== null) return <Notice title="No proof" text={answer.problem} />;
  if (proof === undefined) return <Notice title="Folding every entry again…" isBusy />;
  if (proof === null) {
    return (
      <Notice
        title="No proof"
        text="What this machine is made of, or what its functions do, is not known here: there is nothing to fold."
      />
    );
  }
  const { compared, translated, stale, unfolded, ofAnotherDefinition } = proof;
  const { differs, missing, end, endsElsewhere } = proof;
  const isProven = !differs && !missing && compared > 0;
  return (
    <>
      <section class={isProven ? "proof good" : "proof bad"}>
        <h3>
          {missing
            ? "Not proven: entries are gone"
            : differs
              ? `Entry ${differs.n} differs`
              : isProven
                ? "Proven"
                : "Nothing is proven"}
        </h3>
        <p>
          {missing
            ? `Before entry ${missing.n}, ${missing.what}: what came after cannot be folded for certain.`
            : differs
              ? "The machine writes this entry differently today."
              : isProven
                ? "Folded again through the machine, every entry comes out as it was written."
                : "There is no entry that can be compared."}
        </p>
      </section>
      {differs && (
        <section>
          {differs.fields.length === 0 ? (
            <p>
              <code>{differs.entry.event}</code> does nothing there today. It was written as leading
              from {differs.entry.from ?? "nowhere"} to {differs.entry.to}.
            </p>
          ) : (
            <table class="differences">
              <thead>
                <tr>
                  <th scope="col">field</th>
                  <th scope="col">written</th>
                  <th scope="col">today</th>
                </tr>
              </thead>
              <tbody>
                {differs.fields.map(({ field, written, now }) => (
                  <tr key={field} class="changed">
                    <th scope="row">{field}</th>
                    <td>
                      <code>{inline(written, 200)}</code>
                    </td>
                    <td>
                      <code>{inline(now, 200)}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <button type="button" onClick={() => seek(differs.n)}>
            Go to entry {differs.n}
          </button>
        </section>
      )}
      <dl class="facts">
        <div>
          <dt>compared</dt>
          <dd>{plural(compared, "entry", "entries")}</dd>
        </div>
        {translated > 0 && (
          <div>
            <dt>translated</dt>
            <dd>{plural(translated, "entry", "entries")} of an earlier version, not compared</dd>
          </div>
        )}
        {stale > 0 && (
          <div>
            <dt>stale</dt>
            <dd>{plural(stale, "entry", "entries")} that changed nothing when written, either</dd>
          </div>
        )}
        {unfolded > 0 && (
          <div>
            <dt>not folded</dt>
            <dd>{plural(unfolded, "entry", "entries")}, as others before them are gone</dd>
          </div>
        )}
        {ofAnotherDefinition > 0 && (
          <div>
            <dt>definition</dt>
            <dd>
              {plural(ofAnotherDefinition, "entry", "entries")} written by another definition of the
              machine than today's
            </dd>
          </div>
        )}
        <div>
          <dt>ends</dt>
          <dd>
            {endsElsewhere
              ? `in ${end.written} as written, in ${end.now || "nothing"} today`
              : `in ${end.now || "nothing"}, as written`}
          </dd>
        </div>
      </dl>
    </>
  );
}
