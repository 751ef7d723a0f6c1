import { afterAll, beforeAll, describe, it } from "vitest";
import { type HostName, install, versionOf } from "./install.js";
import { closeBrowser } from "./person.js";
import { play } from "./play.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import { gemini } from "./programs/gemini.js";
import { opencode } from "./programs/opencode.js";
import type { Program } from "./programs/program.js";
import { record } from "./record.js";
import { guardScenarios } from "./scenarios/guard.js";
import { installedScenarios } from "./scenarios/installed.js";
import { instructionScenarios } from "./scenarios/instructions.js";
import { questionScenarios } from "./scenarios/questions.js";

const programs: Readonly<Record<HostName, Program>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  opencode,
};

/** Everything that is played, in the order of the table. */
const scenarios = [
  ...installedScenarios,
  ...guardScenarios,
  ...instructionScenarios,
  ...questionScenarios,
];

/**
 * The real program of a host, against a scripted model on loopback: no account, no key and no setting of
 * this machine is used.
 */
export function playAll(name: HostName): void {
  const program = programs[name];
  const isWanted = (process.env.READBACK_HOST ?? name) === name;

  describe.runIf(isWanted)(`${program.title} ${versionOf(name)}`, () => {
    let modules: string | undefined;
    const passed = new Map<string, boolean>();

    beforeAll(async () => {
      const installed = await install(name);
      if ("modules" in installed) modules = installed.modules;
      else console.error(`SKIPPED ${program.title} ${versionOf(name)}: ${installed.problem}`);
    });
    afterAll(async () => {
      await closeBrowser();
      if (process.env.READBACK_RECORD) record(name, scenarios, passed);
    });

    const own = scenarios.filter(({ hosts }) => !hosts || hosts.includes(name));
    it.for(own)("$name", { timeout: 400_000 }, async (scenario, { skip }) => {
      if (modules === undefined) return skip("it could not be installed");
      passed.set(scenario.name, false);
      await play(scenario, program, modules);
      passed.set(scenario.name, true);
    });
  });
}
