import { describe, expect, it } from "vitest";
import { createAsker, createMemoryJournal, promptBridge } from "../../src/index.js";
import type { PromptReply } from "../../src/surfaces.js";

const questions = [{ question: "Which name?" }];

/** A person who answers with numbers, counted from 1, or with what they are told to. */
function person(reply?: () => PromptReply) {
  const journal = createMemoryJournal();
  let shownTimes = 0;
  const bridge = promptBridge(({ questions: [question] }, { shown }): PromptReply => {
    shownTimes += 1;
    shown();
    return reply ? reply() : [{ id: question?.id ?? "", values: [`name ${shownTimes}`] }];
  });
  return { asker: createAsker({ bridge, journal }), journal, shown: () => shownTimes };
}

describe("a call with a key", () => {
  it("gets the same answer when the program runs again, and nothing is shown again", async () => {
    const { asker, shown } = person();
    const first = await asker.ask({ questions }, { key: "run-1" });
    const again = await asker.ask({ questions }, { key: "run-1" });
    expect(again).toEqual(first);
    expect(again.values).toEqual({ q1: "name 1" });
    expect(shown()).toBe(1);
  });

  it("asks again under another key, and each key keeps its own answer", async () => {
    const { asker, shown } = person();
    await asker.ask({ questions }, { key: "run-1" });
    expect((await asker.ask({ questions }, { key: "run-2" })).values).toEqual({ q1: "name 2" });
    expect((await asker.ask({ questions }, { key: "run-1" })).values).toEqual({ q1: "name 1" });
    expect((await asker.ask({ questions }, { key: "run-2" })).values).toEqual({ q1: "name 2" });
    expect(shown()).toBe(2);
  });

  it("gets the same answer from the journal in another process", async () => {
    const { asker, journal, shown } = person();
    const first = await asker.ask({ questions }, { key: "run-1" });
    // As receipts do: the caller had the chance to act on it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    asker.dispose();
    const later = createAsker({ bridge: null, journal });
    later.recover();
    expect(await later.ask({ questions }, { key: "run-1" })).toEqual(first);
    expect(shown()).toBe(1);
    later.dispose();
  });

  it("is told of a refusal again, too", async () => {
    const { asker, shown } = person(() => "declined");
    const first = await asker.ask({ questions }, { key: "run-1" });
    expect(await asker.ask({ questions }, { key: "run-1" })).toEqual(first);
    expect(first.outcome).toBe("declined");
    expect(shown()).toBe(1);
  });

  it("asks again when there was no place to show the question", async () => {
    let isThere = false;
    const { asker } = person(() => (isThere ? [{ id: "q1", values: ["now"] }] : undefined));
    expect((await asker.ask({ questions }, { key: "run-1" })).outcome).not.toBe("answered");
    isThere = true;
    const { values } = await asker.ask({ questions }, { key: "run-1", retry: "host" });
    expect(values).toEqual({ q1: "now" });
  });

  it("asks again when another call without a key comes", async () => {
    const { asker, shown } = person();
    await asker.ask({ questions }, { key: "run-1" });
    await asker.ask({ questions });
    expect(shown()).toBe(2);
  });

  it("remembers the latest 20 keys of a question", async () => {
    const { asker, shown } = person();
    for (let run = 1; run <= 21; run += 1) await asker.ask({ questions }, { key: `run-${run}` });
    expect((await asker.ask({ questions }, { key: "run-2" })).values).toEqual({ q1: "name 2" });
    expect(shown()).toBe(21);
    await asker.ask({ questions }, { key: "run-1" });
    expect(shown()).toBe(22);
  });

  it.each([
    [{ key: "" }, "key: must not be empty"],
    [{ retry: "never" }, 'retry: must be "agent" or "host"'],
  ])("is refused when it is not one: %j", async (options, message) => {
    const { asker } = person();
    await expect(asker.ask({ questions }, options as never)).rejects.toThrow(message);
  });
});

describe("retry, for one call", () => {
  it('shows a question again inside the call with "host"', async () => {
    let failures = 2;
    const bridge = promptBridge((_, { shown }) => {
      if (failures-- > 0) throw new Error("the window did not open");
      shown();
      return [{ id: "q1", values: ["here"] }];
    });
    const asker = createAsker({ bridge });
    const result = await asker.ask({ questions }, { retry: "host" });
    expect(result).toMatchObject({ outcome: "answered", attempt: 3 });
  });
});
