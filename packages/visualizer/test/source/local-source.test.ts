import { fc, test as property } from "@fast-check/vitest";
import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import { describe, expect, it } from "vitest";
import { withInner } from "../../src/chart/chart.js";
import { chartOf } from "../../src/chart/chart-of.js";
import { createStore } from "../../src/model/store.js";
import { createLocalSource } from "../../src/source/local-source.js";
import { SOURCE_METHODS } from "../../src/source/source.js";
import { NOW } from "../support/current-stories.js";
import { goldenStore } from "../support/golden-source.js";
import { journalOf } from "../support/journals.js";

const store = goldenStore();
const source = createLocalSource({
  ...{ store, charts: async () => null, now: () => NOW },
  exported: async (key, redact) => `<html>${key} ${redact}`,
});
const DEPLOY = "ask-with-render-ack/deploy";
const summaries = [...store.machines.values()].flat();
const outcomes = [...new Set(summaries.map(({ outcome }) => outcome ?? "open"))];
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe("a list", () => {
  property.prop(
    [
      fc.record(
        {
          machine: fc.constantFrom(...store.machines.keys()),
          outcome: fc.constantFrom(...outcomes),
          text: fc.constantFrom("deploy", "RENDER", "ended", "nothing has this"),
          since: fc.constantFrom(0, NOW - 400_000),
          until: fc.constantFrom(0, NOW),
          within: fc.constantFrom(1_000, 400_000),
        },
        { requiredKeys: [] },
      ),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("moved", "started", "attempts", "entries"),
    ],
    { numRuns: 30 },
  )(
    "gives every instance once, page by page, and none that the filter keeps out",
    async (filter, limit, sort) => {
      const found: string[] = [];
      for (let offset = 0; ; offset += limit) {
        const page = await source.instances({ filter, offset, limit, sort });
        found.push(...page.rows.map(({ key }) => key));
        for (const row of page.rows) {
          if (filter.machine !== undefined) expect(row.machine).toBe(filter.machine);
          if (filter.outcome === "open") expect(row.outcome).toBeNull();
          else if (filter.outcome !== undefined) expect(row.outcome).toBe(filter.outcome);
          if (filter.since !== undefined) expect(row.movedAt).toBeGreaterThanOrEqual(filter.since);
          if (filter.within !== undefined)
            expect(row.movedAt).toBeGreaterThanOrEqual(NOW - filter.within);
          if (filter.until !== undefined) expect(row.startedAt).toBeLessThanOrEqual(filter.until);
        }
        if (offset + limit < page.total) continue;
        expect(found).toHaveLength(page.total);
        expect(page.groups.reduce((sum, { count }) => sum + count, 0)).toBe(page.total);
        break;
      }
      expect(new Set(found).size).toBe(found.length);
      if (Object.keys(filter).length === 0) expect(found).toHaveLength(summaries.length);
    },
  );

  it("says what an instance is about, how it is, who owes what, and what is left", async () => {
    const { rows } = await source.instances({ filter: { session: "today" } });
    const row = (key: string) => rows.find((one) => one.key === key);
    expect(row("ask-with-render-ack/name")).toMatchObject({
      subject: "Naming: What shall it be called?",
      health: "waiting",
      waitsFor: "person",
      owes: "The person owes the agent an answer",
      due: NOW + 2_000,
    });
    expect(row(DEPLOY)).toMatchObject({ outcome: "answered", health: "done", attempt: 2 });
    expect(row("todo-attempt-guard/todo")).toMatchObject({
      subject: "Write the migration",
      health: "stuck",
      owes: "A person owes the agent a decision",
    });
  });
});

describe("a moment", () => {
  it("is in the states, and fires the transitions, that the chart has", async () => {
    for (const machine of [askMachine, guardMachine, instructionMachine, verifyMachine]) {
      const chart = chartOf(machine);
      const states = new Set(withInner(chart.root).map(({ id }) => id));
      const transitions = new Set(chart.transitions.map(({ id }) => id));
      const keys = (store.machines.get(machine.id) ?? []).slice(-3).map(({ key }) => key);
      for (const key of keys) {
        const { length = 0, first = 0 } = (await source.instance(key)) ?? {};
        for (let n = first; n < length; n += 1) {
          const moment = await source.moment(key, n);
          for (const id of moment?.lights.current ?? []) expect(states).toContain(id);
          for (const id of moment?.lights.fired ?? []) expect(transitions).toContain(id);
          for (const { transition } of moment?.whatNext.candidates ?? []) {
            expect(transitions).toContain(transition);
          }
          expect(moment?.state).toBe(
            moment?.row.fate === "taken" ? store.entries(key)[n - first]?.to : moment?.state,
          );
        }
      }
    }
  });

  it("is null before the beginning, after the end, and of nobody", async () => {
    expect(await source.moment(DEPLOY, -1)).toBeNull();
    expect(await source.moment(DEPLOY, 999)).toBeNull();
    expect(await source.moment(DEPLOY, 1.5)).toBeNull();
    expect(await source.moment("nobody/here", 0)).toBeNull();
  });

  it("lights of the past what was there by then, and no more", async () => {
    const path = await source.path(DEPLOY);
    expect(path?.looked).toBe(path?.of);
    const rendered = Object.entries(path?.taken ?? {}).filter(([, n]) => n === 3);
    expect(rendered.map(([id]) => id)).toEqual((await source.moment(DEPLOY, 3))?.lights.fired);
    expect(path?.visited["open.rendered"]).toBe(3);
  });
});

