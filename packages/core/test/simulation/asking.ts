import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskHandle } from "../../src/ask-with-render-ack/asker-options.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { LATENCY } from "./disk.js";
import type { Actors } from "./story.js";
import { type Process, settled, type World } from "./world.js";

const MAX_RETRIES = 2;
const TEXTS = ["Deploy now?", "Which name?"];
const TIMES = {
  renderTimeout: 10_000,
  responseTimeout: 20_000,
  responseCap: 40_000,
  queueCap: 20_000,
  idleWindow: 60_000,
};

/** One call of an agent, and what became of it. */
interface Call {
  readonly name: string;
  readonly server: Server;
  readonly handle: AskHandle;
  readonly openedAt: number;
  result?: AskResult;
  error?: unknown;
  toldAt?: number;
  /** It had its result when its process died with the receipt: only here no promise settles between two timers. */
  isServed?: boolean;
}

interface Server {
  readonly process: Process;
  readonly asker: ReturnType<typeof createAsker>;
  readonly ui: ReturnType<typeof createFakeBridge> | null;
}

/** Agents that ask, in servers; people who answer, on pages and in terminals. */
export function createAsking(world: World): Actors {
  const { random, clock, check, log } = world;
  const servers: Server[] = [];
  const calls: Call[] = [];
  /** Answers that a UI was told are sent, by their text, and to which request. */
  const sent = new Map<string, string>();
  /** Those of them that nobody can get: in the moment of a deletion, only one process knew them. */
  const buried = new Set<string>();
  let answers = 0;
  const stopping: Process[] = [];

  const living = () => servers.filter(({ process }) => !process.isDead);
  const anyServer = () => random.pick(living());
  const anyPage = () =>
    random.pick(living().filter(({ ui }) => ui !== null && ui.shown.length > 0));

  /** Answers that were given, and the disk had no room for the receipt: the next one gets them, too. */
  const unreceipted = new Set<string>();
  world.onRefusal(({ event, instance }) => {
    if (event !== "RECEIVED") return;
    const context = world.truth.instances.get(instance)?.snapshot.context;
    for (const text of sent.keys()) if (context && isIn(text, { context })) unreceipted.add(text);
  });

  const isIn = (text: string, { context }: { readonly context: { readonly answer?: unknown } }) =>
    JSON.stringify(context.answer ?? null).includes(`"${text}"`);
  const isKnownTo = ({ asker }: Server, text: string) =>
    [...asker.runtime.live()].some(([, snapshot]) => isIn(text, snapshot));
  const isInJournal = (text: string) =>
    world.truth.instances.all().some(({ snapshot }) => isIn(text, snapshot));

  // Killed before it noticed that the journal is gone, or while it wrote it again: nobody can help.
  world.beforeDeath((process) => {
    const last = log.at(-1);
    for (const one of typeof last === "object" && last.event === "RECEIVED" ? calls : []) {
      if (one.server.process === process && one.handle.state === "settled") one.isServed = true;
    }
    if (process.journal.hasRestored()) return;
    const left = living().filter((server) => server.process !== process);
    for (const text of sent.keys()) {
      if (isInJournal(text) || left.some((server) => isKnownTo(server, text))) continue;
      buried.add(text);
    }
  });

  function start(hasPage: boolean): Server {
    const process = world.start(hasPage ? "page" : "server");
    const ui = hasPage ? createFakeBridge() : null;
    const asker = createAsker({
      ...TIMES,
      bridge: ui?.bridge ?? null,
      clock: process.clock,
      journal: process.journal,
      maxRetries: MAX_RETRIES,
      onError: () => {},
    });
    const server = { process, asker, ui };
    servers.push(server);
    process.view = { machine: askMachine.id, runtime: asker.runtime };
    asker.recover();
    return server;
  }

  function call(server: Server, text: string, patience?: number): Call {
    const { asker, process } = server;
    const options = { session: "s", ...(patience !== undefined && { patience }) };
    const handle = asker.open({ questions: [{ question: text }] }, options);
    const made: Call = {
      name: `call ${calls.length + 1}`,
      server,
      handle,
      openedAt: clock.now(),
    };
    calls.push(made);
    log.push(`${process.name} makes ${made.name} "${text}"`);
    handle.result
      .then(
        (result) => {
          if (process.isDead && !made.isServed) return;
          check(made.result === undefined, `${made.name} is told twice`);
          made.result = result;
          made.toldAt = clock.now();
          log.push(`  ${made.name} is told ${result.outcome} ${result.answers[0]?.custom ?? ""}`);
        },
        (error) => {
          made.error = error;
          log.push(`  ${made.name} fails: ${error}`);
        },
      )
      .catch(() => {});
    return made;
  }

  function answer({ process, ui }: Server): void {
    const shown = random.pick(ui?.shown ?? []);
    if (!ui || !shown) return;
    answers += 1;
    const text = `answer ${answers}`;
    const before = ui.acknowledged.length;
    log.push(`${process.name} answers "${text}"`);
    ui.answer([{ id: "q1", values: [text] }], shown.requestId);
    if (process.isDead || ui.acknowledged.length === before) return;
    log.push("  and it is sent");
    // Who does not know yet of another answer takes this one, and the first in the journal counts.
    for (const [other, requestId] of world.isInGap() ? sent : []) {
      if (requestId === shown.requestId && !isInJournal(other)) buried.add(other);
    }
    sent.set(text, shown.requestId);
  }

  const isOpen = ({ server, result }: Call) => !server.process.isDead && result === undefined;

  return {
    begin: () => void start(true),
    deeds: [
      [
        "call",
        6,
        () => {
          const server = anyServer();
          const patience = random.chance(0.3) ? 1 + random.below(15_000) : undefined;
          if (server) call(server, random.pick(TEXTS) as string, patience);
        },
      ],
      [
        "render",
        4,
        () => {
          const { ui } = anyPage() ?? {};
          ui?.render(random.pick(ui.shown)?.requestId);
        },
      ],
      [
        "answer",
        4,
        () => {
          const page = anyPage();
          if (page) answer(page);
        },
      ],
      [
        "cancel",
        0.7,
        () => {
          const { ui } = anyPage() ?? {};
          ui?.cancel(undefined, random.pick(ui.shown)?.requestId);
        },
      ],
      ["abort", 0.8, () => random.pick(calls.filter(isOpen))?.handle.abort()],
      ["leave", 0.8, () => random.pick(calls.filter(isOpen))?.handle.leave()],
      [
        "die with a receipt",
        0.6,
        () => {
          log.push("at the next receipt: written");
          world.disk.fail("written", ({ event }) => event === "RECEIVED");
        },
      ],
      ["a server starts", 2, () => void (living().length < 3 && start(random.chance(0.5)))],
      [
        "a server stops",
        0.4,
        () => {
          const server = anyServer();
          if (!server) return;
          log.push(`${server.process.name} stops`);
          server.asker.dispose();
          stopping.push(server.process);
        },
      ],
    ],
    afterStep() {
      // What it says in its last moment is heard.
      for (const process of stopping.splice(0)) world.end(process);
      for (const { ui } of living()) {
        const last = ui?.shown.at(-1);
        check((last?.attempt ?? 0) <= 1 + MAX_RETRIES, "a question is presented too often");
      }
    },
    beforeDeletion() {
      // What nobody alive knows is gone for good.
      for (const text of sent.keys()) {
        if (!living().some((server) => isKnownTo(server, text))) buried.add(text);
      }
    },
    newcomer: () => void call(start(false), random.pick(TEXTS) as string),
    async finish() {
      while (living().length < 2) start(living().length === 0);
      clock.advance(3_000);
      await settled();
      const last = random.pick(living()) as Server;
      for (const text of TEXTS) {
        // Kept answers come out one for each call.
        for (let round = 0; round < 4; round += 1) {
          const made = call(last, text);
          clock.advance(2 * LATENCY);
          await settled();
          if (!made.result?.answered) break;
        }
      }
      for (let turn = 0; turn < 12 && calls.some(isOpen); turn += 1) {
        clock.advance(10_000);
        await settled();
      }
      for (const one of calls) {
        const isTold = one.result !== undefined || one.error !== undefined;
        check(isTold || one.server.process.isDead, `${one.name} is never told anything`);
      }
      for (const text of sent.keys()) checkHandedOver(text);
    },
  };

  function checkHandedOver(text: string): void {
    const given = calls.filter(({ result }) => result?.answers[0]?.values.includes(text));
    check(given.length > 0 || buried.has(text), `"${text}" was said to be sent, and nobody got it`);
    if (unreceipted.has(text)) return;
    for (const { server, toldAt, name } of given) {
      if (server.process.isDead || toldAt === undefined) continue;
      const later = given.find(({ openedAt }) => openedAt > toldAt + LATENCY + 5);
      check(!later, `"${text}" was given to ${name}, and again to ${later?.name}`);
    }
  }
}
