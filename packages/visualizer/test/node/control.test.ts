import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTodoGuard, instructionMachine, type JournalEntry } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createControl } from "../../src/node/control/control.js";
import { openJournals } from "../../src/node/open-journals.js";
import { currentStories, NOW } from "../support/current-stories.js";
import { journalOf } from "../support/journals.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-control-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function exhausted(todo: string): Promise<void> {
  const journal = createFileJournal({ folder: join(folder, "journal") });
  const guard = createTodoGuard({ journal, maxRetryAttempts: 1 });
  for (const toolUseId of ["a", "b"])
    await guard.check({ session: "s", toolUseId, completing: [todo] });
  guard.runtime.stop();
  journal.close();
}

async function looking() {
  const journals = openJournals({
    paths: [folder],
    control: (store) => createControl(folder, store),
  });
  await journals.ready;
  const [row] = (await journals.source.instances({})).rows;
  if (!row) throw new Error("nothing to act on");
  const offers = async () =>
    (await journals.source.instance(row.key))?.actions.map(({ name }) => name);
  return { ...journals, key: row.key, offers };
}

it("offers what the machine would take, and journals what a person does as theirs", async () => {
  await exhausted("deploy");
  const { source, key, offers, store, close } = await looking();
  expect(await offers()).toEqual(["approve", "reset"]);
  expect(await source.act(key, "approve")).toMatchObject({ isDone: true });
  await expect
    .poll(() => store.entries(key).at(-1))
    .toMatchObject({ event: "APPROVE", cause: "human" });
  close();
});

it("refuses what is not possible, is not offered, or has moved on", async () => {
  await exhausted("deploy");
  const { source, key, close } = await looking();
  expect(await source.act(key, "redrive")).toMatchObject({ isDone: false });
  expect(await source.act("todo-attempt-guard/none", "approve")).toMatchObject({ isDone: false });
  expect(await source.act(key, "__proto__")).toMatchObject({ isDone: false });
  close();
});

describe("each action is one event of a person, which the machine decides about", () => {
  const unheard = { id: "unheard", content: "Check", maxRetries: 0, expiresAfter: 1e12 };
  const failed = journalOf(
    instructionMachine,
    unheard,
    [{ type: "DISPATCHED" }, 60_000, { type: "TICK" }],
    "unheard",
  );

  /** The runs of a moment ago: their deadlines have not passed. */
  function written(entries: readonly JournalEntry[], end: number): void {
    const journal = createFileJournal({ folder: join(folder, "journal") });
    for (const entry of entries) {
      journal.append({ ...entry, time: entry.time + Date.now() - end });
    }
    journal.close();
  }

  it.each([
    [
      "todo-attempt-guard/todo",
      "reset",
      "",
      { event: "RESET", to: "watching.unclaimed", cause: "human" },
    ],
    [
      "instruction-ack/unheard",
      "redrive",
      "",
      { event: "REDRIVE", to: "tracked.queued", payload: { by: "human" } },
    ],
    [
      "instruction-ack/unheard",
      "discard",
      "",
      { event: "DISCARD", to: "discarded", cause: "human" },
    ],
    [
      "ask-with-render-ack/name",
      "cancel",
      "",
      { event: "CANCEL", outcome: "cancelled", cause: "human" },
    ],
    [
      "verify-retry-escalate/build",
      "retry",
      "",
      { payload: { response: "retry", by: "human" }, attempt: 1 },
    ],
    [
      "verify-retry-escalate/build",
      "fix",
      "use the other API",
      { payload: { response: "fix: use the other API", by: "human" }, to: "executing", attempt: 4 },
    ],
    ["verify-retry-escalate/build", "skip", "", { outcome: "skipped", cause: "human" }],
    ["verify-retry-escalate/build", "abort", "", { outcome: "aborted", cause: "human" }],
  ])("%s: %s", async (key, action, text, becomes) => {
    written(currentStories(), NOW);
    written(failed, failed.at(-1)?.time ?? 0);
    const { source, store, close } = await looking();
    const before = store.entries(key).length;
    const offered = (await source.instance(key))?.actions.map(({ name }) => name);
    expect(offered).toContain(action);
    expect(await source.act(key, action, text)).toMatchObject({ isDone: true });
    await expect.poll(() => store.entries(key)[before]).toMatchObject(becomes);
    close();
  });

  it("asks for what an action needs, and takes no more than fits", async () => {
    written(currentStories(), NOW);
    const { source, store, close } = await looking();
    const key = "verify-retry-escalate/build";
    const before = store.entries(key).length;
    for (const text of ["", "   ", "x".repeat(10_001)]) {
      expect(await source.act(key, "fix", text)).toMatchObject({ isDone: false });
    }
    expect(store.entries(key)).toHaveLength(before);
    close();
  });
});
