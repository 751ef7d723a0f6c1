import type { ValueDifference } from "../../model/context-diff.js";
import { inline, plural } from "../words.js";
import { Scrolled } from "./scrolled.js";

interface DifferenceTableProps {
  /** What differs, for those who cannot see where it stands. */
  readonly label: string;
  readonly list: readonly ValueDifference[];
  readonly names: readonly [before: string, after: string];
}

const MOST = 100;

/** Values that are not the same, side by side. */
export function DifferenceTable({ list, names: [before, after], label }: DifferenceTableProps) {
  return (
    <Scrolled label={label}>
      <table class="differences">
        <thead>
          <tr>
            <th scope="col">value</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {list.slice(0, MOST).map(({ path, change, before: one, after: other }) => (
            <tr key={path} class={change}>
              <th scope="row">
                <code>{path || "(all)"}</code>
              </th>
              <td>{change === "added" ? <i>none</i> : <code>{inline(one, 200)}</code>}</td>
              <td>{change === "removed" ? <i>none</i> : <code>{inline(other, 200)}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {list.length > MOST && <p class="muted">And {plural(list.length - MOST, "more", "more")}.</p>}
    </Scrolled>
  );
}
