import type { JournalEntry } from "@readback/core";
import type { Candidate } from "../model/candidates.js";
import type { ValueDifference } from "../model/context-diff.js";
import type { GuardReport } from "../model/guard-report.js";
import type { Proof } from "../model/proof.js";
import { plainOf } from "./plain.js";

// The values of others in what the model says, each as plain JSON of a bounded size.

export function plainEntry(entry: JournalEntry): JournalEntry {
  const { payload } = entry;
  return payload ? { ...entry, payload: plainOf(payload) as typeof payload } : entry;
}

export function plainDifferences(list: readonly ValueDifference[]): readonly ValueDifference[] {
  return list.map((one) => ({ ...one, before: plainOf(one.before), after: plainOf(one.after) }));
}

export function plainCandidates<C extends Candidate>(list: readonly C[]): readonly C[] {
  return list.map((one) => ({ ...one, guard: one.guard && plainGuard(one.guard) }));
}

function plainGuard(report: GuardReport): GuardReport {
  const { params, readings, inner } = report;
  return {
    ...report,
    ...(params !== undefined && { params: plainOf(params) }),
    readings: readings.map((one) => ({ ...one, value: plainOf(one.value) })),
    inner: inner.map(plainGuard),
  };
}

export function plainProof(proof: Proof): Proof {
  const { differs } = proof;
  if (!differs) return proof;
  const fields = differs.fields.map(({ field, written, now }) => ({
    field,
    written: plainOf(written),
    now: plainOf(now),
  }));
  return { ...proof, differs: { ...differs, entry: plainEntry(differs.entry), fields } };
}
