import { expect } from "vitest";
import type { EscalationReason } from "../../src/verify-retry-escalate/context.js";
import type { VerifiedOutcome } from "../../src/verify-retry-escalate/runner.js";
import type { Happened, Plan } from "./verify-world.js";

/** How the rules say a plan must end, worked out without a clock or a machine. */
export function expected(script: Plan, carried = 0) {
  const { maxAttempts, stuckAfter } = script;
  const failures: string[] = Array.from({ length: carried }, () => "carried over");
  const reasons: EscalationReason[] = [];
  let executions = 0;
  let verifications = 0;
  let asked = 0;
  let used = carried;
  /** Failures a person has decided about: the same again counts from there. */
  let settled = 0;
  let allowed = Math.max(maxAttempts, carried);

  /** How an attempt ends: well, for good, hopelessly, or with a failure of some kind. */
  const attempt = (): "done" | "blocked" | EscalationReason | { readonly failure: string } => {
    const executed = script.executions[executions++] ?? "succeeds";
    used += 1;
    if (executed === "is blocked") return "blocked";
    if (executed === "is impossible") {
      failures.push("impossible");
      return "reported_impossible";
    }
    if (executed === "lacks permission" || executed === "throws EACCES") {
      failures.push(executed);
      return "permission_denied";
    }
    const isLate = executed === "hangs" || executed === "succeeds after 1500";
    if (isLate) return { failure: "execution timeout" };
    if (!executed.startsWith("succeeds")) return { failure: executed.replace(" after 400", "") };
    const verified = script.verifications[verifications++] ?? "passes";
    if (verified.startsWith("passes")) return "done";
    if (verified === "lacks a service") {
      failures.push("lacks a service");
      return "service_unavailable";
    }
    if (verified === "hangs" || verified === "fails after 1500") {
      return { failure: "verification timeout" };
    }
    return { failure: `verification ${verified.replace(" after 400", "")}` };
  };

  /** What a person says: go on, or how it ends. */
  const ask = (reason: EscalationReason): "go on" | VerifiedOutcome<string>["status"] => {
    reasons.push(reason);
    for (let time = 0; time < 3; time += 1) {
      const said = (script.responses[asked++] ?? "skip").replace("after 400: ", "");
      if (said === "throws") return "escalated";
      if (said === "skip") return "skipped";
      if (said === "abort") return "aborted";
      if (said === "what?") continue;
      if (said === "retry") {
        used = 0;
        allowed = maxAttempts;
      } else allowed += 1;
      settled = failures.length;
      return "go on";
    }
    return "escalated";
  };

  if (used >= allowed) {
    const said = ask("max_retries_exceeded");
    if (said !== "go on") return { status: said, executions, failures, reasons, asked };
  }
  for (;;) {
    const ended = attempt();
    if (ended === "done" || ended === "blocked") {
      return { status: ended, executions, failures, reasons, asked };
    }
    let reason: EscalationReason | undefined;
    if (typeof ended === "string") reason = ended;
    else {
      failures.push(ended.failure);
      const last = stuckAfter === null ? [] : failures.slice(settled).slice(-stuckAfter);
      if (used >= allowed) reason = "max_retries_exceeded";
      else if (last.length === stuckAfter && new Set(last).size === 1) {
        reason = "same_failure_repeated";
      }
    }
    const said = reason ? ask(reason) : "go on";
    if (said !== "go on") return { status: said, executions, failures, reasons, asked };
  }
}

/** Whether executions keep within their bound, given what a person decided in between. */
export function checkBound(log: readonly Happened[], maxAttempts: number): void {
  let used = 0;
  let allowed = maxAttempts;
  for (const one of log) {
    if (one.what === "execute") used += 1;
    if (one.what === "respond" && one.action === "fix") allowed += 1;
    if (one.what === "respond" && one.action === "retry") {
      used = 0;
      allowed = maxAttempts;
    }
    if (used > allowed) expect.fail(`execution ${used} of ${allowed}`);
  }
}

export const reasonsAsked = (log: readonly Happened[]) =>
  log.flatMap((one) =>
    one.what === "escalate" && one.request.problem === null ? [one.request.reason] : [],
  );