describe("whatever is asked", () => {
  it("is answered in plain JSON", async () => {
    const side = { key: DEPLOY };
    const given: Readonly<Record<string, readonly unknown[]>> = {
      chart: ["ask-with-render-ack"],
      overview: [{}],
      coverage: ["ask-with-render-ack", {}],
      instances: [{}],
      instance: [DEPLOY],
      moments: [DEPLOY, 0, 10],
      moment: [DEPLOY, 3],
      spans: [DEPLOY],
      path: [DEPLOY],
      whyNot: [DEPLOY, 3, { type: "ANSWER" }],
      sample: [DEPLOY, "ANSWER"],
      branch: [DEPLOY, { from: 1, changes: [{ skip: 2 }], until: null }],
      branchExport: [DEPLOY, { from: 1, changes: [{ skip: 2 }], until: null }],
      proof: [DEPLOY],
      compare: [
        { ...side, attempt: 1 },
        { ...side, attempt: 2 },
      ],
      ledger: [{}],
      entries: [DEPLOY],
      exported: [DEPLOY, true],
      act: [DEPLOY, "cancel"],
    };
    for (const method of SOURCE_METHODS) {
      const ask = source[method] as (...values: unknown[]) => Promise<unknown>;
      const answer = await ask(...(given[method] ?? []));
      expect(throughJson(answer), method).toEqual(JSON.parse(JSON.stringify(answer)));
      if (method !== "chart") expect(answer, method).not.toBeNull();
    }
  });

  it("does nothing for a person unless somebody lets it", async () => {
    expect(await source.act(DEPLOY, "cancel")).toMatchObject({ isDone: false });
    const done: unknown[] = [];
    const allowed = createLocalSource({
      store,
      charts: async () => null,
      now: () => NOW,
      control: {
        offers: () => [{ name: "cancel", label: "Cancel", what: "It ends." }],
        act: async (...what) => {
          done.push(what);
          return { isDone: true, message: "Cancelled" };
        },
      },
    });
    expect((await allowed.status()).canAct).toBe(true);
    expect(await allowed.act(DEPLOY, "approve")).toMatchObject({ isDone: false });
    expect(await allowed.act(DEPLOY, "cancel")).toMatchObject({ isDone: true });
    expect(done).toEqual([[DEPLOY, "cancel", undefined]]);
  });
});

describe("a branch", () => {
  it("without changes is what happened", async () => {
    const view = await source.branch(DEPLOY, { from: 0, changes: [] });
    expect(view).toMatchObject({ differsAt: null });
    expect(view?.steps).toEqual(view?.happened);
  });

  it("shows where it leaves what happened, and where both end", async () => {
    const view = await source.branch(DEPLOY, { from: 1, changes: [{ skip: 2 }], until: null });
    expect(view?.differsAt).toBe(0);
    expect(view?.end.happened).toMatchObject({ state: "ended.handedOver", outcome: "answered" });
    expect(view?.end.branch).toMatchObject({ state: "closed", outcome: "abandoned" });
    expect(view?.steps[0]).toMatchObject({ origin: "deadline", words: "after idleWindow" });
  });
});

describe("a comparison of two attempts", () => {
  it("has each entry once, and says what differs", async () => {
    const compared = await source.compare({ key: DEPLOY, attempt: 1 }, { key: DEPLOY, attempt: 2 });
    expect(compared?.steps.flatMap(({ a }) => a?.n ?? [])).toEqual([0, 1]);
    expect(compared?.steps.flatMap(({ b }) => b?.n ?? [])).toEqual([2, 3, 4, 5]);
    expect(compared?.facts).toContainEqual({ name: "outcome", a: "none yet", b: "answered" });
    expect(compared?.waits).toContainEqual({ waitsFor: "person", a: 0, b: 61_000 });
    expect(await source.compare({ key: DEPLOY, attempt: 3 }, { key: DEPLOY })).toBeNull();
  });
});

