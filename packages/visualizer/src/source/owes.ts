import type { WaitsFor } from "../model/waits-for.js";

/** What somebody has to do next, by machine and state; a state stands for those inside it, too. */
const OURS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "ask-with-render-ack": {
    "open.presenting.rendering": "The surface owes the agent a sign that the question is on screen",
    "open.presenting.queued": "A person owes an answer to an earlier question first",
    "open.rendered": "The person owes the agent an answer",
    awaitingRetry: "The agent owes the person another try",
    "ended.untold": "The agent owes a call: the result waits for it",
    "ended.holding": "The agent owes a call: an answer is kept for it",
    "ended.handedOver": "The agent owes a receipt for the answer",
  },
  "todo-attempt-guard": {
    "watching.unclaimed": "The agent owes a claim that the todo is done",
    "watching.reviewing": "The agent owes a review, and the claim again",
    "watching.validating": "The validator owes the agent a verdict",
    "watching.blocked": "The agent owes better work, and the claim again",
    "watching.allowed": "The agent owes the completion that was allowed",
    exhausted: "A person owes the agent a decision",
    approved: "The agent owes the completion that a person approved",
  },
  "instruction-ack": {
    "tracked.queued": "The queue owes the agent the instruction",
    "tracked.awaitingAck": "The agent owes an acknowledgement",
    failed: "A person owes a decision: send it again, or discard it",
  },
  "verify-retry-escalate": {
    pending: "The host owes the task a start",
    executing: "The agent owes a result",
    verifying: "The verifier owes a verdict",
    escalated: "A person owes a decision: retry, fix, skip or abort",
    undecided: "A person owes a decision: retry, fix, skip or abort",
  },
};

const ANYBODYS: Readonly<Record<WaitsFor, string>> = {
  render: "The surface owes a sign that it is on screen",
  person: "A person owes the next step",
  agent: "The agent owes the next step",
  system: "A program owes its report",
  event: "Somebody owes an event",
  timer: "",
  nobody: "",
};

/** Who owes what to whom in a state, without a full stop; empty when nobody owes anything. */
export function owesText(machine: string, state: string, waitsFor: WaitsFor | null): string {
  if (waitsFor === null || waitsFor === "nobody" || waitsFor === "timer") return "";
  const known = OURS[machine] ?? {};
  const name = Object.keys(known).find((one) => state === one || state.startsWith(`${one}.`));
  return (name === undefined ? undefined : known[name]) ?? ANYBODYS[waitsFor] ?? "";
}
