import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";

/** An entry that counts for nothing but its place, its instance and whether it is the last. */
function entry(instance: string, event: string, more: Partial<JournalEntry> = {}): JournalEntry {
  const counts = { attempt: 1, bound: 1, cause: null };
  return {
    v: 1,
    time: 0,
    machine: "lamp",
    instance,
    event,
    from: "on",
    to: "on",
    ...counts,
    ...more,
  };
}

const events = (journal: { read(): Iterable<JournalEntry> }) =>
  [...journal.read()].map(({ event }) => event);

describe("a journal in memory", () => {
  it("gives entries back in the order in which they came", () => {
    const journal = createMemoryJournal();
    journal.append(entry("a", "a1"));
    journal.append(entry("b", "b1"));
    journal.append(entry("a", "a2", { done: true }));
    journal.append(entry("c", "c1"));
    journal.append(entry("b", "b2"));
    expect(events(journal)).toEqual(["a1", "b1", "a2", "c1", "b2"]);
    expect(events(journal)).toEqual(["a1", "b1", "a2", "c1", "b2"]);
  });

  it("does so even when the clock steps back", () => {
    const journal = createMemoryJournal();
    journal.append(entry("a", "a1", { time: 100 }));
    journal.append(entry("a", "a2", { time: 50 }));
    journal.append(entry("a", "a3", { time: 75 }));
    expect(events(journal)).toEqual(["a1", "a2", "a3"]);
  });

  it("keeps live instances whole, and finished ones up to a bound, the oldest dropped first", () => {
    const journal = createMemoryJournal({ keepFinished: 5 });
    for (let n = 0; n < 10; n += 1) journal.append(entry("live", `live${n}`));
    for (const name of ["a", "b", "c"]) {
      journal.append(entry(name, `${name}1`));
      journal.append(entry(name, `${name}2`, { done: true }));
    }
    const live = Array.from({ length: 10 }, (_, n) => `live${n}`);
    expect(events(journal)).toEqual([...live, "b1", "b2", "c1", "c2"]);
    journal.append(entry("live", "end", { done: true }));
    expect(events(journal)).toEqual([]);
  });

  it("counts an instance that lived twice once, and keeps its latest life", () => {
    const journal = createMemoryJournal({ keepFinished: 5 });
    for (const life of [1, 2, 3]) {
      journal.append(entry("a", `start${life}`));
      journal.append(entry("a", `end${life}`, { done: true }));
      journal.append(entry("a", `again${life}`, { event: "readback.start" }));
      journal.append(entry("a", `over${life}`, { done: true }));
    }
    expect(events(journal)).toEqual(["readback.start", "over3"]);
    journal.append(entry("b", "b1"));
    journal.append(entry("b", "b2"));
    journal.append(entry("b", "b3", { done: true }));
    expect(events(journal)).toEqual(["readback.start", "over3", "b1", "b2", "b3"]);
  });

  it("tells subscribers of what comes after they came, until they leave", () => {
    const journal = createMemoryJournal();
    const heard: string[] = [];
    journal.append(entry("a", "before"));
    const leave = journal.subscribe(({ event }) => heard.push(event));
    journal.append(entry("a", "one"));
    journal.append(entry("a", "two"));
    leave();
    leave();
    journal.append(entry("a", "after"));
    expect(heard).toEqual(["one", "two"]);
  });

  it("has kept the entry even if a subscriber throws, and tells the others", () => {
    const errors: unknown[] = [];
    const journal = createMemoryJournal({ onError: (error) => errors.push(error) });
    const heard: string[] = [];
    journal.subscribe(() => {
      throw new Error("deaf");
    });
    journal.subscribe(({ event }) => heard.push(event));
    expect(journal.append(entry("a", "one"))).toEqual([]);
    expect(events(journal)).toEqual(["one"]);
    expect(heard).toEqual(["one"]);
    expect(errors).toMatchObject([{ message: "deaf" }]);
  });
});
