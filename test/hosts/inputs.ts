import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";
import type { HostName } from "./install.js";
import type { World } from "./world.js";

// The tests of `packages/hooks` replay inputs that were recorded here: they are to look like what a host writes today.

/** What a host writes to a hook. */
export type Input = Readonly<Record<string, unknown>>;

/** The settings in which a host finds its hooks. OpenCode has none: what the hook gets there, our own plugin makes. */
export const SETTINGS: Readonly<Partial<Record<HostName, string>>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
};

/** The inputs that are replayed. */
function fixturesOf(host: HostName): readonly Input[] {
  const folder = join(root, "packages/hooks/test/fixtures", host);
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

const folderOf = (world: World) => join(world.home, "inputs");

/** Has the host call another hook beside ours, which keeps what it is told of every event that there are fixtures of. */
export function keepInputs(world: World, host: HostName): void {
  const file = world.path(SETTINGS[host] ?? "none");
  if (world.read(file) === "") return;
  const settings = JSON.parse(world.read(file)) as { hooks?: Record<string, object[]> };
  if (!settings.hooks) return;
  const folder = folderOf(world);
  mkdirSync(folder, { recursive: true });
  const hook = { type: "command", command: `cat > '${folder}'/$$.json` };
  for (const { hook_event_name: event } of fixturesOf(host)) {
    if (typeof event !== "string") continue;
    const own = settings.hooks[event] ?? [];
    const isThere = own.some((one) => JSON.stringify(one).includes("$$.json"));
    if (!isThere) settings.hooks[event] = [...own, { hooks: [hook] }];
  }
  world.write(file, JSON.stringify(settings, null, 2));
}

/** What the host has written to that hook, and what a program that was ended could not write left out. */
export function keptInputs(world: World): readonly Input[] {
  const folder = folderOf(world);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return text.trimEnd().endsWith("}") ? [JSON.parse(text) as Input] : [];
  });
}

/** Whatever of a host's inputs looks like none of their fixtures, once of each kind, with the input to make one of. */
export function unlikeFixtures(
  host: HostName,
  inputs: readonly Input[],
  fixtures: readonly Input[] = fixturesOf(host),
): readonly string[] {
  const problems = new Map<string, string>();
  for (const input of inputs) {
    const own = fixtures.filter((fixture) => kindOf(fixture) === kindOf(input)).map(shapeOf);
    const shape = shapeOf(input);
    if (own.length === 0 || own.includes(shape)) continue;
    const what = `${host} writes at ${kindOf(input)} ${shape}, and no fixture does, only ${own}.`;
    problems.set(kindOf(input) + shape, `${what} It wrote: ${JSON.stringify(input)}`);
  }
  return [...problems.values()];
}

/** What is to look alike. */
function kindOf({ hook_event_name, tool_name, agent_id }: Input): string {
  const isOfSubAgent = agent_id !== undefined;
  return [hook_event_name, tool_name, isOfSubAgent && "of a sub-agent"].filter(Boolean).join(" ");
}

/** The fields and their types. What is in a tool's input is the model's own. */
function shapeOf(input: Input): string {
  const types = Object.entries(input).map(([name, value]) => `${name}: ${typeOf(value)}`);
  return `{ ${types.sort().join(", ")} }`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
