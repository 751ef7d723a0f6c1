import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { askMachine, guardMachine, type JournalEntry } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { HERE } from "../../../core/test/golden/golden-files.js";
import { journalOfRun } from "../../src/model/recorded-run.js";
import { createStore, type Store } from "../../src/model/store.js";
import { exportRun } from "../../src/node/export-run.js";
import { entriesInExport } from "../../src/node/exported-file.js";
import { createRecorder } from "../../src/node/inspect/recorder.js";
import { OUR_MACHINES } from "../../src/node/machines.js";
import { readJournals } from "../../src/node/read-journals.js";
import { createRedaction } from "../../src/node/redact.js";
import { fromBase85, toBase85 } from "../../src/page/base85.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, SAMPLES } from "../support/journals.js";

/** What is exported is the same without a picture; the engine takes its time. */
const layouts = { of: () => Promise.reject(new Error("no layouts here")) };
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-export-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const golden = ["ask", "guard", "instructions", "verify"].flatMap((name) =>
  readdirSync(join(HERE, "0.1", name))
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => join(HERE, "0.1", name, file)),
);

function storeOf(entries: readonly JournalEntry[]): Store {
  const store = createStore(OUR_MACHINES);
  for (const entry of entries) store.add(entry);
  return store;
}

const entriesIn = (path: string): JournalEntry[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const keysOf = (store: Store) => [...store.machines.values()].flat().map(({ key }) => key);

function endsOf(store: Store) {
  return [...store.machines.values()].flat().map(({ key, state, outcome, entries }) => {
    const track = store.track(key);
    const fates = Array.from({ length: track?.length ?? 0 }, (_, n) => track?.fate(n));
    return { state, outcome, entries, fates };
  });
}

describe("an exported run", () => {
  it("is the same run when it is read again, for every golden journal", async () => {
    for (const path of golden) {
      const store = storeOf(entriesIn(path));
      const file = join(folder, "run.html");
      writeFileSync(file, await exportRun({ store, keys: keysOf(store), layouts }));
      const again = createStore(OUR_MACHINES);
      await readJournals({ paths: [file], store: again }).look();
      expect(endsOf(again)).toEqual(endsOf(store));
      for (const key of keysOf(store)) expect(again.entries(key)).toEqual(store.entries(key));
    }
  });

  it("holds hostile texts as texts", async () => {
    const texts = ["</script><script>alert(1)</script>", "<!--<script>", "\u2028]]>", `\${1}\`\\`];
    const payload = JSON.parse(`{"input":{"__proto__":{"polluted":1},"constructor":"x"}}`);
    const entry: JournalEntry = {
      ...{ v: 1, time: 1, machine: guardMachine.id, instance: "i", event: "readback.start" },
      ...{ payload: { ...payload, texts }, from: null, to: "watching.unclaimed" },
      ...{ attempt: 0, bound: 5, cause: null },
    };
    const store = storeOf([entry]);
    const html = await exportRun({
      store,
      keys: keysOf(store),
      layouts,
      title: "<img src=x onerror=alert(1)>",
    });
    expect(html).not.toContain("<img");
    const data = html.slice(html.indexOf('id="readback-data">'));
    expect(data.slice(0, data.indexOf("</script>"))).not.toContain("<script");
    const file = join(folder, "run.html");
    writeFileSync(file, html);
    expect(entriesInExport(file)).toEqual([entry]);
    expect(
      Object.hasOwn((entriesInExport(file)[0]?.payload?.input ?? {}) as object, "__proto__"),
    ).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.prop([fc.uint8Array({ maxLength: 60 })])(
    "packs any bytes, as text that HTML leaves alone",
    (bytes) => {
      const text = toBase85(bytes);
      expect(fromBase85(text)).toEqual(bytes);
      expect(text).not.toMatch(/[<>&"'\\`\s]/);
      expect(text.length).toBeLessThanOrEqual(Math.ceil(bytes.length / 4) * 5);
    },
  );

  it("says so when a file is none, or damaged", () => {
    const file = join(folder, "run.html");
    writeFileSync(file, "<!doctype html>");
    expect(() => entriesInExport(file)).toThrow("not an exported run");
    writeFileSync(file, '<script type="application/json" id="readback-data">{"entr</script>');
    expect(() => entriesInExport(file)).toThrow("damaged");
  });
});

describe("an exported run of a machine that is not ours", () => {
  const noted = { type: "note.paper", by: "Ms Secret" };
  const delivered = { type: "xstate.done.actor.courier", output: "a secret parcel" };
  const { entries } = journalOfRun(houseMachine, {
    instance: "family Secret",
    startedAt: 1_000,
    input: {},
    events: [
      { at: 1_500, event: { type: "RING" } },
      { at: 1_600, event: noted },
      { at: 1_700, event: { type: "FETCH" } },
      { at: 1_800, event: delivered },
      { at: 4_000, event: { type: "LEAVE" } },
      { at: 9_000, event: { type: "RETURN" } },
    ],
    until: 10_000,
  });
  const key = "house/family Secret";

  /** The states at each moment. */
  function valuesIn(store: Store): readonly unknown[] {
    const [found] = store.machines.get("house") ?? [];
    const track = store.track(found?.key ?? "");
    return Array.from({ length: track?.length ?? 0 }, (_, n) => track?.state(n)?.snapshot.value);
  }
  async function readAgain(html: string, machines: readonly AnyStateMachine[] = []) {
    const file = join(folder, "run.html");
    writeFileSync(file, html);
    const store = createStore(machines);
    await readJournals({ paths: [file], store }).look();
    return store;
  }
  function watched(): Store {
    const store = createStore([houseMachine]);
    for (const entry of entries) store.add(entry);
    return store;
  }

  it("brings its definition along, and every state it was in", async () => {
    const store = watched();
    const again = await readAgain(await exportRun({ store, keys: [key], layouts }));
    expect(valuesIn(store)).toHaveLength(entries.length);
    expect(valuesIn(again)).toEqual(valuesIn(store));
    expect(again.track(key)?.at(4).after?.snapshot.context).toEqual({
      rings: 2,
      parcel: "a secret parcel",
    });
    expect(again.problems).toEqual([]);
    // Whoever has the machine itself folds it.
    const folded = await readAgain(await exportRun({ store, keys: [key], layouts }), [
      houseMachine,
    ]);
    expect(folded.track(key)?.machine).toBe(houseMachine);
    expect(valuesIn(folded)).toEqual(valuesIn(store));
  });

  it("goes the same way when its texts are hidden", async () => {
    const store = watched();
    const html = await exportRun({ store, keys: [key], redact: true, layouts });
    const again = await readAgain(html);
    expect(valuesIn(again)).toEqual(valuesIn(store));
    expect(html.slice(html.indexOf("readback-data"), html.indexOf("readback-charts"))).not.toMatch(
      /secret/i,
    );
  });

  it("is one of an app that was inspected, too", async () => {
    const store = createStore([]);
    const to = {
      add: store.add,
      note: store.note,
      define: (machine: AnyStateMachine) => store.define(machine),
    };
    const take = createRecorder("app", to, new Map());
    const definition = JSON.stringify({
      ...{ id: "lamp", initial: "off", context: { owner: "secret" } },
      states: { off: { on: { T: { target: "lit", guard: { type: "isDark" } } } }, lit: {} },
    });
    const about = { sessionId: "x:0", name: "x:0", definition };
    const snapshot = (value: string) => ({ value, context: { owner: "secret" }, status: "active" });
    take({ ...about, type: "@xstate.snapshot", snapshot: snapshot("off") });
    const event = { type: "T", by: "secret" };
    take({ ...about, type: "@xstate.snapshot", snapshot: snapshot("lit"), event });
    for (const redact of [false, true]) {
      const html = await exportRun({ store, keys: ["lamp/app/x:0"], redact, layouts });
      const again = await readAgain(html);
      const [found] = again.machines.get("lamp") ?? [];
      expect(found).toMatchObject({ state: "lit", entries: 2 });
      const track = again.track(found?.key ?? "");
      expect(track?.at(1)).toMatchObject({
        fate: "taken",
        entry: { event: "T", from: "off", to: "lit" },
      });
      expect(track?.state(0)?.snapshot.value).toBe("off");
      const data = html.slice(html.indexOf("readback-data"), html.indexOf("readback-charts"));
      expect(data.includes("secret")).toBe(!redact);
    }
  });

  it("is read as it was written when its definition makes no sense", async () => {
    const html = await exportRun({ store: watched(), keys: [key], layouts });
    for (const definition of ["null", "7", '{"states":7}', '{"initial":"x","states":{"a":{}}}']) {
      const start = html.indexOf('"definitions":');
      const end = html.indexOf("</script>", start);
      const forged = `${html.slice(0, start)}"definitions":{"house":${definition}}}${html.slice(end)}`;
      const again = await readAgain(forged);
      expect(again.machines.get("house"), definition).toHaveLength(1);
      expect(again.entries(key)).toHaveLength(entries.length);
    }
  });
});

describe("redaction", () => {
  it("goes the same way, for every golden journal, and leaves no text", () => {
    for (const path of golden) {
      const entries = entriesIn(path);
      const redact = createRedaction(OUR_MACHINES);
      const hidden = entries.map(redact);
      const [before, after] = [storeOf(entries), storeOf(hidden)];
      // Of hidden texts an upcaster has less to translate.
      const alike = (store: Store) =>
        endsOf(store).map((one) => ({
          ...one,
          fates: one.fates.map((fate) => (fate === "translated" ? "taken" : fate)),
        }));
      expect(alike(after), path).toEqual(alike(before));
      const text = JSON.stringify(hidden);
      for (const secret of [
        "Deploy now?",
        "Write tests",
        "Fix the bug",
        "Run the tests",
        "2 tests fail",
        "DuckDB",
      ])
        expect(text).not.toContain(secret);
    }
  });

  it("keeps two texts two, and one text one", () => {
    const redact = createRedaction(OUR_MACHINES);
    const base = {
      v: 1,
      time: 1,
      machine: "m",
      event: "E",
      from: null,
      to: "s",
      attempt: 0,
      bound: 0,
      cause: null,
    } as const;
    const [a, b, c] = ["x", "y", "x"].map((instance) =>
      redact({ ...base, instance, payload: { "a secret key": instance } }),
    );
    expect(a?.instance).toBe(c?.instance);
    expect(a?.instance).not.toBe(b?.instance);
    expect(JSON.stringify([a, b, c])).not.toMatch(/secret|"x"|"y"/);
  });

  for (const { machine, inputs, events } of SAMPLES) {
    test.prop([inputs, happeningsOf(events)])(
      `keeps the course of any run of ${machine.id}`,
      (input, happenings) => {
        const entries = journalOf(machine, input, happenings);
        const hidden = entries.map(createRedaction(OUR_MACHINES));
        expect(endsOf(storeOf(hidden))).toEqual(endsOf(storeOf(entries)));
      },
    );
  }

  /** A secret as people have them: one lower-case word, among others. No format says it. */
  const secrets = fc
    .oneof(
      fc.stringMatching(/^[a-z]{4,12}$/),
      fc.stringMatching(/^[a-z]{3,8}[_-][a-z]{3,8}$/),
      fc.stringMatching(/^xstate\.[a-z]{4,8}$/),
      fc.stringMatching(/^patience\.[a-z]{4,8}$/),
      fc.stringMatching(/^[A-Z]{4,12}$/),
    )
    .map((one) => one.replace(/[a-z]+$/i, (end) => `${end}zq`));
  const bare = (secret: string) => secret.replace(/^(xstate|patience)\./, "");

  /** Every place of an entry that a text can be in. */
  function hostile(secret: string): readonly unknown[] {
    const entry = { v: 1, time: 1, attempt: 0, bound: 1, cause: null, from: null, to: "s" };
    const fields = ["type", "status", "reason", "kind", "action", "from", "by", "how", "response"];
    const texts = Object.fromEntries([...fields, "detail", secret].map((field) => [field, secret]));
    const named = { machine: secret, instance: secret, event: secret, definition: secret };
    const deadlines = [{ id: secret, at: 1, event: { ...texts, type: secret } }];
    const ask = { ...entry, machine: askMachine.id, instance: "i" };
    const transitions = [{ source: secret, targets: [secret], event: secret, guard: secret }];
    return [
      { ...entry, ...named, to: `open.${secret}+${secret}`, outcome: secret, extra: secret },
      { ...ask, event: "CALL", payload: { ...texts, terms: [texts], value: { [secret]: secret } } },
      { ...ask, event: "ANSWER", payload: { answers: [{ id: secret, values: [secret] }] } },
      {
        ...ask,
        event: "RESPOND",
        payload: { response: `fix: ${secret}`, action: `fix:${secret}` },
      },
      {
        ...ask,
        event: "readback.checkpoint",
        payload: { value: { open: secret, [secret]: "open" }, context: texts, deadlines },
      },
      { ...ask, event: `xstate.done.actor.${secret}`, deadline: secret, from: secret },
      { ...ask, event: `xstate.after.10.${secret}`, timers: [{ id: secret, at: 1, [secret]: 1 }] },
      { ...ask, event: "LEAVE", told: [{ to: secret, outcome: secret, more: secret }] },
      {
        ...ask,
        event: "RENDERED",
        recorded: {
          value: { [secret]: secret },
          context: { ...texts, list: [{ [secret]: secret }] },
          deadlines,
          microsteps: [{ event: secret, to: secret, transitions }],
        },
      },
    ];
  }

  test.prop([secrets])("keeps no word that neither a machine nor a format says", (secret) => {
    const redact = createRedaction(OUR_MACHINES);
    for (const entry of hostile(secret))
      expect(JSON.stringify(redact(entry as JournalEntry))).not.toContain(bare(secret));
  });

  it("says no more of an answer than of any other text, even if it is a word of a machine", () => {
    const redact = createRedaction(OUR_MACHINES);
    const values = ["approved", "open", "human", "skip"];
    const answer = { requestId: "r~1.1", answers: [{ id: "q", values }], surface: "page" };
    const entry = {
      v: 1,
      time: 1,
      machine: askMachine.id,
      instance: "i",
      event: "ANSWER",
    } as const;
    const about = { from: null, to: "ended", attempt: 1, bound: 1, cause: null } as const;
    const hidden = redact({ ...entry, ...about, payload: answer });
    expect(hidden.payload?.answers).toEqual([
      { id: expect.anything(), values: values.map(() => expect.stringMatching(/^redacted-\d+$/)) },
    ]);
  });

  it("replaces the same text everywhere, the names of fields included", () => {
    const redact = createRedaction(OUR_MACHINES);
    const entry = { v: 1, time: 1, machine: "m", instance: "i", event: "E" } as const;
    const about = { from: null, to: "s", attempt: 0, bound: 0, cause: null } as const;
    const payload = { secret: "secret", other: ["secret", { secret: 1 }] };
    const { payload: hidden = {} } = redact({ ...entry, ...about, payload });
    const [name = ""] = Object.keys(hidden);
    expect(Object.values(hidden)).toEqual([name, [name, { [name]: 1 }]]);
  });
});
