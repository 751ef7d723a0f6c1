import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hookHash } from "../../../packages/cli/src/hosts/codex-trust.js";
import { ask, claim, notTold, say, told } from "../action.js";
import { versionOf } from "../install.js";
import { answers } from "../person.js";
import type { Program } from "../programs/program.js";
import type { Scenario } from "../scenario.js";
import type { World } from "../world.js";

const DOCS = "Write the docs";
const INNER = "packages/inner";

/** What `readback doctor` says, on one line each. */
async function diagnosed(world: World, program: Program, folder?: string) {
  const { stdout } = await world.doctor(program.env(world, "http://127.0.0.1:9"), folder);
  const { checks } = JSON.parse(stdout) as { checks: Record<string, string>[] };
  return checks.map(({ status, name, message }) => `${status} ${name}: ${message}`);
}

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/** Writes down what Codex does when a person trusts its hooks, by our own account of that. */
async function trustHooks(world: World): Promise<void> {
  const path = world.path(".codex/hooks.json");
  const { hooks } = JSON.parse(world.read(path)) as { hooks: Record<string, HookGroup[]> };
  const trusted = Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: own }, group) =>
      own.map((hook, index) => {
        const label = event.replace(/\B[A-Z]/g, "_$&").toLowerCase();
        const hash = hookHash(event, matcher, hook);
        return `[hooks.state."${path}:${label}:${group}:${index}"]\ntrusted_hash = "${hash}"\n`;
      }),
    ),
  );
  const file = join(world.home, ".codex/config.toml");
  world.write(file, `${world.read(file)}\n${trusted.join("")}`);
}

/** The project has a folder in it. */
const withInner = async (world: World) => {
  mkdirSync(world.path(INNER), { recursive: true });
};

export const installedScenarios: readonly Scenario[] = [
  {
    name: "installed: doctor finds what fires, and nothing broken",
    installs: "guard",
    hosts: ["claude-code", "gemini", "opencode"],
    parts: [{ stories: { main: [claim(DOCS), told(/Review your work first/), say("I stop.")] } }],
    async after(world, program) {
      const lines = await diagnosed(world, program);
      expect(lines).toContain(`ok Version: ${program.title} ${versionOf(program.name)}`);
      expect(lines.filter((line) => line.startsWith("broken"))).toEqual([]);
      expect(lines.join("\n")).toContain("ok Fired: ");
    },
  },
  {
    name: "installed, hooks not trusted: nothing fires, and doctor says so",
    installs: "guard",
    hosts: ["codex"],
    trustsHooks: false,
    parts: [{ stories: { main: [claim(DOCS), notTold(/Review your work first/), say("Done.")] } }],
    async after(world, program) {
      const lines = await diagnosed(world, program);
      expect(lines).toContain(`ok Version: ${program.title} ${versionOf(program.name)}`);
      expect(lines.join("\n")).toContain("broken Trust: The hooks of readback are not trusted");
    },
  },
  {
    name: "installed, hooks trusted by a person: they fire, and doctor finds nothing broken",
    installs: "guard",
    hosts: ["codex"],
    trustsHooks: false,
    parts: [
      {
        before: trustHooks,
        stories: { main: [claim(DOCS), told(/Review your work first/), say("I stop.")] },
      },
    ],
    async after(world, program) {
      const lines = await diagnosed(world, program);
      expect(lines.filter((line) => /^broken|Trust:/.test(line))).toEqual([]);
      expect(lines.join("\n")).toContain("ok Fired: ");
    },
  },
  {
    name: "installed, questions only: doctor finds a server that answers, and nothing broken",
    installs: "questions",
    person: answers("Readback"),
    parts: [{ stories: { main: [ask("What is it called?"), told(/answered/), say("Thanks.")] } }],
    async after(world, program) {
      const lines = await diagnosed(world, program);
      expect(lines).toContain("ok Questions: npx readback mcp answers");
      expect(lines.filter((line) => line.startsWith("broken"))).toEqual([]);
    },
  },
  {
    name: "installed with `claude mcp add`: doctor finds a server that answers, and nothing broken",
    installs: "questions",
    hosts: ["claude-code"],
    person: answers("Readback"),
    parts: [
      {
        async before(world, program) {
          rmSync(world.path(".mcp.json"));
          const add = ["mcp", "add", "readback", "--", "npx", "readback", "mcp"];
          const env = program.env(world, "http://127.0.0.1:9");
          const { code, stderr } = await world.run([program.binary, ...add], env);
          expect({ code, stderr }).toMatchObject({ code: 0 });
        },
        stories: { main: [ask("What is it called?"), told(/answered/), say("Thanks.")] },
      },
    ],
    async after(world, program) {
      const lines = await diagnosed(world, program);
      const file = join(world.home, ".claude.json");
      expect(lines).toContain(`ok Questions: Claude Code knows readback mcp: ${file}`);
      expect(lines).toContain("ok Questions: npx readback mcp answers");
      expect(lines.filter((line) => line.startsWith("broken"))).toEqual([]);
    },
  },
  {
    name: "started in a subfolder: guarded",
    installs: "guard",
    hosts: ["codex", "opencode"],
    guard: {},
    folder: INNER,
    parts: [
      {
        before: withInner,
        stories: { main: [claim(DOCS), told(/Review your work first/), say("I stop.")] },
      },
    ],
  },
  {
    name: "started in a subfolder: not guarded, and doctor says so there",
    installs: "guard",
    hosts: ["claude-code", "gemini"],
    guard: {},
    folder: INNER,
    parts: [
      {
        before: withInner,
        stories: { main: [claim(DOCS), notTold(/Review your work first/), say("Done.")] },
      },
    ],
    async after(world, program) {
      const lines = await diagnosed(world, program, INNER);
      expect(lines.join("\n")).toContain(`broken Folder: ${program.title} does not read`);
    },
  },
  {
    name: "packages not installed: claims are refused, and the agent is told why",
    installs: "guard",
    parts: [
      {
        async before(world) {
          rmSync(world.path("node_modules/readback"));
        },
        stories: { main: [claim(DOCS), told(/Cannot find module\W.*hook\.cjs/), say("I stop.")] },
      },
    ],
  },
];
