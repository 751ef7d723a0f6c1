import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskEmitted, AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import { askIdOf } from "../../src/ask-with-render-ack/request-id.js";
import { checkpointOf, type Journal } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { anyEvent, startOf } from "../support/ask-host.js";
import {
  ASK,
  type Command,
  commands,
  createWorld,
  DiskFull,
  deadlines,
  PLAIN,
  type Settings,
  settings,
  TIMES,
  worldAfter,
} from "../support/ask-world.js";
import { afterRestart, mortal, PASSAGES, type Passage, throughJson } from "../support/crash.js";
import { property } from "../support/properties.js";

// Invariants 4 and 5: a restart changes nothing, and the journal is all there is to know.

type Step =
  | { readonly do: "start"; readonly ask: "a" | "b" | "c"; readonly maxRetries: number }
  | { readonly do: "send"; readonly ask: "a" | "b" | "c"; readonly event: AskEvent }
  | { readonly do: "wait"; readonly ms: number };

const name = fc.constantFrom("a" as const, "a" as const, "b" as const, "c" as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("start" as const),
      ask: name,
      maxRetries: fc.nat(3),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("send" as const), ask: name, event: anyEvent }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(12), fc.constantFrom(...Object.values(TIMES))),
    }),
  },
);
const steps = fc.array(step, { maxLength: 30, size: "max" });
const times = fc.record({
  retry: fc.constantFrom("agent" as const, "host" as const),
  lateAnswerWindow: fc.constantFrom(300, 300, 0),
  responseCap: fc.constantFrom(TIMES.responseCap, TIMES.responseTimeout),
});
type Times = typeof times extends fc.Arbitrary<infer T> ? T : never;
/** After which step the process dies, and how its journal comes through. */
const deaths = fc
  .constantFrom<(readonly Passage[])[]>(["as it is", "through JSON"], PASSAGES)
  .chain((passages) =>
    fc.array(fc.option(fc.constantFrom(...passages), { freq: 2 }), {
      minLength: 30,
      maxLength: 30,
    }),
  );

/** A host that runs the steps; each of its processes may die and be replaced. */
function createHost({ retry, ...chosen }: Times) {
  const clock = createSimulatedClock();
  const effects = new Map<string, string[]>();
  const reports: { readonly ignored: number; readonly diverged: number }[] = [];

  const boot = (journal: Journal) => {
    const process = mortal(clock);
    const runtime = createRuntime([askMachine], { clock: process.clock, journal });
    runtime.on(askMachine, (emitted: AskEmitted, instance) => {
      const line = `${clock.now()} ${JSON.stringify(emitted)}`;
      effects.set(instance, [...(effects.get(instance) ?? []), line]);
    });
    return { runtime, die: process.die };
  };
  let host = boot(createMemoryJournal({ keepFinished: Number.POSITIVE_INFINITY }));

  return {
    clock,
    effects,
    reports,
    get runtime() {
      return host.runtime;
    },
    perform(one: Step): boolean {
      if (one.do === "wait") {
        clock.advance(one.ms);
        return true;
      }
      if (one.do === "send") return host.runtime.send(one.ask, one.event);
      if (host.runtime.snapshot(one.ask)) return false;
      const { maxRetries } = one;
      const askId = one.ask === "c" ? "another" : "question";
      host.runtime.start(
        askMachine,
        one.ask,
        startOf(one.ask, { maxRetries, askId, retry, times: chosen }),
      );
      return true;
    },
    restart(how: Passage): void {
      host.die();
      host = boot(afterRestart(how, host.runtime));
      reports.push(host.runtime.recover());
      host.runtime.resume();
    },
    /** Snapshots and deadlines of all that lives. */
    state: () => stateOf(host.runtime.checkpoints()),
  };
}

function stateOf(checkpoints: Iterable<{ instance: string; payload?: unknown }>) {
  const state = new Map<string, unknown>();
  for (const { instance, payload } of checkpoints) {
    const { value, context, deadlines } = throughJson(payload) as {
      value: unknown;
      context: unknown;
      deadlines: { id: string }[];
    };
    const sorted = deadlines.sort((a, b) => (a.id < b.id ? -1 : 1));
    state.set(instance, { value, context, deadlines: sorted });
  }
  return state;
}

property(
  "behaves after any number of restarts as if there had been none: states, effects and deadlines",
  [times, steps, deaths],
  (chosen, list, dies) => {
    const lucky = createHost(chosen);
    const unlucky = createHost(chosen);
    for (const [index, one] of list.entries()) {
      const taken = lucky.perform(one);
      expect(unlucky.perform(one)).toBe(taken);
      const how = dies[index];
      if (how) unlucky.restart(how);
      expect(unlucky.state()).toEqual(lucky.state());
    }
    lucky.clock.advance(10_000);
    unlucky.clock.advance(10_000);
    expect(unlucky.effects).toEqual(lucky.effects);
    for (const report of unlucky.reports) expect(report).toMatchObject({ ignored: 0, diverged: 0 });
  },
);

property(
  "fires what fell due while no process ran as soon as one runs, and nothing earlier",
  [times, steps, fc.nat(400)],
  (chosen, list, downtime) => {
    const host = createHost(chosen);
    for (const one of list) host.perform(one);
    const due = deadlines(host.runtime.checkpoints());
    const before = host.state();
    host.runtime.stop();
    host.clock.advance(downtime);
    host.restart("as it is");
    const now = host.clock.now();
    if (due.every((at) => at > now)) expect(host.state()).toEqual(before);
    for (const at of deadlines(host.runtime.checkpoints())) expect(at).toBeGreaterThan(now);
  },
);

