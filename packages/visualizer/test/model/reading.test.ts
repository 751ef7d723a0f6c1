import { fc } from "@fast-check/vitest";
import { guardMachine, instructionMachine, type JournalEntry } from "@readback/core";
import { createReplay, journalEntrySchema } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { entriesOf, filesOf } from "../../../core/test/golden/golden-files.js";
import { property } from "../../../core/test/support/properties.js";
import { createStore } from "../../src/index.js";
import { isEntry } from "../../src/model/read-entry.js";
import { happeningsOf, journalOf, keptOf, SAMPLES } from "../support/journals.js";
import { MACHINES } from "../support/machines.js";

const machines = Object.values(MACHINES);
const input = { id: "i", content: "Check", maxRetries: 1e9, expiresAfter: 1e9 };
const instruction = (id: string, ...types: string[]) =>
  journalOf(
    instructionMachine,
    input,
    types.map((type) => ({ type })),
    id,
  );

describe("a store", () => {
  it("sorts the entries of a journal by machine and instance", () => {
    const store = createStore(machines);
    const [a, b] = [instruction("a", "DISPATCHED", "ACKNOWLEDGE"), instruction("b", "DISPATCHED")];
    for (const entry of [a[0], b[0], a[1], b[1], a[2]]) store.addLine(JSON.stringify(entry));
    const [list = []] = store.machines.values();
    expect(
      list.map(({ instance, state, isDone, outcome }) => [instance, state, isDone, outcome]),
    ).toEqual([
      ["b", "tracked.awaitingAck", false, null],
      ["a", "acknowledged", true, "acknowledged"],
    ]);
    expect(store.get("instruction-ack/b")).toMatchObject({ entries: 2, attempt: 1, generation: 1 });
    expect(store.track("instruction-ack/a")?.at(2).after?.snapshot.status).toBe("done");
    store.add(instruction("b", "DISPATCHED", "TICK")[2]);
    expect(store.track("instruction-ack/b")?.state(2)?.snapshot.value).toEqual({
      tracked: "queued",
    });
  });

  it("counts and names what is torn, foreign, newer or of an unknown machine", () => {
    const store = createStore([guardMachine]);
    const [entry] = instruction("a") as [JournalEntry];
    store.addLine('{"v":1,"time":17694');
    store.addLine("");
    store.addLine('"\\ud800"');
    store.add({ ...entry, attempt: "three" });
    store.add({ ...entry, v: 7 });
    store.add(entry);
    store.add(null);
    expect(store.records).toBe(6);
    expect(store.problems.map(({ kind, count }) => [kind, count])).toEqual([
      ["torn", 1],
      ["foreign", 3],
      ["newer", 1],
      ["unknown machine instruction-ack", 1],
    ]);
    const [torn, foreign] = store.problems;
    expect(torn?.examples).toEqual([{ record: 0, what: 'not JSON: {"v":1,"time":17694' }]);
    expect(foreign?.examples[1]?.what).toMatch(/attempt/);
    expect(store.entries("instruction-ack/a")).toHaveLength(1);
    expect(store.track("instruction-ack/a")).toBeUndefined();
  });

  property(
    "never throws, whatever it reads",
    [fc.array(fc.oneof(fc.string(), fc.json(), fc.anything()))],
    (records) => {
      const store = createStore(machines);
      for (const record of records) {
        store.add(record);
        if (typeof record === "string") store.addLine(record);
      }
      expect(store.machines.size).toBe(0);
    },
  );

  property(
    "never throws for entries with anything in them",
    [
      fc.constantFrom(...machines.map(({ id }) => id)),
      fc.array(
        fc.record({
          event: fc.constantFrom(
            "readback.start",
            "readback.checkpoint",
            "CLAIM",
            "CALL",
            "xstate.init",
            "__proto__",
          ),
          payload: fc.dictionary(
            fc.constantFrom("input", "value", "context", "deadlines", "ask"),
            fc.anything(),
          ),
        }),
      ),
    ],
    (machine, wild) => {
      const store = createStore(machines);
      for (const one of wild) {
        store.add({
          v: 1,
          time: 0,
          machine,
          instance: "i",
          from: null,
          to: "",
          attempt: 0,
          bound: 0,
          cause: null,
          ...one,
        });
      }
      const track = store.track(`${machine}/i`);
      for (let n = 0; n < (track?.length ?? 0); n += 1) track?.at(n);
    },
  );

  const field = (name: keyof JournalEntry) =>
    fc.tuple(
      fc.constant(name),
      fc.constantFrom<unknown>(
        undefined,
        null,
        0,
        1,
        2,
        "",
        "x",
        "human",
        true,
        false,
        Number.NaN,
        [],
        {},
        [{ to: "a", outcome: "b" }],
        [{}],
        [null],
      ),
    );
  const names: (keyof JournalEntry)[] = [
    "v",
    "time",
    "machine",
    "instance",
    "event",
    "payload",
    "deadline",
    "from",
    "to",
    "attempt",
    "bound",
    "generation",
    "cause",
    "exhausted",
    "outcome",
    "told",
    "done",
  ];
  property(
    "takes for an entry what the journal's schema takes for one",
    [fc.array(fc.oneof(...names.map(field)), { maxLength: 3 })],
    (changes) => {
      const [entry] = instruction("a");
      const changed = { ...entry, ...Object.fromEntries(changes) };
      expect(isEntry(changed)).toBe(journalEntrySchema.safeParse(changed).success);
    },
  );

  it("folds the instances of an earlier version as a replay of the whole journal does", () => {
    for (const [name, machine] of Object.entries(MACHINES)) {
      // Stories use the same names: each is a journal of its own.
      for (const file of filesOf("0.1", name)) {
        const store = createStore(machines);
        const replay = createReplay(machines);
        for (const entry of entriesOf("0.1", name, file)) {
          store.add(entry);
          replay.apply(entry);
        }
        for (const { id, snapshot, deadlines } of replay.instances.all()) {
          const track = store.track(`${machine.id}/${id}`);
          const state = track?.state(track.length - 1);
          expect(keptOf(machine, state), `${file} ${id}`).toEqual(
            keptOf(machine, { snapshot, deadlines }),
          );
        }
      }
    }
  });

  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `shows ${machine.id} the same with little memory, where it still knows it`,
      [fc.array(fc.tuple(inputs, happeningsOf(events)), { minLength: 1, maxLength: 5 })],
      (lives) => {
        const whole = createStore([machine]);
        const small = createStore([machine], { maxEntries: 12, maxTracks: 1 });
        const journals = lives.map(([given, happenings], index) =>
          journalOf(machine, given, happenings, `i${index}`),
        );
        for (let n = 0; n < 100; n += 1) {
          for (const { [n]: entry } of journals) {
            if (!entry) continue;
            whole.add(entry);
            small.add(entry);
          }
        }
        const all = [...whole.machines.values()].flat();
        const known = [...small.machines.values()].flat();
        const kept = known.reduce((sum, { key }) => sum + small.entries(key).length, 0);
        expect(known.length + small.forgotten.instances).toBe(all.length);
        expect(kept + small.forgotten.entries).toBe(small.records);
        for (const { key } of known) {
          expect(small.get(key)).toEqual(whole.get(key));
          const [track, expected] = [small.track(key), whole.track(key)];
          if (!track || !expected) throw new Error(`No track of ${key}`);
          for (let n = track.first; n < track.length; n += 1) {
            expect(keptOf(machine, track.state(n))).toEqual(keptOf(machine, expected.state(n)));
          }
        }
      },
    );
  }

  it("keeps no more entries than it may", () => {
    const store = createStore(machines, { maxEntries: 1_000 });
    const long = instruction(
      "long",
      ...Array.from({ length: 1_500 }, () => ["DISPATCHED", "TICK"]).flat(),
    );
    for (const entry of long) store.add(entry);
    expect(store.entries("instruction-ack/long").length).toBeLessThanOrEqual(1_000);
    expect(store.get("instruction-ack/long")?.entries).toBe(3_001);
    for (let n = 0; n < 800; n += 1) {
      for (const entry of instruction(`i${n}`, "ACKNOWLEDGE")) store.add(entry);
    }
    const kept = [...store.machines.values()].flat().map(({ key }) => store.entries(key).length);
    expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1_000);
    expect(store.forgotten.instances).toBeGreaterThan(0);
  });

  it("forgets those that moved longest ago when too many have not ended, and what still comes of them", () => {
    const store = createStore(machines, { maxEntries: 1_000, maxLive: 100 });
    const [start, dispatched] = instruction("i", "DISPATCHED");
    if (!start || !dispatched) throw new Error("no entries");
    for (let n = 0; n < 5_000; n += 1) {
      for (const entry of [start, dispatched]) store.add({ ...entry, instance: `i${n}` });
    }
    const known = [...store.machines.values()].flat();
    expect(known.at(-1)?.instance).toBe("i4999");
    expect(2 * known.length + store.forgotten.entries).toBe(10_000);
    expect(2 * known.length).toBeLessThanOrEqual(1_000);
    const before = store.forgotten.entries;
    store.add({ ...dispatched, instance: "i0" });
    expect(store.get("instruction-ack/i0")).toBeUndefined();
    expect(store.forgotten.entries).toBe(before + 1);
  });

  it("makes room little by little, so that nobody waits long for an answer", () => {
    const maxEntries = 20_000;
    const store = createStore(machines, { maxEntries });
    const rounds = Array.from({ length: 100 }, () => ["DISPATCHED", "TICK"]).flat();
    const entries = instruction("i", ...rounds);
    let [most, before] = [0, 0];
    for (const entry of entries) {
      for (let n = 0; n < 150; n += 1) {
        store.add({ ...entry, instance: `i${n}` });
        most = Math.max(most, store.forgotten.entries - before);
        before = store.forgotten.entries;
      }
    }
    expect(store.forgotten.instances).toBe(0);
    expect(store.forgotten.entries).toBeGreaterThanOrEqual(150 * entries.length - maxEntries);
    // A tenth of all would be 2,000.
    expect(most).toBeLessThan(200);
    const kept = [...store.machines.values()].flat().map(({ key }) => store.entries(key).length);
    // Nobody is halved again before the others.
    expect(Math.max(...kept)).toBeLessThan(3 * Math.min(...kept));
  });

  /** What the entries of a store take, as they were given. */
  const bytesIn = (store: ReturnType<typeof createStore>) =>
    [...store.machines.values()]
      .flat()
      .flatMap(({ key }) => store.entries(key))
      .reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);

  it("keeps no more bytes than it may, whoever has them: many that ended, one that lives, or large entries", () => {
    const large = "x".repeat(10_000);
    const maxBytes = 200_000;
    const [start, dispatched, tick] = instruction("i", "DISPATCHED", "TICK");
    const [, ended] = instruction("i", "ACKNOWLEDGE");
    if (!start || !dispatched || !tick || !ended) throw new Error("no entries");
    const withText = { ...start, payload: { ...start.payload, note: large } };
    const stories: Record<string, JournalEntry[]> = {
      ended: Array.from({ length: 100 }, (_, n) =>
        [withText, ended].map((entry) => ({ ...entry, instance: `e${n}` })),
      ).flat(),
      alive: Array.from({ length: 100 }, (_, n) => ({ ...withText, instance: `l${n}` })),
      one: [withText, ...Array.from({ length: 2_000 }, () => [dispatched, tick]).flat()],
    };
    for (const [name, entries] of Object.entries(stories)) {
      const [given, lines] = [
        createStore(machines, { maxBytes }),
        createStore(machines, { maxBytes }),
      ];
      for (const entry of entries) {
        given.add(entry);
        lines.addLine(JSON.stringify(entry));
      }
      for (const store of [given, lines]) {
        expect(store.forgotten.entries, name).toBeGreaterThan(0);
        expect(bytesIn(store), name).toBeGreaterThan(50_000);
        expect(bytesIn(store), name).toBeLessThanOrEqual(1.2 * maxBytes);
      }
    }
  });

  it("has room for the latest entry, however large it is, and for one that is nested without end", () => {
    const store = createStore(machines, { maxBytes: 1_000 });
    const [start] = instruction("i");
    if (!start) throw new Error("no entry");
    const round: Record<string, unknown> = {};
    round.again = [round, round];
    let deep: unknown = 1;
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    const payloads = [{ text: "x".repeat(5_000) }, { deep }, { round }, {}];
    for (const [n, payload] of payloads.entries())
      store.add({ ...start, instance: `i${n}`, payload });
    expect(store.get("instruction-ack/i3")).toBeDefined();
    expect(store.records).toBe(4);
    expect(store.forgotten.instances).toBeGreaterThan(0);
  });

  describe("told by the numbers of entries", () => {
    const numbered = (...numbers: (number | undefined)[]) =>
      instruction(
        "i",
        ...numbers.slice(1).map((_, n) => (n % 2 === 0 ? "DISPATCHED" : "TICK")),
      ).map((entry, n) => {
        const sequence = numbers[n];
        return sequence === undefined ? entry : { ...entry, sequence };
      });
    const said = (...entries: readonly unknown[]) => {
      const store = createStore(machines);
      for (const entry of entries) store.add(entry);
      return store.problems.map(({ kind, examples }) => [kind, examples.map(({ what }) => what)]);
    };
    const key = "instruction-ack/i";

    it("says which entries of an instance are gone", () => {
      expect(said(...numbered(1, 2, 5, 6, 8))).toEqual([
        ["missing", [`${key}: entries 3 to 4 are not there`, `${key}: entry 7 is not there`]],
      ]);
      expect(said(...numbered(1, 2, 3).slice(2))).toEqual([
        ["missing", [`${key}: entries 1 to 2 are not there`]],
      ]);
    });

    it("says which record is there twice, and takes two that were written at once as they are", () => {
      const [a, b, c, d] = numbered(1, 2, 3, 4);
      expect(said(a, b, b, c, d)).toEqual([["repeated", [`${key}: entry 2 is there twice`]]]);
      // The fourth had read both.
      expect(said(...numbered(1, 2, 2, 4, 5))).toEqual([]);
    });

    it("says nothing of entries that nobody counted, of checkpoints and of a second life", () => {
      expect(said(...numbered(undefined, undefined, 7, 8))).toEqual([]);
      expect(said(...numbered(1, undefined, 3, 4), ...numbered(1, 2))).toEqual([]);
      const [start, ...rest] = numbered(1, 12, 13);
      const payload = { value: "failed", context: {}, deadlines: [], born: 1, moves: 11 };
      const checkpoint = { ...start, sequence: undefined, event: "readback.checkpoint", payload };
      expect(said(checkpoint, ...rest)).toEqual([]);
    });
  });
});
