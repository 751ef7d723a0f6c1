import type { Candidate, JudgedCandidate } from "../../model/candidates.js";
import { plural } from "../words.js";
import { GuardLine } from "./guard-line.js";

interface CandidateListProps {
  readonly title: string;
  readonly candidates: readonly (Candidate | JudgedCandidate)[];
  readonly isOpen?: boolean;
}

/** Every transition that counts, with each guard's result and the values behind it. */
export function CandidateList({ title, candidates, isOpen = false }: CandidateListProps) {
  if (candidates.length === 0) return null;
  return (
    <details class="candidates" open={isOpen}>
      <summary>
        {title}: {plural(candidates.length, "transition")}
      </summary>
      <ol>
        {candidates.map((one) => (
          <li key={one.id} class={"verdict" in one && one.verdict === "taken" ? "taken" : ""}>
            <p>
              <strong>{one.event || "always"}</strong> <span class="muted">in {one.state}</span> →{" "}
              {one.targets.join(", ") || (one.isForbidding ? "forbidden" : "stays")}
              {"verdict" in one && <span class="verdict">{one.verdict}</span>}
            </p>
            {one.guard ? <GuardLine report={one.guard} /> : <p class="muted">no guard</p>}
            {one.actions.length > 0 && <p class="muted">does {one.actions.join(", ")}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
