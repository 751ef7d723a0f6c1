import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { hasTerminals, startAgent } from "./support/agent.js";
import { KEYS, pasted } from "./support/person.js";
import { database, features } from "./support/request.js";

const keys = [
  KEYS.up,
  KEYS.down,
  KEYS.left,
  KEYS.backspace,
  KEYS.tab,
  "\u001b[",
  " ",
  "x",
  "日",
  "👩‍👩‍👧",
  pasted("a\rb\r"),
  "one\rtwo\r",
  "/",
];

// Real processes in real terminals, in pieces that nobody chose.
describe.skipIf(!hasTerminals)("a real terminal under random keys and resizes", () => {
  it.each(Array.from({ length: 12 }, (_, nth) => nth + 1))(
    "is as it was when the program is stopped (seed %i)",
    async (seed) => {
      const [steps = []] = fc.sample(
        fc.array(
          fc.oneof(
            fc.constantFrom(...keys),
            fc.tuple(fc.integer({ min: 20, max: 120 }), fc.integer({ min: 3, max: 40 })),
          ),
          { minLength: 20, maxLength: 60 },
        ),
        { seed, numRuns: 1 },
      );
      const agent = startAgent({ questions: [features, database, { question: "Name?" }] });
      await agent.sees("1/3");
      for (const step of steps) {
        if (typeof step === "string") agent.press(step);
        else agent.resize(...step);
      }
      agent.resize(80, 24);
      agent.kill(seed % 2 ? "SIGTERM" : "SIGINT");
      const { code, modes } = await agent.ended;
      expect(code).toBeGreaterThan(128);
      expect(modes).toMatch(/(?<!-)\bicanon\b/);
      expect(modes).toMatch(/(?<!-)\becho\b/);
      expect(agent.isCursorVisible()).toBe(true);
      expect(agent.isPasteMode()).toBe(false);
      // Nothing was confirmed with Enter, so nothing was answered.
      expect(agent.noted().some((line) => "outcome" in line)).toBe(false);
    },
  );
});
