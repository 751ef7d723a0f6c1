import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskHandle } from "../../src/ask-with-render-ack/asker-options.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { mortal } from "../support/crash.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { createSharedJournal } from "../support/shared-journal.js";
import { createRandom } from "./random.js";

const MAX_RETRIES = 2;
const SLOTS = 3;
/** How long it takes at most until a process hears of what another one wrote. */
const LATENCY = 20;
const WAITS = [0, 1, 2, 50, 1_000, 2_500, 30_000, 300_000, 600_000];
const TEXTS = ["Deploy now?", "Which name?"];
/** No caller waits longer. */
const LONG_ENOUGH = 40 * 60_000;

/** One call of an agent, and what became of it. */
interface Call {
  readonly name: string;
  readonly process: string;
  readonly text: string;
  readonly handle: AskHandle;
  readonly openedAt: number;
  result?: AskResult;
  error?: unknown;
  toldAt?: number;
}

interface Process {
  readonly name: string;
  readonly asker: ReturnType<typeof createAsker>;
  readonly ui: ReturnType<typeof createFakeBridge> | null;
  readonly die: () => void;
  isDead: boolean;
}

/** What a story does, and how often. Without `faults`, no disk fails and no journal is lost. */
const DEEDS = [
  ["call", 6],
  ["render", 5],
  ["answer", 4],
  ["cancel", 1],
  ["abort", 1],
  ["leave", 1],
  ["kill", 2],
  ["start", 2],
  ["wait", 6],
  ["delete", 0.4],
  ["compact", 0.6],
  ["full disk", 0.6],
] as const;
type Deed = (typeof DEEDS)[number][0];
const TOTAL = DEEDS.reduce((sum, [, weight]) => sum + weight, 0);

