import type { Step } from "../stage.js";
import { by, DAY, MINUTE, recover, restart, type Story, T, to } from "./story.js";

const TEXT = "Check for the OpenSpec CLI";
const OTHER = "Run `npm test` – and read the *whole* output\nbefore you go on";

const queue = (text = TEXT, maxRetries = 3): Step => ({ queue: text, maxRetries });
const take: Step = { take: "next" };
const all: Step = { take: "all" };
const tick: Step = { tick: true };
const failed: Step = { failed: true };
const minute = by(MINUTE);
const dispatches = (times: number): readonly Step[] =>
  Array.from({ length: times }, (_, n) => (n === 0 ? [take] : [minute, tick, take])).flat();

interface Script {
  readonly settings?: Step;
  readonly steps: readonly Step[];
  readonly ids?: readonly string[];
  readonly deadlines?: readonly number[];
}

function story({ settings, steps, ids = ["r1"], deadlines = [] }: Script): Story {
  const tries = [
    [all, failed],
    [queue(), all, failed],
    [all, ...Array.from({ length: 5 }, () => [minute, tick, all]).flat(), failed],
    ...ids.flatMap((id) => [
      [{ acknowledge: id }, { acknowledge: id }, all, failed],
      [{ redrive: id }, all, minute, tick, all, failed],
      [{ discard: id }, all, failed, queue()],
    ]),
    ...deadlines.flatMap((at) => [
      [to(at - 1), failed, all],
      [to(at), failed, all],
    ]),
  ];
  return {
    ...(settings ? { settings } : {}),
    steps,
    tries: tries.map((does) => ({ do: [recover, ...does] })),
  };
}

const toFailure = [queue(), ...dispatches(4), minute, tick];

const SCRIPTS: Readonly<Record<string, Script>> = {
  queued: { steps: [queue(), minute], deadlines: [T + DAY] },
  "queued-several": {
    steps: [queue(), queue(OTHER, 1), { queuePlain: "Not tracked" }, queue("Third", 0), take],
    ids: ["r1", "r2", "r3"],
  },
  "awaiting-ack": { steps: [queue(), take, by(1_000)], deadlines: [T + DAY] },
  "queued-again": { steps: [queue(), ...dispatches(1), minute, tick] },
  "awaiting-ack-second": { steps: [queue(), ...dispatches(2)] },
  "queued-important": { steps: [queue(), ...dispatches(2), minute, tick] },
  "awaiting-ack-important": { steps: [queue(), ...dispatches(3)] },
  "awaiting-ack-urgent": { steps: [queue(), ...dispatches(4)] },
  "awaiting-ack-no-retries": { steps: [queue(OTHER, 0), take] },
  "after-restart": {
    steps: [queue(), ...dispatches(2), restart, minute, tick],
    deadlines: [T + DAY],
  },
  acknowledged: { steps: [queue(), take, minute, { acknowledge: "r1" }] },
  "acknowledged-while-queued": {
    steps: [queue(), take, minute, tick, { acknowledge: "r1" }, queue(OTHER)],
    ids: ["r1", "r2"],
  },
  failed: { steps: toFailure },
  "failed-and-queued-anew": { steps: [...toFailure, queue(), take], ids: ["r1", "r2"] },
  "failed-then-acknowledged": { steps: [...toFailure, { acknowledge: "r1" }] },
  "failed-two-with-room-for-one": {
    settings: { maxFailed: 1 },
    steps: [queue(TEXT, 0), queue(OTHER, 0), take, take, minute, tick],
    ids: ["r1", "r2"],
  },
  expired: { steps: [queue(), take, by(DAY)] },
  "expired-while-queued": { settings: { expiresAfter: MINUTE }, steps: [queue(), by(2 * MINUTE)] },
  redriven: { steps: [...toFailure, minute, { redrive: "r1" }], deadlines: [T + 5 * MINUTE + DAY] },
  "redriven-and-sent": { steps: [...toFailure, minute, { redrive: "r1" }, take, minute, tick] },
  "redriven-while-tracked": {
    steps: [...toFailure, queue(), { redrive: "r1" }],
    ids: ["r1", "r2"],
  },
  "redriven-and-failed-again": {
    steps: [...toFailure, { redrive: "r1" }, ...dispatches(4), minute, tick],
  },
  discarded: { steps: [...toFailure, { discard: "r1" }] },
};

export const instructions: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, script]) => [name, story(script)]),
);
