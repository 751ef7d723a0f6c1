import type { BranchEnd, BranchRow, BranchView } from "../../source/branch-view.js";
import { download } from "../download.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { clockTime } from "../words.js";
import { DifferenceTable } from "./difference-table.js";

/** A branch against what happened. */
export function BranchResult({ view }: { readonly view: BranchView }) {
  const { steps, happened, differsAt, unheard, end, context } = view;
  const length = Math.max(steps.length, happened.length);
  // What is the same at the beginning is only counted.
  const start = Math.max(0, (differsAt ?? length) - 2);
  const rows = Array.from({ length: length - start }, (_, index) => start + index).slice(0, 200);
  return (
    <section class="branch" role="status">
      <h3>{differsAt === null ? "Nothing is different" : "What would have happened"}</h3>
      <table class="ends">
        <thead>
          <tr>
            <th scope="col">happened</th>
            <th scope="col">what if</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{endText(end.happened)}</td>
            <td class={end.branch.state === end.happened.state ? "" : "differs"}>
              {endText(end.branch)}
            </td>
          </tr>
          {start > 0 && (
            <tr class="muted">
              <td colSpan={2}>the same for {start} entries</td>
            </tr>
          )}
          {rows.map((index) => (
            <tr key={index} class={differsAt !== null && index >= differsAt ? "differs" : "same"}>
              <td>{happened[index] && <Step row={happened[index]} />}</td>
              <td>{steps[index] && <Step row={steps[index]} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unheard.length > 0 && <p class="muted">Came and changed nothing: {unheard.join("; ")}.</p>}
      {context.length > 0 && (
        <details>
          <summary>What the machine would know at the end</summary>
          <DifferenceTable
            label="What it would know"
            list={context}
            names={["happened", "what if"]}
          />
        </details>
      )}
      <BranchTakeAway />
    </section>
  );
}

const ORIGINS: Readonly<Record<BranchRow["origin"], string>> = {
  recorded: "",
  inserted: "put in",
  deadline: "by itself",
};

function Step({ row }: { readonly row: BranchRow }) {
  const { words, to, time, origin, n } = row;
  return (
    <>
      <strong>{words}</strong> → {to}
      <span class="muted">
        {" "}
        {clockTime(time)} {n === null ? ORIGINS[origin] : ""}
      </span>
    </>
  );
}

function endText({ state, outcome, attempt }: BranchEnd): string {
  const result = outcome === null ? "" : ` (${outcome})`;
  return `ends in ${state || "nothing"}${result}${attempt > 0 ? `, attempt ${attempt}` : ""}`;
}

function BranchTakeAway() {
  const { source, said } = useApp();
  const { key, whatIf } = useLooking();
  const take = async (what: "test" | "events" | "copy") => {
    const request = whatIf.request.value;
    const made = request && (await source.branchExport(key, request));
    if (!made) return;
    if (what === "copy") {
      await navigator.clipboard.writeText(made.test);
      said.value = "The test is copied";
    } else if (what === "test") download("what-if.test.ts", "text/plain", made.test);
    else download("what-if.json", "application/json", JSON.stringify(made.events, null, 2));
  };
  return (
    <div class="buttons">
      <button type="button" onClick={() => take("test")}>
        Save as vitest test
      </button>
      <button type="button" onClick={() => take("copy")}>
        Copy test
      </button>
      <button type="button" onClick={() => take("events")}>
        Save events
      </button>
    </div>
  );
}
