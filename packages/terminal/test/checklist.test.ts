import { describe, expect, it } from "vitest";
import { hasTerminals, startAgent } from "./support/agent.js";
import { KEYS } from "./support/person.js";

// Every item of the manual checklist of the dialog, in a real terminal.

const { enter, down, up } = KEYS;
const option = {
  header: "Option",
  question: "Which option?",
  multiSelect: false,
  options: [
    { label: "Alpha", description: "A" },
    { label: "Beta", description: "B" },
  ],
};
const many = {
  header: "Many",
  question: "Which ones?",
  multiSelect: true,
  options: option.options,
};
const tool = (...calls: readonly object[]) => startAgent({ mode: "tool", questions: calls });

describe.skipIf(!hasTerminals)("the dialog in a terminal", () => {
  it("1, 2, 3, 8: Enter selects and advances, Space toggles; (•) and [x]; the progress is in the title", async () => {
    const agent = tool({ questions: [option, many] });
    await agent.sees("1/2: Option");
    await agent.sees("› ( ) Alpha");
    agent.press(" ");
    await agent.sees("› (•) Alpha");
    agent.press(down);
    await agent.sees("› ( ) Beta");
    agent.press(enter);
    await agent.sees("2/2: Many");
    await agent.sees("› [ ] Alpha");
    agent.press(" ");
    await agent.sees("› [x] Alpha");
    agent.press(" ");
    await agent.sees("› [ ] Alpha");
    agent.press(" ", enter);
    await agent.sees("✓ Sent.");
    await agent.ended;
    const [result] = agent.noted().filter((line) => "result" in line);
    expect(result).toEqual({
      result: {
        content: [
          {
            type: "text",
            text: 'Collected answers:\n- Option: Beta\n- Many: Alpha\n\nJSON:\n{\n  "answers": {\n    "Option": "Beta",\n    "Many": "Alpha"\n  }\n}',
          },
        ],
        details: { answers: { Option: "Beta", Many: "Alpha" } },
      },
    });
  });

  it("4, 5, 7: Other asks for text; empty text is a red error; Esc returns to the list", async () => {
    const agent = tool({ questions: [option] });
    await agent.sees("› ( ) Alpha");
    agent.press(up);
    await agent.sees("› ( ) Other");
    agent.press(enter);
    await agent.sees("Enter your answer:");
    agent.press(enter);
    await agent.sees("Other selected but no text entered");
    expect(agent.raw()).toContain("\u001b[31mOther selected but no text entered");
    agent.press("\u001b");
    await agent.sees("Esc: cancel");
    expect(agent.screen()).not.toContain("Enter your answer:");
    agent.press(enter);
    await agent.sees("Enter your answer:");
    agent.press("My own");
    await agent.sees("› My own");
    agent.press(enter);
    await agent.sees('"Option":"Other: My own"');
  });

  it("6: Esc in the list gives the tool an error", async () => {
    const agent = tool({ questions: [option] });
    await agent.sees("› ( ) Alpha");
    agent.press("\u001b");
    await agent.sees("AskUserQuestion cancelled by user");
  });

  it("9: answers that were filled in are selected when the dialog opens", async () => {
    const agent = tool({ questions: [{ ...many }], answers: { Many: "Beta, Other: more" } });
    await agent.sees("› [x] Beta");
    await agent.sees("[x] Other: more");
    await agent.sees("[ ] Alpha");
    agent.press(enter);
    await agent.sees('"Many":"Beta, Other: more"');
  });

  it("10: a second call while a dialog is open is rejected at once", async () => {
    const agent = tool({ questions: [option] }, { questions: [many] });
    await expect
      .poll(() => agent.noted())
      .toContainEqual({ error: "ask_user_question dialog already open" });
    await agent.sees("› ( ) Alpha");
    agent.press(enter);
    await agent.sees('"Option":"Alpha"');
  });
});
