import type { AttemptSpan, Span } from "../model/spans.js";

/** The life of an instance as spans, for a timeline. */
export interface InstanceSpans {
  readonly spans: readonly Span[];
  readonly attempts: readonly Omit<AttemptSpan, "spans">[];
}
