import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "../../../web/test/support/http.js";
import { attachVisualizer } from "../../src/node/attach.js";
import { type OpenJournals, openJournals } from "../../src/node/open-journals.js";
import { serve, type VisualizerServer } from "../../src/node/serve.js";
import type { Source } from "../../src/source/source.js";
import { enterByLink } from "../support/raw-page.js";

let folder = "";
const closing: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-viz-"));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<{ server: VisualizerServer; journals: OpenJournals }> {
  let server: VisualizerServer | undefined;
  const journals = openJournals({ paths: [folder], onChange: () => server?.changed() });
  server = await serve(() => journals, { folder: join(folder, "page") });
  closing.push(
    () => journals.close(),
    () => server?.stop(),
  );
  return { server, journals };
}

function guardIn(path: string) {
  const journal = createFileJournal({ folder: path });
  const guard = createTodoGuard({ journal });
  closing.push(
    () => journal.close(),
    () => guard.runtime.stop(),
  );
  return guard;
}

const claim = (toolUseId: string) => ({ session: "s", toolUseId, completing: ["write tests"] });

it("follows a state folder that is not there yet", async () => {
  const state = join(folder, "project", ".readback");
  const journals = openJournals({ paths: [state] });
  closing.push(() => journals.close());
  await journals.ready;
  expect(journals.store.problems).toEqual([]);
  await guardIn(join(state, "journal")).check(claim("t1"));
  await expect.poll(() => journals.store.records, { timeout: 30_000 }).toBeGreaterThan(0);
});

it("shows a tab what is written while it looks", async () => {
  const { server } = await open();
  const tab = await enterByLink(server);
  const { epoch, revision } = await tab.next("hello");
  expect({ epoch, revision }).toEqual({ epoch: expect.stringMatching(/./), revision: 0 });
  await guardIn(join(folder, "journal")).check(claim("t1"));
  let seen = 0;
  while (seen < 2) seen = (await tab.next("changed")).revision as number;
  const { status, value } = await tab.ask("instances", {});
  expect(status).toBe(200);
  expect(value).toMatchObject({
    total: 1,
    rows: [{ machine: "todo-attempt-guard", state: "watching.reviewing", subject: "write tests" }],
  });
  const { key } = value.rows[0];
  const moment = await tab.ask("moment", key, 1);
  expect(moment.value).toMatchObject({ state: "watching.reviewing", row: { event: "CLAIM" } });
});

it("refuses who is no tab of it, what it does not have, and what makes no sense", async () => {
  const { server } = await open();
  const stranger = await call(server, { method: "POST", path: "/api/status", body: "[]" });
  expect(stranger.status).toBe(401);
  const rebound = await call(server, { path: "/", headers: { Host: "example.com" } });
  expect(rebound.status).toBe(403);
  const foreign = await call(server, { path: "/", headers: { Origin: "https://example.com" } });
  expect(foreign.status).toBe(403);
  const page = await call(server, { path: "/" });
  expect(page.headers["content-security-policy"]).toContain(
    "default-src 'none'; script-src 'self'",
  );

  const tab = await enterByLink(server);
  for (const name of ["subscribe", "changed", "constructor", "__proto__", "toString"]) {
    expect((await tab.ask(name)).status).toBe(404);
  }
  for (const body of ["", "{", "{}", '"status"', "[1,2,3,4,5,6,7,8,9]"]) {
    expect((await tab.post("/api/status", body)).status).toBe(400);
  }
  expect((await tab.ask("whyNot", "no/such", 0, {})).value).toBeNull();
  expect((await tab.ask("moment", "no/such", 1e9)).value).toBeNull();
  const act = await tab.ask("act", "no/such", "approve");
  expect(act.value).toMatchObject({ isDone: false });
});

