import { describe, expect, it } from "vitest";
import { say, told } from "./action.js";
import { install, versionOf } from "./install.js";
import { startModel } from "./model/server.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import { gemini } from "./programs/gemini.js";
import { opencode } from "./programs/opencode.js";
import { record } from "./record.js";
import { VERIFY } from "./scenarios/all.js";
import { tell } from "./storyteller.js";
import { createWorld } from "./world.js";

// `readback verify --agent` with a real program: each attempt is a run of the host without a person.

const programs = [claudeCode, codex, gemini, opencode];
const verify = `test "$READBACK_ATTEMPT" -ge 2 || { echo "error: 7 tests failed"; exit 1; }`;

describe.each(programs.filter(({ name }) => (process.env.READBACK_HOST ?? name) === name))(
  "$title",
  (program) => {
    const { name, binary } = program;
    it(VERIFY.name, { timeout: 300_000 }, async ({ skip }) => {
      const installed = await install(name);
      if (!("modules" in installed)) return skip(`${versionOf(name)}: ${installed.problem}`);
      const world = createWorld();
      const telling = tell(program, {
        main: [
          told(/Make the PlannerId pass its tests/),
          say("I have made a first try."),
          told(/<retry_context attempt="2" max_attempts="3">[\s\S]*7 tests failed/),
          say("Now it is right."),
        ],
      });
      const model = await startModel((turn) => telling.next(turn));
      let hasPassed = false;
      try {
        program.configure(world, model.url);
        world.addProgram(binary, program.command(installed.modules));
        const run = ["verify", "--agent", name, "--name", "Make the PlannerId pass its tests"];
        const { code, stdout, stderr } = await world.run(
          [
            ...[process.execPath, world.path("node_modules/.bin/readback"), ...run],
            ...["--verify", verify, "--on-escalate", "abort", "--exec-timeout", "100s"],
          ],
          program.env(world, model.url),
        );
        expect(telling.problems(), stderr).toEqual([]);
        expect({ code, stdout }, stderr).toMatchObject({ code: 0 });
        // A person sees what the agent says, and not the JSON that it is said in.
        expect(stderr).toContain("│ I have made a first try.");
        expect(stderr).toContain("│ Now it is right.");
        expect(stderr).not.toMatch(/^│ \{"/m);
        expect(stdout).toContain("(2 attempts)");
        hasPassed = true;
      } finally {
        record(name, VERIFY.name, hasPassed);
        await model.close();
        world.remove();
      }
    });
  },
);
