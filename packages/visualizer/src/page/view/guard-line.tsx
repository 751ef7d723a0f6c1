import type { GuardReport } from "../../model/guard-report.js";
import { inline } from "../words.js";

const WORDS: Readonly<Record<GuardReport["result"], string>> = {
  holds: "holds",
  fails: "fails",
  depends: "depends on the event",
  throws: "throws",
  unseen: "is for the app to say: its function is not known here",
};
const SIGNS: Readonly<Record<GuardReport["result"], string>> = {
  holds: "✓",
  fails: "✗",
  depends: "?",
  throws: "!",
  unseen: "?",
};

/** What a guard said, with the values it looked at, and the guards it is made of. */
export function GuardLine({ report }: { readonly report: GuardReport }) {
  const { name, result, readings, inner, error, params, seenBy } = report;
  return (
    <div class={`guard ${result}`}>
      <p>
        <span class="sign" aria-hidden="true">
          {SIGNS[result]}
        </span>{" "}
        <code>
          {name}
          {params !== undefined && `(${inline(params, 60)})`}
        </code>{" "}
        {WORDS[result]}
        {error !== undefined && `: ${error}`}
        {seenBy !== undefined && `: ${seenBy}`}
      </p>
      {readings.length > 0 && (
        <ul class="readings">
          {readings.map(({ of, path, value }) => (
            <li key={`${of}.${path}`}>
              <code>{path === "" ? of : `${of}.${path}`}</code> is{" "}
              <code>{value === undefined ? "not there" : inline(value)}</code>
            </li>
          ))}
        </ul>
      )}
      {inner.map((one, index) => (
        <GuardLine key={index} report={one} />
      ))}
    </div>
  );
}
