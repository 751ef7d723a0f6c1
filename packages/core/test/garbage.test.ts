import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { askUserTool } from "../src/ask-with-render-ack/ask-tool.js";
import { createAsker } from "../src/ask-with-render-ack/asker.js";
import { askMachine } from "../src/ask-with-render-ack/machine.js";
import { createInstructionQueue } from "../src/instruction-ack/queue.js";
import { createMemoryJournal } from "../src/journal/memory-journal.js";
import { createSimulatedClock } from "../src/runtime/clock.js";
import { createRuntime } from "../src/runtime/create-runtime.js";
import { createHost } from "../src/runtime/host.js";
import { createReplay } from "../src/runtime/replay.js";
import { createTodoGuard } from "../src/todo-attempt-guard/create-todo-guard.js";
import { createRetryStory } from "../src/verify-retry-escalate/retry-events.js";
import { createRetryView } from "../src/verify-retry-escalate/retry-state.js";
import { createRetryCounter } from "../src/verify-retry-escalate/retry-statistics.js";
import { createFakeBridge } from "./support/fake-bridge.js";
import { complaints, type Exports, functionsOf, tried } from "./support/garbage.js";
import { oddValue } from "./support/odd-value.js";

// Whoever calls a public function with garbage is told in words what is wrong. Every export is tried, a new one by itself.

/** It is in every view of a chat client, which may have 15 kB and has no room for words. */
const WITHOUT_WORDS = "./printable";
const names = Object.keys(manifest.exports).filter(
  (name) => !name.endsWith(".json") && name !== WITHOUT_WORDS,
);
const entries = await Promise.all(
  names.map(async (name) => {
    const all: Exports = await import(`../src/${name === "." ? "index" : name.slice(2)}.ts`);
    return [name, functionsOf(all)] as const;
  }),
);

/** What a program says of itself with these, after the value that is checked, is the program's own text. */
const CHECKS: Readonly<Record<string, readonly unknown[]>> = {
  mustBeAsker: ["the test"],
  mustBeEntries: ["subject", "entries"],
  mustBeFunction: ["subject", "field"],
  mustBeMachine: ["field"],
  mustFit: ["text", "subject"],
  mustHave: [{ subject: "subject", methods: ["run"], be: "a thing" }],
  refuseUnknown: [["known"], "subject"],
};

describe.each(entries)("what %s exports", (_, functions) => {
  it.each(functions)("%s answers garbage with its own words", async (name, run) => {
    expect(await complaints(run, CHECKS[name])).toEqual([]);
  });
});

const { bridge } = createFakeBridge();
const clock = createSimulatedClock();
const HANDLES: Readonly<Record<string, object>> = {
  asker: createAsker({ bridge, clock }),
  "todo guard": createTodoGuard({ clock }),
  "instruction queue": createInstructionQueue({ clock }),
  "memory journal": createMemoryJournal(),
  "simulated clock": createSimulatedClock(),
  runtime: createRuntime([askMachine], { clock }),
  host: createHost(askMachine),
  replay: createReplay([askMachine]),
  "retry story": createRetryStory(),
  "retry view": createRetryView(),
  "retry counter": createRetryCounter(),
  "ask_user tool": askUserTool(createAsker({ bridge, clock })),
};

describe.each(Object.entries(HANDLES))("what the %s does", (_, handle) => {
  it.each(functionsOf(handle as Exports))(
    "%s answers garbage with its own words",
    async (_, run) => {
      expect(await complaints(run.bind(handle))).toEqual([]);
    },
  );
});

/** What turns data into data can be given anything that looks nearly right. */
const OF_DATA = new Set(["./converters", "./formats", "./tools"]);

describe.each(entries.filter(([name]) => OF_DATA.has(name)))("what %s exports", (_, functions) => {
  test.prop([fc.array(oddValue, { minLength: 3, maxLength: 3 })])(
    "answers what is nearly right with its own words",
    async (given) => {
      for (const [name, run] of functions) {
        const others = given.slice(0, Math.max(1, run.length));
        expect([name, await tried(() => run(...others))]).toEqual([name, undefined]);
      }
    },
  );
});
