import type { Step } from "../stage.js";
import { by, DAY, MINUTE, recover, restart, SECOND, type Story, T, to } from "./story.js";

const call = (question: string, how: Step = {}): Step => ({ call: question, ...how });
const shown = (request: string): Step => ({ dialog: "shown", request });
const says = (request: string, answer: string): Step => ({ answer, request });
const dialog = (request: string, does: string): Step => ({ dialog: does, request });

interface Script {
  readonly settings?: Step;
  readonly steps: readonly Step[];
  /** The question that is asked again afterwards. */
  readonly question?: "deploy" | "name" | "setup";
  /** Its dialogs, which may still be open somewhere. */
  readonly requests?: readonly string[];
  /** Of these, the ones that are on screen. */
  readonly acks?: readonly string[];
  /** Moments at which something changes by itself. */
  readonly deadlines?: readonly number[];
  /** How the question is asked again. */
  readonly how?: Step;
}

const TRIED = { deploy: ["yes", "no"], name: ["heron", "crane"], setup: ["own", "none"] } as const;

function story(script: Script): Story {
  const { settings, steps, question = "deploy", how, deadlines = [], acks = [] } = script;
  const { requests = ["r1.1"] } = script;
  const [first, other] = TRIED[question];
  const again = call(question, how);
  const tries = [
    [again],
    [call(question, { ...how, patience: 1 }), by(1)],
    ...requests.flatMap((request) => [
      [shown(request)],
      [says(request, first), again, by(1), says(request, first), says(request, other), again],
      [dialog(request, "cancelled"), again],
    ]),
    ...deadlines.flatMap((at) => [
      [to(at - 1), again],
      [to(at), again],
      [again, to(at - 1), to(at)],
      ...requests.flatMap((request) => [
        [to(at - 1), says(request, first), again],
        [to(at), says(request, first), again],
      ]),
    ]),
  ];
  return {
    ...(settings ? { settings } : {}),
    steps,
    tries: tries.map((does) => ({
      ...(acks.length > 0 ? { with: { acks } } : {}),
      do: [recover, ...does],
    })),
  };
}

const unshown = [call("deploy"), to(T + 30 * SECOND)];
const onScreen = [call("deploy"), by(2 * SECOND), shown("r1.1")];
const SHOWN = T + 2 * SECOND;
const TIMED_OUT = SHOWN + 300 * SECOND;
const timedOut = [...onScreen, to(TIMED_OUT)];
const left = [
  call("deploy", { patience: 5 * SECOND }),
  by(2 * SECOND),
  shown("r1.1"),
  by(3 * SECOND),
];

