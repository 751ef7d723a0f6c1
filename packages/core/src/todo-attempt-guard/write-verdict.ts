import { stoppedReason, type TodoVerdict } from "./verdict.js";

/** The verdict on a whole write: one blocked todo blocks it. */
export interface GuardVerdict {
  readonly decision: "allow" | "block";
  /** Empty when everything was allowed without a remark. */
  readonly reason: string;
  readonly todos: readonly TodoVerdict[];
}

/** The verdict on a write from the verdicts on its todos. */
export function wholeVerdict(todos: readonly TodoVerdict[]): GuardVerdict {
  const decision = todos.some((todo) => todo.decision === "block") ? "block" : "allow";
  return { decision, reason: wholeReason(decision, todos), todos };
}

function wholeReason(decision: "allow" | "block", todos: readonly TodoVerdict[]): string {
  const remarks = todos.filter(({ kind }) => kind !== "allowed" && kind !== "approved");
  const [only] = todos;
  if (remarks.length === 0) return "";
  if (todos.length === 1 && only) return only.reason;
  const exhausted = todos.filter(({ kind }) => kind === "exhausted");
  const [first] = exhausted;
  const headline = first
    ? stoppedReason(
        first.maxRetryAttempts,
        exhausted.map(({ todo }) => todo),
      )
    : decision === "block"
      ? "This update was blocked as a whole. The verdict on each todo:"
      : "This update was allowed. The verdict on each todo:";
  // The headline has said all there is to say of those at the limit.
  return [headline, ...verdictLines(todos.filter(({ kind }) => kind !== "exhausted"))].join("\n");
}

/** The reasons, one after the other; what several go on with, such as an output, stands once, after the last. */
function verdictLines(todos: readonly TodoVerdict[]): readonly string[] {
  const reasons = todos.map(({ reason }) => {
    const [first = "", ...more] = reason.split("\n");
    return { first, rest: more.join("\n") };
  });
  return reasons.flatMap(({ first, rest }, index) =>
    rest === "" || rest === reasons[index + 1]?.rest ? [`- ${first}`] : [`- ${first}`, rest],
  );
}
