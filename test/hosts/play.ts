import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";
import { keepInputs, keptInputs, unlikeFixtures } from "./inputs.js";
import { startModel } from "./model/server.js";
import { type Person, playPerson } from "./person.js";
import type { Program } from "./programs/program.js";
import type { Scenario } from "./scenario.js";
import { type Telling, tell } from "./storyteller.js";
import { createWorld, type World } from "./world.js";

/** Plays a scenario in a host. Throws with everything that was not as it should be. */
export async function play(scenario: Scenario, program: Program, modules: string): Promise<void> {
  const world = createWorld(scenario.world);
  const problems: string[] = [];
  let person: Person | undefined;
  const log: string[] = [];
  const ever: string[] = [];
  try {
    if (scenario.guard) {
      world.write(world.path("readback.config.json"), JSON.stringify({ guard: scenario.guard }));
    }
    await installIn(world, scenario, program);
    if (!program.isOlder) keepInputs(world, program.name);
    world.addProgram(program.binary, program.command(modules));
    let telling: Telling | undefined;
    const wasTold = (text: RegExp) => telling?.wasTold(text) ?? false;
    if (scenario.person) {
      person = await playPerson(world, scenario.person, wasTold);
    }
    const model = await startModel((turn) => (telling as Telling).next(turn));
    try {
      program.configure(world, model.url);
      const env = { ...program.env(world, model.url), ...scenario.env };
      for (const { before, stories, isResumed = false } of scenario.parts) {
        await before?.(world, program);
        telling = tell(program, stories, ever);
        const prompt = isResumed ? "Go on." : "Do what is to be done.";
        const { trustsHooks = true, folder } = scenario;
        const args = program.args(prompt, world, { isResumed, trustsHooks });
        const command = [...program.command(modules), ...args];
        const { code, stdout, stderr } = await world.run(command, env, folder);
        program.keep?.(world);
        problems.push(...telling.problems());
        log.push(...telling.transcript, `exit code ${code}`);
        log.push(`stdout: ${stdout.slice(-2_000)}`, `stderr: ${stderr.slice(-2_000)}`);
      }
    } finally {
      await model.close();
      problems.push(...unlikeFixtures(program.name, keptInputs(world)));
      log.push(`other requests: ${model.unknown.join(", ")}`);
    }
    await scenario.after?.(world, program, wasTold);
  } catch (error) {
    problems.push(String((error as Error).stack ?? error));
  } finally {
    problems.push(...(person?.problems ?? []));
    await person?.leave();
    world.remove();
  }
  if (problems.length > 0) throw new Error([...problems, "", ...log].join("\n"));
}

/** Installs with our own commands, as a person would, or copies an example. */
async function installIn(
  world: World,
  { installs, hookArgs = [], mcpArgs = [] }: Scenario,
  { name }: Program,
) {
  if (typeof installs === "object") {
    const isOwn = (path: string) => basename(path) !== "node_modules";
    const from = join(root, "examples", installs.example);
    cpSync(from, world.project, { recursive: true, filter: isOwn });
    return;
  }
  const args = [installs === "guard" ? "hook" : "mcp", "install", name, "--yes", ...hookArgs];
  const { code, stdout, stderr } = await world.readback(...args);
  if (code !== 0) throw new Error(`readback ${args.join(" ")}: ${stdout}${stderr}`);
  if (mcpArgs.length === 0) return;
  for (const file of SETTINGS.map((one) => world.path(one))) {
    const text = world.read(file);
    const more = mcpArgs.map((one) => `, ${JSON.stringify(one)}`).join("");
    if (text) world.write(file, text.replace(/"mcp"(?=\s*\])/, `"mcp"${more}`));
  }
}

/** Where `readback mcp install` writes in a project. */
const SETTINGS = [".mcp.json", ".codex/config.toml", ".gemini/settings.json", "opencode.json"];
