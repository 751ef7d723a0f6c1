import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import type { GuardContext } from "../../src/todo-attempt-guard/claims.js";
import type { GuardEvent } from "../../src/todo-attempt-guard/events.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import { earlierInstanceOf, instanceOf } from "../../src/todo-attempt-guard/todo-identity.js";

const session = "s";
/** What an earlier version started a guard with. */
const input = (todo: string, rememberCompleted = true) => ({
  session,
  todo,
  maxRetryAttempts: 3,
  validationTimeout: 1_000,
  retention: 100_000,
  onGuardFailure: "block" as const,
  rememberCompleted,
});

/** A journal as an earlier version wrote it: todos named by their text as it is. */
function written(stories: Readonly<Record<string, readonly GuardEvent[]>>): JournalEntry[] {
  const runtime = createRuntime([guardMachine], { clock: createSimulatedClock(1_000) });
  for (const [todo, events] of Object.entries(stories)) {
    const instance = earlierInstanceOf(session, todo);
    runtime.start(guardMachine, instance, input(todo));
    for (const event of events) runtime.send(instance, event);
  }
  return JSON.parse(JSON.stringify([...runtime.journal.read()]));
}

/** The fold of a journal as a host does it. */
function folded(entries: readonly JournalEntry[]) {
  const replay = createReplay([guardMachine]);
  for (const entry of entries) replay.apply(entry);
  const contextOf = (instance: string) =>
    replay.instances.get(instance)?.snapshot.context as GuardContext | undefined;
  return { replay, contextOf };
}

const claim = (toolUseId: string): GuardEvent => ({ type: "CLAIM", toolUseId });
const passed = (toolUseId: string): GuardEvent => ({ type: "PASSED", toolUseId });

describe("a journal of an earlier version", () => {
  it("is counted by the rules it was written by, however close its claims are", () => {
    const { replay, contextOf } = folded(
      written({
        "Write tests": [
          claim("1"),
          claim("2"),
          { type: "WITHHELD", toolUseId: "2", detail: "'b'" },
          claim("3"),
          passed("3"),
          claim("4"),
        ],
      }),
    );
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    const context = contextOf(instanceOf(session, "Write tests"));
    expect(context?.attempt).toBe(3);
    expect(context?.claims.map(({ verdict }) => verdict?.kind)).toEqual([
      "review",
      "withheld",
      "allowed",
      "exhausted",
    ]);
  });

  it("goes on under today's name of each todo, also from a checkpoint", () => {
    const entries = written({ "Write tests": [claim("1")], deploy: [claim("1"), claim("2")] });
    const { contextOf } = folded(entries);
    expect(contextOf(instanceOf(session, "WRITE tests"))?.attempt).toBe(1);
    expect(contextOf(instanceOf(session, "Deploy"))?.attempt).toBe(2);

    const [start, ...rest] = entries;
    const runtime = createRuntime([guardMachine], { clock: createSimulatedClock(1_000) });
    runtime.start(guardMachine, (start as JournalEntry).instance, input("Write tests"));
    runtime.send((start as JournalEntry).instance, claim("1"));
    const checkpoints = JSON.parse(JSON.stringify([...runtime.checkpoints()]));
    const again = folded([...checkpoints, ...rest]);
    expect(again.contextOf(instanceOf(session, "write TESTS"))?.attempt).toBe(1);
    expect(again.contextOf(earlierInstanceOf(session, "Write tests"))).toBeUndefined();
  });

  it("keeps two todos apart that are one today: the first has the name", () => {
    const { contextOf } = folded(
      written({ "Write tests": [claim("1"), claim("2")], "WRITE TESTS": [claim("3")] }),
    );
    expect(contextOf(instanceOf(session, "Write tests"))?.attempt).toBe(2);
    expect(contextOf(earlierInstanceOf(session, "WRITE TESTS"))?.attempt).toBe(1);
  });

  it("is read when a process started a todo that was there already", () => {
    const [start, ...rest] = written({ "Write tests": [claim("1"), claim("2")] });
    const { contextOf } = folded([start as JournalEntry, start as JournalEntry, ...rest]);
    expect(contextOf(instanceOf(session, "Write tests"))?.attempt).toBe(2);
  });

  it("whose texts are redacted keeps its names, and so does one of today", () => {
    const entries = written({ "Write tests": [claim("1")] }).map((entry) =>
      entry.event === "readback.start"
        ? { ...entry, payload: { input: input("(redacted)") } }
        : entry,
    );
    const { contextOf } = folded(entries);
    expect(contextOf(earlierInstanceOf(session, "Write tests"))?.attempt).toBe(1);
  });
});