it("lets a part of a long answer wait while entries come, and nothing else", async () => {
  const { journals } = await open();
  let [revision, parts] = [0, 0];
  const source: Source = {
    ...journals.source,
    async coverage(...asked) {
      parts += 1;
      revision += 1;
      vi.advanceTimersByTime(300);
      return journals.source.coverage(...asked);
    },
  };
  vi.useFakeTimers({ toFake: ["performance"] });
  closing.push(() => vi.useRealTimers());
  const shown = () => ({ source, changed: { epoch: "one", revision } });
  const server = await serve(shown, { folder: join(folder, "page") });
  closing.push(() => server.stop());
  const tab = await enterByLink(server);
  await tab.ask("coverage", "todo-attempt-guard", {});
  const next = tab.ask("coverage", "todo-attempt-guard", {});
  expect((await tab.ask("status")).status).toBe(200);
  expect(parts).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect((await next).status).toBe(200);
  expect(parts).toBe(2);
});

it("is attached to a running program in two lines, and looks only while somebody does", async () => {
  const guard = createTodoGuard();
  const visualizer = await attachVisualizer(guard.runtime, { folder: join(folder, "page") });
  closing.push(
    () => visualizer.stop(),
    () => guard.runtime.stop(),
  );
  await guard.check(claim("t1"));
  const { journal } = guard.runtime;
  let reads = 0;
  const read = journal.read.bind(journal);
  Object.assign(journal, {
    read() {
      reads += 1;
      return read();
    },
  });
  expect(reads).toBe(0);

  const tab = await enterByLink(visualizer);
  await tab.next("hello");
  expect((await tab.ask("instances", {})).value.total).toBe(1);
  expect(reads).toBe(1);
  await guard.check({ ...claim("t2"), completing: ["another"] });
  await tab.next("changed");
  expect((await tab.ask("instances", {})).value.total).toBe(2);
});

it("looks no more at an attached program once the last tab has left, whatever still comes", async () => {
  const guard = createTodoGuard();
  const { journal } = guard.runtime;
  const subscribe = journal.subscribe.bind(journal);
  let listeners = 0;
  Object.assign(journal, {
    subscribe(listener: Parameters<typeof subscribe>[0]) {
      const stop = subscribe(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    },
  });
  const visualizer = await attachVisualizer(guard.runtime, { folder: join(folder, "page") });
  closing.push(
    () => visualizer.stop(),
    () => guard.runtime.stop(),
  );
  const tab = await enterByLink(visualizer);
  await tab.next("hello");
  expect(listeners).toBe(1);
  tab.leave();
  await expect.poll(() => visualizer.tabs, { timeout: 30_000 }).toBe(0);
  expect(listeners).toBe(0);
  // What was to be told then, and what the tab had asked.
  visualizer.changed();
  await tab.ask("instances", {});
  expect(listeners).toBe(0);

  await guard.check(claim("t1"));
  const next = await enterByLink(visualizer);
  await next.next("hello");
  expect((await next.ask("instances", {})).value.total).toBe(1);
  await visualizer.stop();
  expect(listeners).toBe(0);
});

it("follows the journal on disk of an attached program, with what other processes write", async () => {
  const path = join(folder, "journal");
  const guard = guardIn(path);
  const visualizer = await attachVisualizer(guard.runtime, { folder: join(folder, "page") });
  closing.push(() => visualizer.stop());
  const tab = await enterByLink(visualizer);
  await tab.next("hello");
  await guardIn(path).check(claim("t1"));
  await tab.next("changed");
  // The program itself still hears of it.
  guard.runtime.catchUp();
  expect(guard.list()).toHaveLength(1);
});

it("says what it could not follow of an attached program's journal", async () => {
  const path = join(folder, "journal");
  const guard = guardIn(path);
  await guard.check(claim("t1"));
  appendFileSync(join(path, "000001.jsonl"), "\nnot a record\n");
  const visualizer = await attachVisualizer(guard.runtime, { folder: join(folder, "page") });
  closing.push(() => visualizer.stop());
  const tab = await enterByLink(visualizer);
  await tab.next("hello");
  const problems = async () => (await tab.ask("problems")).value;
  await expect
    .poll(problems, { timeout: 30_000 })
    .toMatchObject([{ kind: "torn", examples: [{ what: expect.stringContaining("not a rec") }] }]);
});