property(
  "is rebuilt from its journal exactly as it is, with nothing ignored and nothing diverged",
  [settings, commands()],
  async (chosen, list) => {
    const { runtime } = (await worldAfter(chosen, list)).asker;
    const replay = createReplay([askMachine]);
    const entries = [...runtime.journal.read()];
    for (const entry of entries) expect(replay.apply(throughJson(entry))).toBe(true);
    expect(replay.report).toEqual({ applied: entries.length, ignored: 0, diverged: 0 });
    const rebuilt = [...replay.instances.all()].map((one) => checkpointOf(0, one));
    expect(stateOf(rebuilt)).toEqual(stateOf(runtime.checkpoints()));
  },
);

/** What callers and the UI saw of each question; its asks are named in the order they were shown. */
async function stories(
  chosen: Settings,
  list: readonly Command[],
  replies: "with replies" | "without replies",
): Promise<Map<string, string[]>> {
  const world = await worldAfter(chosen, list);
  await world.letTimePass();
  const names = new Map<string, string>();
  const shown = new Set<string>();
  const told = new Map<string, string[]>();
  const tell = (askId: string, line: unknown) => {
    const text = JSON.stringify(line).replace(/ask-\d+/g, (base) => names.get(base) ?? base);
    told.set(askId, [...(told.get(askId) ?? []), text]);
  };
  for (const happening of world.happenings) {
    if (happening.kind === "result") {
      tell(happening.result.askId, [happening.at, happening.result]);
    } else if (happening.kind === "sent") {
      const { requestId, askId } = happening.request;
      const [base = ""] = requestId.match(/ask-\d+/) ?? [];
      if (!names.has(base)) names.set(base, `#${names.size + 1}`);
      // After a restart the open questions are sent once more, and who calls again has another name.
      const request = { ...happening.request, caller: null };
      if (!shown.has(requestId)) tell(askId, { ...happening, request });
      shown.add(requestId);
    } else if ("requestId" in happening && replies === "with replies") {
      tell(world.requests.get(happening.requestId)?.askId ?? "", happening);
    }
  }
  return told;
}

property(
  "lets callers who call again after a restart go on as if nothing had happened",
  [settings, commands(["restart", "sending", "fail", "forge", "die answering"], 15), deaths],
  async (chosen, list, dies) => {
    const unlucky = list.flatMap((command, index): Command[] => {
      const how = dies[index];
      return how ? [command, { do: "restart", how, again: true }] : [command];
    });
    // Checkpoints know nothing of asks that are gone: a late event gets a more general reply.
    const replies = dies.includes("as checkpoints") ? "without replies" : "with replies";
    expect(await stories(chosen, unlucky, replies)).toEqual(await stories(chosen, list, replies));
  },
  {
    kept: [
      // Which of two timers rang first at the same moment depended on the restart.
      [
        { ...PLAIN, maxRetries: 0 },
        [
          ASK,
          { do: "wait until due", early: 0 },
          { do: "ask", question: 0, session: 0, patience: 45 },
          { do: "wait", ms: 5 },
          { do: "queue", request: 0 },
          ASK,
        ],
        [null, null, null, null, null, "as it is"],
      ],
      // A UI that had missed the acknowledgement was told that nobody knew its request.
      [
        PLAIN,
        [ASK, { do: "answer", request: 0 }, { do: "answer", request: 0 }],
        [null, "as it is"],
      ],
    ],
  },
);

property(
  "presents every open question exactly once after a restart, and no other",
  [settings, commands(["sending", "fail"]), fc.constantFrom(...PASSAGES), fc.nat(400)],
  async (chosen, list, how, downtime) => {
    const world = await worldAfter(chosen, list);
    const before = world.happenings.length;
    world.restart(how, downtime);
    const sent = world.happenings
      .slice(before)
      .flatMap((happening) => (happening.kind === "sent" ? [happening.request.requestId] : []));
    expect(new Set(sent).size).toBe(sent.length);
    const open = [...world.asker.runtime.live()].filter(([, snapshot]) => snapshot.matches("open"));
    expect(sent.map(askIdOf).sort()).toEqual(open.map(([instance]) => instance).sort());
  },
  {
    kept: [
      // What fell due presented the second attempt, and then it was presented again.
      [{ ...PLAIN, retry: "host" }, [ASK], "as it is", 10],
    ],
  },
);

// What the journal does not take has not happened.

const refusals = fc.array(fc.boolean(), { minLength: 10, maxLength: 40 });

property(
  "stays what its journal says, and tells every caller and onError, when entries are refused",
  [settings, commands(["restart", "die answering"]), refusals],
  async (chosen, list, refused) => {
    const world = createWorld(chosen, refused);
    await world.doAll(list);

    const { runtime } = world.asker;
    const replay = createReplay([askMachine]);
    for (const entry of runtime.journal.read()) expect(replay.apply(entry)).toBe(true);
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    const states = new Map(
      replay.instances.all().map(({ id, snapshot }) => [id, snapshot.context]),
    );
    const live = new Map([...runtime.live()].map(([id, snapshot]) => [id, snapshot.context]));
    expect(live).toEqual(states);

    // Once there is room again, everything ends as ever.
    await world.letTimePass();
    expect([...runtime.live()]).toEqual([]);
    for (const { settled } of world.callers) {
      expect(settled).toHaveLength(1);
      if (settled[0] instanceof Error) expect(settled[0]).toBeInstanceOf(DiskFull);
    }
    for (const error of world.errors) expect(error).toBeInstanceOf(DiskFull);
  },
);