/** Tells one story of several processes on one journal; throws when a promise is broken. */
export async function tellAskStory(seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const clock = createSimulatedClock(1_000_000_000);
  const journal = createSharedJournal({ clock, latency: () => random.below(LATENCY) });
  const log: string[] = [];
  const calls: Call[] = [];
  const slots: (Process | undefined)[] = [];
  /** Answers that a UI was told are sent, by their text. */
  const sent = new Set<string>();
  let answers = 0;
  let born = 0;
  let hasDiskFailed = false;
  const deaths: string[] = [];

  const check = (isTrue: boolean, promise: string) => {
    if (!isTrue) throw new Error(`seed ${seed}: ${promise}\n${log.join("\n")}`);
  };
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };

  function start(slot: number): void {
    born += 1;
    const name = `p${born}`;
    const ui = slot === 0 || random.chance(0.5) ? createFakeBridge() : null;
    const life = mortal(clock);
    const process: Process = {
      name,
      ui,
      isDead: false,
      die: life.die,
      asker: createAsker({
        bridge: ui?.bridge ?? null,
        clock: life.clock,
        journal: journal.view(name),
        maxRetries: MAX_RETRIES,
        onError: () => {},
      }),
    };
    slots[slot] = process;
    process.asker.recover();
    log.push(`start ${name}${ui ? " with a page" : ""}`);
  }

  function kill(process: Process): void {
    log.push(`kill ${process.name}`);
    process.isDead = true;
    deaths.push(process.name);
    journal.kill(process.name);
    process.die();
  }

  function call(process: Process): void {
    const text = random.pick(TEXTS) as string;
    const patience = random.chance(0.3) ? 1 + random.below(40_000) : undefined;
    const options = { session: "s", ...(patience !== undefined && { patience }) };
    try {
      const handle = process.asker.open({ questions: [{ question: text }] }, options);
      const name = `c${calls.length + 1}`;
      const made: Call = { name, process: process.name, text, handle, openedAt: clock.now() };
      calls.push(made);
      log.push(`${process.name} calls ${name} "${text}"`);
      handle.result.then(
        (result) => {
          check(made.result === undefined, `${name} is told twice`);
          made.result = result;
          made.toldAt = clock.now();
          log.push(`  ${name} is told ${result.outcome} ${result.answers[0]?.custom ?? ""}`);
        },
        (error) => {
          made.error = error;
        },
      );
    } catch (error) {
      // Nothing was asked, and the caller knows.
      if (!hasDiskFailed) throw error;
    }
  }

  function answer({ name, ui }: Process, requestId: string): void {
    if (!ui) return;
    answers += 1;
    const text = `answer ${answers}`;
    const before = ui.acknowledged.length;
    ui.answer([{ id: "q1", values: [text] }], requestId);
    const isSent = ui.acknowledged.length > before;
    if (isSent) sent.add(text);
    log.push(`${name} answers "${text}"${isSent ? ", and it is sent" : ""}`);
  }

  function deleteJournal(): void {
    // What nobody alive knows would be gone for good, as it should be.
    if (deaths.length > 0) return;
    // What one process has just written, and no other one has read, may be lost with the journal;
    // and a process that starts before the others have seen it knows nothing of what they know.
    clock.advance(LATENCY);
    log.push("the journal is deleted");
    journal.delete();
    clock.advance(LATENCY);
  }

  function act(deed: Deed): void {
    const process = random.pick(slots.flatMap((one) => (one && !one.isDead ? [one] : [])));
    const free = [0, 1, 2].filter((slot) => slots[slot]?.isDead !== false);
    if (deed === "wait") clock.advance(random.pick(WAITS) as number);
    else if (deed === "start" && free.length > 0) start(random.pick(free) as number);
    else if (process) actIn(process, deed);
  }

  function actIn(process: Process, deed: Deed): void {
    const { ui, asker } = process;
    const open = calls.filter((one) => one.process === process.name && !one.result);
    const shown = random.pick(ui?.shown ?? []);
    if (deed === "call") call(process);
    else if (deed === "render" && shown) ui?.render(shown.requestId);
    else if (deed === "cancel" && shown) ui?.cancel(undefined, shown.requestId);
    else if (deed === "answer" && shown) answer(process, shown.requestId);
    else if (deed === "abort") random.pick(open)?.handle.abort();
    else if (deed === "leave") random.pick(open)?.handle.leave();
    else if (deed === "kill") kill(process);
    else if (deed === "delete") deleteJournal();
    else if (deed === "compact") {
      asker.runtime.catchUp();
      log.push("the journal is compacted");
      journal.compact(asker.runtime.checkpoints());
    } else if (deed === "full disk") {
      hasDiskFailed = true;
      log.push("the disk is full for one entry");
      journal.failNextAppend();
    }
  }

  /** The next deed; those that weigh more come more often. */
  function nextDeed(): Deed {
    let place = (random.below(1_000_000) / 1_000_000) * TOTAL;
    for (const [deed, weight] of DEEDS) {
      place -= weight;
      if (place < 0) return deed;
    }
    return "wait";
  }

  start(0);
  for (let step = 8 + random.below(18); step > 0; step -= 1) {
    try {
      act(nextDeed());
    } catch (error) {
      const isFull = (error as { code?: string }).code === "disk_full";
      if (!isFull) throw error;
    }
    await settled();
    for (const one of slots) {
      for (const { attempt } of one?.ui?.shown ?? []) {
        check(attempt <= 1 + MAX_RETRIES, "a question is presented too often");
      }
    }
  }

  journal.failNextAppend(false);
  // The end: one process that lives asks everything once more, and then time alone goes by.
  for (let slot = 0; slot < SLOTS; slot += 1) if (slots[slot]?.isDead !== false) start(slot);
  clock.advance(3_000);
  await settled();
  const last = slots[0] as Process;
  for (const text of TEXTS) {
    // Kept answers come out one for each call.
    for (let round = 0; round < 3; round += 1) {
      const handle = last.asker.open({ questions: [{ question: text }] }, { session: "s" });
      const made: Call = {
        name: "last",
        process: last.name,
        text,
        handle,
        openedAt: clock.now(),
      };
      calls.push(made);
      handle.result.then((result) => {
        made.result = result;
        made.toldAt = clock.now();
      });
      clock.advance(50);
      await settled();
      if (!made.result?.answered) break;
    }
  }
  clock.advance(LONG_ENOUGH);
  await settled();

  for (const one of calls) {
    if (deaths.includes(one.process)) continue;
    check(
      one.result !== undefined || one.error !== undefined,
      `${one.name} is never told anything`,
    );
  }
  for (const text of sent) {
    const given = calls.filter(({ result }) => result?.answers[0]?.values.includes(text));
    check(given.length > 0, `"${text}" was said to be sent, and nobody got it`);
    if (hasDiskFailed) continue;
    for (const one of given) {
      const isReceived = !deaths.includes(one.process) && one.toldAt !== undefined;
      if (!isReceived) continue;
      const later = given.find(({ openedAt }) => openedAt > (one.toldAt as number) + 25);
      check(!later, `"${text}" was given to ${one.name}, and again to ${later?.name}`);
    }
  }
  return log;
}
