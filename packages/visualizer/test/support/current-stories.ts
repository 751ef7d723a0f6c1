import {
  askMachine,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  verifyMachine,
} from "@readback/core";
import type { AnyStateMachine, EventObject } from "xstate";
import { journalOfRun } from "../../src/model/recorded-run.js";
import { presentedAsk } from "./stories.js";

// Journals as this version writes them, which the golden ones are not yet.

/** The moment at which the tests look. */
export const NOW = 1_769_437_800_000;

type Timed = readonly [seconds: number, event: EventObject];

function story(
  machine: AnyStateMachine,
  instance: string,
  [input, ...events]: readonly [unknown, ...(readonly Timed[])],
  until = 0,
): readonly JournalEntry[] {
  const startedAt = NOW - 300_000;
  const at = (seconds: number) => startedAt + 1_000 * seconds;
  const timed = events.map(([seconds, event]) => ({ at: at(seconds), event }));
  const end = at(Math.max(until, events.at(-1)?.[0] ?? 0));
  return journalOfRun(machine, { instance, startedAt, input, events: timed, until: end }).entries;
}

const ask = (askId: string, title: string, question: string) => ({
  ...presentedAsk,
  ask: {
    ...presentedAsk.ask,
    askId,
    requestBase: askId,
    title,
    session: "today",
    maxRetries: 3,
    questions: [{ id: "q", question, type: "text", options: [], required: true, custom: false }],
    times: { ...presentedAsk.ask.times, memory: 86_400_000, lateAnswerWindow: 3_600_000 },
  },
  at: NOW - 300_000,
});
const todo = {
  session: "today",
  todo: "Write the migration",
  maxRetryAttempts: 2,
  validationTimeout: 60_000,
  retention: 604_800_000,
  onGuardFailure: "block",
  rememberCompleted: false,
  rules: 2,
};
const claim = (toolUseId: string): EventObject => Object.assign({ type: "CLAIM" }, { toolUseId });
const task = {
  task: { id: "build", name: "Build <b>the</b> bridge" },
  settings: {
    maxAttempts: 3,
    retryDelay: 5_000,
    executeTimeout: 600_000,
    verifyTimeout: 60_000,
    stuckAfter: null,
  },
  previous: [],
};
const event = (type: string, more: object = {}): EventObject => Object.assign({ type }, more);

const failed = (error: string) =>
  event("FAILED", { failure: "verification_failed", report: { error } });

/** An ask that was not rendered, was asked again and answered; others that are under way. */
export function currentStories(): readonly JournalEntry[] {
  return [
    ...story(askMachine, "deploy", [
      ask("deploy", "Release", "Deploy now?"),
      [32, event("CALL", { caller: "a" })],
      [34, event("RENDERED", { requestId: "deploy.2" })],
      [60, event("ACTIVITY", { requestId: "deploy.2" })],
      [95, event("ANSWER", { requestId: "deploy.2", answers: [{ id: "q", value: "yes" }] })],
    ]),
    ...story(
      askMachine,
      "name",
      [
        ask("name", "Naming", "What shall it be called?"),
        [2, event("RENDERED", { requestId: "name.1" })],
      ],
      250,
    ),
    ...story(guardMachine, "todo", [
      todo,
      [1, claim("t1")],
      [20, claim("t2")],
      [22, event("FAILED", { toolUseId: "t2", detail: "tests fail" })],
      [40, claim("t3")],
      [60, claim("t4")],
    ]),
    ...story(
      instructionMachine,
      "openspec",
      [
        { id: "openspec", content: "Check for the CLI", maxRetries: 3, expiresAfter: 86_400_000 },
        [1, event("DISPATCHED")],
        [61, event("TICK")],
      ],
      200,
    ),
    ...story(verifyMachine, "build", [
      task,
      [1, event("START")],
      [30, event("EXECUTED")],
      [40, failed("2 tests fail")],
      [90, event("EXECUTED")],
      [95, failed("1 test fails")],
      [130, event("EXECUTED")],
      [135, failed("1 test fails")],
    ]),
  ];
}
