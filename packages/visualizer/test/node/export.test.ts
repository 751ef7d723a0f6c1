import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardMachine, type JournalEntry } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HERE } from "../../../core/test/golden/golden-files.js";
import { createStore, type Store } from "../../src/model/store.js";
import { exportRun } from "../../src/node/export-run.js";
import { entriesInExport } from "../../src/node/exported-file.js";
import { OUR_MACHINES } from "../../src/node/machines.js";
import { readJournals } from "../../src/node/read-journals.js";
import { createRedaction } from "../../src/node/redact.js";

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

  it("says so when a file is none, or damaged", () => {
    const file = join(folder, "run.html");
    writeFileSync(file, "<!doctype html>");
    expect(() => entriesInExport(file)).toThrow("not an exported run");
    writeFileSync(file, '<script type="application/json" id="readback-data">{"entr</script>');
    expect(() => entriesInExport(file)).toThrow("damaged");
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
});
