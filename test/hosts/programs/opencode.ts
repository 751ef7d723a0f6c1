import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../../../scripts/lib/workspace.mjs";
import { cacheFolder, versionOf } from "../install.js";
import type { Program } from "./program.js";

/** What a machine may need to reach the registry. */
const NETWORK = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy"];

function entryOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}

let known: string | undefined;

/** The registry that npm uses on this machine. */
function registry(): string {
  const [npm, args] = npmCommand(["config", "get", "registry"]) as [string, string[]];
  known ??= execFileSync(npm, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return known.trim();
}

/** What it fetches from the registry for the user and for every project with a plugin, and waits for. */
const MANIFESTS = ["package.json", "package-lock.json"];
const kept = () => join(cacheFolder(), `opencode-project@${versionOf("opencode")}`);

/** Keeps what a first run has fetched: thousands of files, which the next ones read there. */
function keepFetched(from: string): void {
  const partial = `${kept()}.${process.pid}`;
  for (const name of ["node_modules", ...MANIFESTS]) {
    cpSync(join(from, name), join(partial, name), { recursive: true, verbatimSymlinks: true });
  }
  try {
    renameSync(partial, kept());
  } catch {
    // Another run was quicker.
    rmSync(partial, { recursive: true, force: true });
  }
}

function giveKept(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of MANIFESTS) copyFileSync(join(kept(), name), join(to, name));
  symlinkSync(join(kept(), "node_modules"), join(to, "node_modules"), "dir");
}

export const opencode: Program = {
  name: "opencode",
  title: "OpenCode",
  binary: "opencode",
  command: (modules) => [join(modules, "opencode-linux-x64/bin/opencode")],
  configure(world, model) {
    const file = world.path("opencode.json");
    const own = JSON.parse(world.read(file) || "{}") as object;
    const settings = {
      provider: {
        fake: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${model}/v1`, apiKey: "dummy" },
          models: { fake: { name: "fake", tool_call: true } },
        },
      },
      autoupdate: false,
      share: "disabled",
      permission: "allow",
    };
    world.write(file, JSON.stringify({ ...own, ...settings }));
    if (!existsSync(kept())) return;
    const plugins = world.path(".opencode");
    for (const folder of [join(world.home, ".config/opencode"), plugins]) {
      if (folder !== plugins || existsSync(plugins)) giveKept(folder);
    }
  },
  keep(world) {
    const plugins = world.path(".opencode");
    const isFetched = existsSync(join(plugins, "package-lock.json"));
    if (isFetched && !existsSync(kept())) keepFetched(plugins);
  },
  env: () => ({
    // It installs a package when it starts with a plugin, into every new project, and waits for that.
    npm_config_registry: registry(),
    npm_config_cache: join(cacheFolder(), "npm"),
    npm_config_prefer_offline: "true",
    ...Object.fromEntries(NETWORK.flatMap((name) => entryOf(name))),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  }),
  args: (prompt, _, { isResumed }) => [
    ...["run", "--model", "fake/fake", "--format", "json", "--print-logs"],
    ...(isResumed ? ["--continue"] : []),
    prompt,
  ],
  call(action) {
    switch (action.kind) {
      case "todos":
        return {
          tool: "todowrite",
          input: {
            todos: action.todos.map(({ todo, status }, index) => ({
              ...{ id: `${index + 1}`, content: todo, status, priority: "medium" },
            })),
          },
        };
      case "delegate":
        return {
          tool: "task",
          input: { description: "Helper", prompt: action.prompt, subagent_type: "general" },
        };
      case "tool":
        return action;
      default:
        return undefined;
    }
  },
};
