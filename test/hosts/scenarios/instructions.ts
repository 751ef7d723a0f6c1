import { expect } from "vitest";
import { say, todos } from "../action.js";
import type { Scenario } from "../scenario.js";

const INSTRUCTION = "Write the plan down before you go on";
// Gemini CLI escapes what hooks add to a prompt.
const DELIVERED = new RegExp(`(<|&lt;)instruction id="[^"]+"(>|&gt;)\\s*${INSTRUCTION}`);
const PLAN = todos({ todo: "Write the docs", status: "in_progress" });

export const instructionScenarios: readonly Scenario[] = [
  {
    name: "an instruction is delivered, and acknowledged by what the agent does",
    installs: "guard",
    hookArgs: ["--instructions"],
    parts: [
      {
        async before(world, program) {
          const { tool = "" } = program.call(PLAN, [], []) ?? {};
          const add = ["instructions", "add", INSTRUCTION, "--until", tool];
          const { code, stderr } = await world.readback(...add);
          expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        },
        // It rides on the prompt, or on the first result: in either case before the second call.
        stories: { main: [PLAN, PLAN, say("Done.")] },
      },
    ],
    async after(world, _, wasTold) {
      expect(wasTold(DELIVERED)).toBe(true);
      const { stdout } = await world.readback("instructions", "stats", "--json");
      expect(JSON.parse(stdout)).toMatchObject({ sent: 1, acknowledged: 1, failed: 0 });
    },
  },
];
