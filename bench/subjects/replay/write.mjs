import { askMachine, createRuntime, createSimulatedClock } from "@readback/core";
import { answers, newAsk } from "../../lib/ask.mjs";
import { idsOf } from "../../lib/ids.mjs";
import { writeBlock } from "../../lib/journal-blocks.mjs";
import { createRandom } from "../../lib/random.mjs";

const asksAtATime = 20;

/** What happens to an ask, and how often. Where a list ends without an answer, timers go on. */
const stories = [
  [60, ["RENDERED", "ANSWER"]],
  [15, ["RENDERED", "ACTIVITY", "ACTIVITY", "ANSWER"]],
  [5, ["QUEUED", "DEQUEUED", "RENDERED", "ANSWER"]],
  [8, ["RENDERED", "CANCEL"]],
  [4, ["RENDERED"]],
  [8, []],
];
/** What the agent and the person do when the agent was told to call again. */
const secondAttempt = ["CALL", "RENDERED", "ANSWER"];

/** Writes a journal as many people at once would make it; each step writes one block. */
export function create({ folder, entriesPerBlock }) {
  const random = createRandom(1);
  const clock = createSimulatedClock(1_790_000_000_000);
  let lines = [];
  const journal = {
    append(entry) {
      lines.push(JSON.stringify(entry));
      return [];
    },
    read: () => [],
    subscribe: () => () => {},
  };
  const runtime = createRuntime([askMachine], { clock, journal });
  const active = [];
  const waiting = new Map();
  let started = 0;

  runtime.on(askMachine, (emitted, base) => {
    if (emitted.type !== "ask.told" || !waiting.has(base)) return;
    if (emitted.result.outcome === "not_rendered") {
      active.push({ ...waiting.get(base), story: secondAttempt, done: 0, attempt: 2 });
    }
    waiting.delete(base);
  });

  function startAsk() {
    started += 1;
    const { base, askId } = idsOf(started);
    const ask = { base, askId, story: pick(stories, random() * 100), done: 0, attempt: 1 };
    active.push(ask);
    runtime.start(askMachine, base, newAsk(base, askId));
  }

  function goOn() {
    const index = Math.floor(random() * active.length);
    const ask = active[index];
    const type = ask.story[ask.done];
    ask.done += 1;
    if (ask.done >= ask.story.length) {
      active[index] = active.at(-1);
      active.pop();
      if (type !== "ANSWER") waiting.set(ask.base, ask);
    }
    if (type) runtime.send(ask.base, eventOf(type, ask));
  }

  let block = 0;
  return () => {
    while (lines.length < entriesPerBlock) {
      clock.advance(Math.round(random() * 500));
      if (active.length < asksAtATime) startAsk();
      else goOn();
    }
    writeBlock(folder, block, lines.slice(0, entriesPerBlock));
    lines = lines.slice(entriesPerBlock);
    block += 1;
    return { asks: started };
  };
}

function eventOf(type, { base, attempt }) {
  if (type === "CALL") return { type, caller: `${base}-${attempt}` };
  const event = { type, requestId: `${base}.${attempt}` };
  return type === "ANSWER" ? { ...event, answers } : event;
}

function pick(weighted, at) {
  let left = at;
  for (const [weight, value] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  return weighted.at(-1)[1];
}