const SCRIPTS: Readonly<Record<string, Script>> = {
  // Answered.
  answered: { steps: [...onScreen, by(5 * SECOND), says("r1.1", "yes"), by(1)] },
  "answered-not-received": {
    steps: [...onScreen, by(5 * SECOND), says("r1.1", "yes")],
    deadlines: [SHOWN + 5 * SECOND + DAY],
  },
  "answered-with-own-words": {
    question: "setup",
    steps: [call("setup"), shown("r1.1"), says("r1.1", "own")],
  },
  "answered-at-length": { question: "name", steps: [call("name"), says("r1.1", "long")] },
  "answered-on-retry": {
    steps: [...unshown, call("deploy"), shown("r1.2"), says("r1.2", "no"), by(1)],
    requests: ["r1.1", "r1.2"],
  },
  "answered-after-joining": {
    steps: [...left, call("deploy", { as: "second" }), says("r1.1", "yes"), by(1)],
  },
  "answered-for-several": {
    steps: [...onScreen, call("deploy", { as: "second" }), says("r1.1", "yes"), by(1)],
  },
  "answered-on-host-retry": {
    settings: { retry: "host" },
    steps: [...unshown, shown("r1.2"), says("r1.2", "yes"), by(1)],
    requests: ["r1.1", "r1.2"],
  },
  // Open.
  presented: { steps: [call("deploy"), by(1_234)], deadlines: [T + 30 * SECOND] },
  "on-screen": { steps: [...onScreen, by(MINUTE)], acks: ["r1.1"], deadlines: [TIMED_OUT] },
  "on-screen-active": {
    steps: [...onScreen, by(MINUTE), dialog("r1.1", "typing"), by(SECOND)],
    acks: ["r1.1"],
    deadlines: [TIMED_OUT + MINUTE],
  },
  "on-screen-near-the-cap": {
    settings: { responseCap: 6 * MINUTE },
    steps: [...onScreen, by(4 * MINUTE), dialog("r1.1", "typing"), by(SECOND)],
    acks: ["r1.1"],
    deadlines: [SHOWN + 6 * MINUTE],
  },
  "on-screen-from-someone": {
    question: "name",
    how: { session: "s/2", from: "Release bot" },
    steps: [call("name", { session: "s/2", from: "Release bot" }), shown("r1.1")],
    acks: ["r1.1"],
  },
  "on-screen-after-restart": {
    steps: [...onScreen, by(MINUTE), restart, by(SECOND)],
    acks: ["r1.1"],
    deadlines: [TIMED_OUT],
  },
  "on-screen-after-stop": {
    steps: [...onScreen, by(MINUTE), { stop: true }],
    acks: ["r1.1"],
    deadlines: [TIMED_OUT],
  },
  "on-screen-for-several": {
    steps: [...onScreen, call("deploy", { as: "second", patience: SECOND }), by(MINUTE)],
    acks: ["r1.1"],
  },
  queued: {
    steps: [call("deploy"), dialog("r1.1", "queued"), by(MINUTE)],
    deadlines: [T + 30 * MINUTE],
  },
  "queued-then-its-turn": {
    steps: [call("deploy"), dialog("r1.1", "queued"), by(MINUTE), dialog("r1.1", "its turn")],
    deadlines: [T + MINUTE + 30 * SECOND],
  },
  "second-attempt": {
    steps: [...unshown, by(SECOND), call("deploy"), by(SECOND)],
    requests: ["r1.1", "r1.2"],
    deadlines: [T + 61 * SECOND],
  },
  "second-attempt-by-host": {
    settings: { retry: "host" },
    steps: [...unshown, by(SECOND)],
    requests: ["r1.1", "r1.2"],
    deadlines: [T + 60 * SECOND],
  },
  "last-attempt": {
    question: "setup",
    steps: [call("setup"), to(T + 30 * SECOND), call("setup")],
    requests: ["r1.1", "r1.2"],
    deadlines: [T + 60 * SECOND],
  },
  "pending-on-screen": { steps: left, acks: ["r1.1"], deadlines: [TIMED_OUT] },
  "pending-not-shown": {
    steps: [call("deploy", { patience: SECOND }), by(SECOND)],
    deadlines: [T + 30 * SECOND],
  },
  "two-sessions": {
    steps: [call("deploy", { session: "a" }), call("deploy", { session: "b", as: "other" })],
    how: { session: "b" },
    requests: ["r1.1", "r2.1"],
  },
  // The agent was told to call again.
  "awaiting-retry": {
    steps: [...unshown, by(SECOND)],
    deadlines: [T + 30 * SECOND + 10 * MINUTE],
  },
  "awaiting-retry-broken-surface": { settings: { surface: "broken" }, steps: [call("deploy")] },
  "awaiting-retry-kept-answer": {
    steps: [...unshown, by(SECOND), says("r1.1", "yes"), by(SECOND)],
    deadlines: [T + 30 * SECOND + 10 * MINUTE],
  },
  "awaiting-retry-kept-own-words": {
    question: "setup",
    steps: [call("setup"), to(T + 30 * SECOND), says("r1.1", "own")],
  },
  "awaiting-retry-kept-cancel": { steps: [...unshown, dialog("r1.1", "cancelled")] },
  "awaiting-retry-kept-decline": { steps: [...unshown, dialog("r1.1", "declined")] },
  "awaiting-retry-shown-late": { steps: [...unshown, by(SECOND), shown("r1.1")], acks: ["r1.1"] },
  "awaiting-retry-shown-late-answered": {
    steps: [...unshown, by(SECOND), shown("r1.1"), by(SECOND), says("r1.1", "no")],
  },
  "kept-answer-fetched": {
    steps: [...unshown, says("r1.1", "yes"), call("deploy", { as: "second" }), by(1)],
    requests: ["r1.1", "r1.2"],
  },
  "kept-cancel-fetched": {
    steps: [...unshown, dialog("r1.1", "cancelled"), call("deploy", { as: "second" })],
    requests: ["r1.1", "r1.2"],
  },
  aborted: { steps: [...onScreen, { abort: "caller" }, by(SECOND)] },
  "aborted-then-asked-again": {
    steps: [...onScreen, { abort: "caller" }, call("deploy")],
    requests: ["r1.1", "r1.2"],
  },
  // Over.
  "aborted-for-good": {
    settings: { maxRetries: 0 },
    steps: [...onScreen, { abort: "caller" }],
    deadlines: [SHOWN + DAY],
  },
  exhausted: {
    question: "setup",
    steps: [call("setup"), to(T + 30 * SECOND), call("setup"), to(T + 60 * SECOND)],
    requests: ["r1.1", "r1.2"],
    deadlines: [T + 60 * SECOND + DAY],
  },
  "exhausted-by-host": {
    settings: { retry: "host", maxRetries: 1 },
    steps: [call("deploy"), to(T + 60 * SECOND)],
    requests: ["r1.2"],
  },
  "exhausted-broken-surface": {
    settings: { surface: "broken", maxRetries: 0 },
    steps: [call("deploy")],
  },
  "timed-out": { steps: [...timedOut, by(SECOND)], deadlines: [TIMED_OUT + DAY] },
  "timed-out-at-the-cap": {
    settings: { responseCap: 6 * MINUTE },
    steps: [...onScreen, by(4 * MINUTE), dialog("r1.1", "typing"), by(3 * MINUTE)],
  },
  "timed-out-takes-nothing-late": { settings: { lateAnswerWindow: 0 }, steps: timedOut },
  "timed-out-long-ago": { steps: [...timedOut, by(DAY)] },
  cancelled: { steps: [...onScreen, dialog("r1.1", "cancelled")] },
  declined: { steps: [...onScreen, dialog("r1.1", "declined")] },
  "no-surface": { settings: { surface: "none" }, steps: [call("deploy")] },
  superseded: {
    settings: { concurrency: "replace" },
    steps: [...onScreen, call("name", { as: "newer" })],
  },
  rejected: {
    settings: { concurrency: "reject" },
    steps: [...onScreen, call("name", { as: "newer" })],
    question: "name",
    requests: [],
  },
  abandoned: {
    steps: [...unshown, by(10 * MINUTE)],
    deadlines: [T + 30 * SECOND + 10 * MINUTE + DAY],
  },
  "abandoned-with-answer": {
    steps: [...unshown, says("r1.1", "yes"), by(10 * MINUTE)],
    deadlines: [T + 30 * SECOND + 10 * MINUTE + DAY],
  },
  "forgotten-for-room": {
    settings: { maxListening: 1 },
    steps: [...timedOut, call("name"), dialog("r2.1", "cancelled")],
  },
  // Over, and a person has answered since.
  "late-answer": {
    steps: [...timedOut, by(MINUTE), says("r1.1", "yes"), by(SECOND)],
    deadlines: [TIMED_OUT + MINUTE + DAY],
  },
  "late-answer-fetched": {
    steps: [...timedOut, by(MINUTE), says("r1.1", "yes"), call("deploy", { as: "next" }), by(1)],
  },
  "late-answer-not-received": {
    steps: [...timedOut, by(MINUTE), says("r1.1", "yes"), call("deploy", { as: "next" })],
  },
  // Over, and nobody waited.
  "untold-timed-out": {
    steps: [...left, to(TIMED_OUT), by(SECOND)],
    deadlines: [TIMED_OUT + 10 * MINUTE],
  },
  "untold-cancelled": { steps: [...left, dialog("r1.1", "cancelled")] },
  "untold-declined": { steps: [...left, dialog("r1.1", "declined")] },
  "untold-answered": { steps: [...left, says("r1.1", "yes"), by(SECOND)] },
  "untold-then-answered": { steps: [...left, to(TIMED_OUT), says("r1.1", "no")] },
  "untold-then-told": { steps: [...left, to(TIMED_OUT), call("deploy", { as: "next" })] },
  "untold-too-long": { steps: [...left, to(TIMED_OUT), by(10 * MINUTE)] },
  "untold-after-restart": { steps: [...onScreen, restart, to(TIMED_OUT)] },
  "unshown-after-pending": {
    steps: [call("deploy", { patience: SECOND }), by(SECOND), to(T + 30 * SECOND)],
  },
  // The same question twice.
  "asked-again-after-time-out": {
    steps: [...timedOut, by(MINUTE), call("deploy", { as: "again" }), by(SECOND)],
    requests: ["r1.1", "r2.1"],
    deadlines: [TIMED_OUT + MINUTE + 30 * SECOND],
  },
  "asked-again-on-screen": {
    steps: [...timedOut, by(MINUTE), call("deploy", { as: "again" }), shown("r2.1")],
    requests: ["r1.1", "r2.1"],
    acks: ["r2.1"],
    deadlines: [TIMED_OUT + MINUTE + 300 * SECOND],
  },
  "asked-again-awaiting-retry": {
    steps: [...timedOut, call("deploy", { as: "again" }), by(30 * SECOND)],
    requests: ["r1.1", "r2.1"],
  },
  "asked-again-answered-by-old-dialog": {
    steps: [...timedOut, call("deploy", { as: "again" }), says("r1.1", "yes"), by(1)],
    requests: ["r1.1", "r2.1"],
  },
  "asked-again-timed-out-twice": {
    steps: [...timedOut, call("deploy"), shown("r2.1"), by(300 * SECOND)],
    requests: ["r1.1", "r2.1"],
  },
  "asked-again-kept-answer": {
    steps: [...timedOut, call("deploy"), by(30 * SECOND), says("r1.1", "no")],
    requests: ["r1.1", "r2.1"],
  },
};

/** Each is recorded twice: with a journal, answers are kept until a caller has them. */
export const ask: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(SCRIPTS).flatMap(([name, script]) => {
    const recorded = story(script);
    const restarts = script.steps.includes(restart);
    if (restarts) return [[name, recorded]];
    const settings = { ...script.settings, receipt: false };
    return [
      [name, recorded],
      [`${name}.no-receipt`, { ...recorded, settings }],
    ];
  }),
);