describe("a comparison of two instances", () => {
  it("has each entry of both once, and says what differs", async () => {
    const [a, b] = [DEPLOY, "ask-with-render-ack/name"];
    const compared = await source.compare({ key: a }, { key: b });
    expect(compared?.sides.map(({ row, entries }) => [row.key, entries])).toEqual([
      [a, 6],
      [b, 2],
    ]);
    expect(compared?.steps.flatMap((step) => step.a?.n ?? [])).toEqual([0, 1, 2, 3, 4, 5]);
    expect(compared?.steps.flatMap((step) => step.b?.n ?? [])).toEqual([0, 1]);
    // Both began, and both were rendered.
    expect(compared?.steps.filter((step) => step.a && step.b)).toMatchObject([
      { a: { n: 0 }, b: { n: 0 } },
      { a: { n: 3 }, b: { n: 1 } },
    ]);
    expect(compared?.facts).toContainEqual({ name: "outcome", a: "answered", b: "none yet" });
    const questions = compared?.input.map(({ path }) => path) ?? [];
    expect(questions).toContain("input.ask.title");
    expect(compared).toMatchObject({ isAligned: true, more: 0 });
    const other = await source.compare({ key: a }, { key: "verify-retry-escalate/build" });
    expect(other?.facts).toContainEqual({
      ...{ name: "machine", a: "ask-with-render-ack" },
      b: "verify-retry-escalate",
    });
    expect(await source.compare({ key: a }, { key: "ask-with-render-ack/gone" })).toBeNull();
  });

  it("is bounded, and says what it leaves out", async () => {
    const input = { id: "i", content: "Check", maxRetries: 1e9, expiresAfter: 1e9 };
    const long = createStore([instructionMachine]);
    for (const [name, length] of Object.entries({ short: 10, long: 600, longer: 2_500 })) {
      const events = Array.from({ length }, (_, n) => ({ type: n % 2 ? "TICK" : "DISPATCHED" }));
      for (const entry of journalOf(instructionMachine, input, events, name)) long.add(entry);
    }
    const bounded = createLocalSource({ store: long, charts: async () => null, now: () => NOW });
    const key = (name: string) => ({ key: `instruction-ack/${name}` });
    const said = async (a: string, b: string) => {
      const { steps, isAligned, more } = (await bounded.compare(key(a), key(b))) ?? {};
      return { steps: steps?.length, isAligned, more };
    };
    expect(await said("short", "short")).toEqual({ steps: 11, isAligned: true, more: 0 });
    expect(await said("short", "long")).toEqual({ steps: 601, isAligned: false, more: 0 });
    expect(await said("long", "longer")).toEqual({ steps: 2_000, isAligned: false, more: 501 });
  });
});

describe("a machine whose definition is not known", () => {
  const unknown = createStore([]);
  for (const entry of store.entries(DEPLOY)) unknown.add(entry);
  const bare = createLocalSource({ store: unknown, charts: async () => null, now: () => NOW });

  it("is listed, and its entries are shown as they were written, with the reason", async () => {
    expect((await bare.instances({})).rows).toMatchObject([
      { waitsFor: null, outcome: "answered" },
    ]);
    expect((await bare.instance(DEPLOY))?.problem).toMatch(/definition/);
    expect(await bare.moment(DEPLOY, 3)).toMatchObject({ state: "open.rendered.waiting" });
    expect((await bare.moment(DEPLOY, 3))?.problem).toMatch(/Give the machine/);
    expect(await bare.branch(DEPLOY, { from: 0, changes: [] })).toBeNull();
    expect(await bare.path(DEPLOY)).toBeNull();
  });
});

describe("a change", () => {
  it("is told once for many entries, with a revision that grows", async () => {
    const growing = createStore([askMachine]);
    const live = createLocalSource({ store: growing, charts: async () => null, now: () => NOW });
    const told: number[] = [];
    const stop = live.subscribe(({ revision }) => told.push(revision));
    for (const entry of store.entries(DEPLOY)) {
      growing.add(entry);
      live.changed();
    }
    await expect.poll(() => told).toEqual([6]);
    stop();
    live.changed();
    expect((await live.status()).revision).toBe(6);
    expect(told).toEqual([6]);
  });
});

describe("the ledger and the coverage", () => {
  it("come to an end when asked again and again, and agree with the machines", async () => {
    const filter = { machine: "instruction-ack" };
    let page = await source.ledger({ filter });
    while (page.looked < page.of) page = await source.ledger({ filter });
    expect(page.of).toBe(store.machines.get("instruction-ack")?.length);
    expect(page.expected).toBeGreaterThan(0);
    expect(page.received + page.missed + page.pending + page.overdue).toBe(page.expected);
    const overdue = await source.ledger({ filter, status: "overdue" });
    expect(overdue.items.every(({ status }) => status === "overdue")).toBe(true);
    let coverage = await source.coverage("verify-retry-escalate", {});
    while (coverage.looked < coverage.of) {
      coverage = await source.coverage("verify-retry-escalate", {});
    }
    const known = new Set(chartOf(verifyMachine).transitions.map(({ id }) => id));
    for (const id of Object.keys(coverage.counts)) expect(known).toContain(id);
    expect(Object.values(coverage.counts).filter((count) => count > 0)).toHaveLength(
      coverage.taken,
    );
  });
});
