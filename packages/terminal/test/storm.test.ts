import { fc, test } from "@fast-check/vitest";
import { createAsker, type QuestionInput } from "@readback/core";
import { checkAnswers } from "@readback/core/surfaces";
import { describe, expect } from "vitest";
import { createTerminalBridge } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS, pasted } from "./support/person.js";
import { database, features, requestOf } from "./support/request.js";
import { VisibleScreen } from "./support/visible-screen.js";

const numRuns = Number(process.env.FC_RUNS ?? 100);

/** What ends or stops the test as well. */
const LEAVING: readonly string[] = [KEYS.controlC, KEYS.controlD, KEYS.controlZ];

/** What a person, a cat or a program may do to a terminal. */
const anything = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...Object.values(KEYS).filter((key) => !LEAVING.includes(key)),
      " ",
      "1",
      "2",
      "9",
      "/",
      "y",
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 5 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }).map((text) => pasted(`${text}\r2\r`)) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", maxLength: 8 })
      .filter((text) => !LEAVING.some((key) => text.includes(key))),
  },
);
/** How a paste begins. */
const PASTE = pasted("").slice(0, 6);
const labelOf = (option: string | { readonly label: string }) =>
  typeof option === "string" ? option : option.label;
const resizing = fc.tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 40 }));
/** To windows in which the whole question and all its choices have room. */
const resizingABit = fc.tuple(fc.integer({ min: 40, max: 100 }), fc.integer({ min: 9, max: 30 }));
const story = fc.array(
  fc.oneof({ weight: 6, arbitrary: anything }, { weight: 1, arbitrary: resizing }),
  { maxLength: 40 },
);

const questions: readonly QuestionInput[] = [
  database,
  features,
  { id: "text", question: "Name?" },
  { id: "go", question: "Deploy?", type: "confirm" },
];
const some = fc.subarray([...questions], { minLength: 1 });

function act(terminal: FakeTerminal, step: string | readonly [number, number]): void {
  if (typeof step === "string") terminal.press(step);
  else {
    [terminal.output.columns, terminal.output.rows] = step;
    terminal.output.emit("resize");
  }
}

describe("whatever is pressed, pasted and resized", () => {
  test.prop([some, story], { numRuns })(
    "the dialog never crashes, sends only what the questions allow, and gives the terminal back as it was",
    async (asked, steps) => {
      const terminal = new FakeTerminal();
      const bridge = createTerminalBridge({ find: terminal.find, rest: 0 });
      const errors: unknown[] = [];
      const asker = createAsker({ bridge, onError: (error) => errors.push(error) });
      bridge.onAnswer((_, answers) => checkAnswers(requestOf(asked).questions, answers));
      const handle = asker.open({ questions: [...asked] });
      for (const step of steps) act(terminal, step);
      asker.dispose();
      bridge.dispose();
      await handle.result;
      expect(errors).toEqual([]);
      expect(terminal.input.isRaw).toBe(false);
      expect(terminal.listeners).toBe(0);
      expect(terminal.written.endsWith("\u001b[?2004l\u001b[?25h")).toBe(true);
    },
  );

  const someSteps = fc.array(
    fc.oneof({ weight: 6, arbitrary: anything }, { weight: 1, arbitrary: resizingABit }),
    { maxLength: 30 },
  );

  test.prop([someSteps, fc.constantFrom(database, features)], {
    numRuns: Math.ceil(numRuns / 4),
    examples: [
      [["\f", "\u001b[B", "\r"], database],
      [[[80, 9], "\u001b[B", "\r"], database],
    ],
  })(
    "nothing is answered that was not marked on the screen, or under the cursor of Enter, or named by its number",
    async (steps, question) => {
      const terminal = new FakeTerminal();
      const screen = new VisibleScreen(80, 24);
      const bridge = createTerminalBridge({
        find: terminal.find,
        rest: 0,
        color: false,
        unicode: true,
      });
      const marked = new Map<string, boolean>();
      let answered: readonly string[] | undefined;
      bridge.onAnswer((_, [answer]) => {
        answered = [...(answer?.values ?? []), ...(answer?.custom ? [answer.custom] : [])];
      });
      bridge.sendQuestion(requestOf([question]));
      for (const step of steps) {
        await screen.write(terminal.written);
        terminal.written = "";
        if (typeof step !== "string") {
          screen.resize(...step);
          act(terminal, step);
          continue;
        }
        const rows = screen.rows();
        // The list may be cut beside the line that is written: a mark counts until it is seen to be gone.
        for (const row of rows) {
          const [, mark, label] = /^[│└] [› ] [[(](.)[\])] (.*?)( {2,}.*)?$/.exec(row) ?? [];
          if (label !== undefined) marked.set(label, mark !== " ");
        }
        const before = answered;
        terminal.press(step);
        if (answered === before || answered === undefined) continue;
        const shown = rows.join("\n");
        for (const value of answered) {
          const line = rows.find(
            (row) => /^[│└] [› ] [[(]/.test(row) && row.slice(8).startsWith(value),
          );
          const isMarked = line === undefined ? marked.get(value) : /\[x\]|\(•\)/.test(line);
          const isHere = /^[│└] ›/.test(line ?? "");
          // The number beside its row, typed and not pasted.
          const nth = question.options?.findIndex((option) => labelOf(option) === value) ?? -1;
          const isNumbered = nth >= 0 && !step.startsWith(PASTE) && step.includes(`${nth + 1}`);
          // An answer of one's own stands in the line, or beside Other.
          const isOwn =
            line === undefined &&
            shown.replace(/\s/g, "").includes(value.trim().slice(0, 5).replace(/\s/g, ""));
          expect([isMarked, isHere, isNumbered, isOwn], `${value} in\n${shown}`).toContain(true);
        }
        break;
      }
      bridge.dispose();
    },
  );
});
