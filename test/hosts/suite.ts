import { afterAll, beforeAll, describe, it } from "vitest";
import { type HostName, modulesOf, versionOf } from "./install.js";
import { closeBrowser } from "./person.js";
import { play } from "./play.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import { gemini } from "./programs/gemini.js";
import { opencode } from "./programs/opencode.js";
import type { Program } from "./programs/program.js";
import { record } from "./record.js";
import { scenarios } from "./scenarios/all.js";

const programs: Readonly<Record<HostName, Program>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  opencode,
};

/**
 * The real program of a host, against a scripted model on loopback: no account, no key and no setting of
 * this machine is used.
 */
export function playAll(name: HostName): void {
  const program = programs[name];
  const isWanted = (process.env.READBACK_HOST ?? name) === name;

  // Beside each other: they wait most of the time, for a model that reads and a person who answers.
  describe.runIf(isWanted)(`${program.title} ${versionOf(name)}`, { concurrent: true }, () => {
    let modules: string | undefined;

    beforeAll(async () => {
      modules = await modulesOf(name);
    });
    afterAll(closeBrowser);

    const own = scenarios.filter(({ hosts }) => !hosts || hosts.includes(name));
    for (const scenario of own) {
      it(scenario.name, { timeout: 400_000 }, async ({ skip }) => {
        if (modules === undefined) return skip("it could not be installed");
        let hasPassed = false;
        try {
          await play(scenario, program, modules);
          hasPassed = true;
        } finally {
          record(name, scenario.name, hasPassed);
        }
      });
    }
  });
}
