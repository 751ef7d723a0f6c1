import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkEntries } from "../src/doctor/hook-checks.js";
import { settingsOf } from "../src/doctor/host-settings.js";
import { managedSettings } from "../src/hosts/claude-code-managed.js";
import { agentOf, type HostName } from "../src/hosts.js";

// What `readback doctor` says of hooks that are installed, and that a person has turned off.

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "readback-hook-checks-"));
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HOME", join(top, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(top, { recursive: true });
});

/** `~` is the home folder; everything else is in the project. */
function write(name: string, text: string): void {
  const path = name.startsWith("~") ? join(top, "home", name.slice(2)) : join(top, "project", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What is broken in a host whose hooks are all there. */
async function brokenIn(name: HostName, more: object, files: Readonly<Record<string, string>>) {
  const host = await agentOf(name);
  const command = `node node_modules/readback/dist/hook.cjs ${name} || exit 2`;
  const hooks = Object.fromEntries(
    host.points.map(({ event, matcher, timeout }) => [
      event,
      [{ matcher, hooks: [{ type: "command", command, timeout, ...host.extra }] }],
    ]),
  );
  write(host.files.project ?? "", JSON.stringify({ hooks, ...more }));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const checks = checkEntries(host, settingsOf(host, join(top, "project")).found, undefined);
  return checks.filter(({ status }) => status === "broken").map(({ message }) => message);
}

const OFF = "[features]\nhooks = false\n";

it.each<readonly [HostName, string, object, Readonly<Record<string, string>>]>([
  ["claude-code", "all of them", { disableAllHooks: true }, {}],
  ["gemini", "all of them", { hooksConfig: { enabled: false } }, {}],
  ["gemini", "ours", { hooksConfig: { disabled: ["other", "readback-todo-guard"] } }, {}],
  [
    "gemini",
    "ours, by its command",
    {
      hooksConfig: { disabled: ["node node_modules/readback/dist/hook.cjs gemini || exit 2"] },
    },
    {},
  ],
  ["codex", "in the project", {}, { ".codex/config.toml": OFF }],
  ["codex", "by the person", {}, { "~/.codex/config.toml": `model = "m"\n\n${OFF}` }],
  ["codex", "in one line", {}, { "~/.codex/config.toml": "features = { hooks = false }\n" }],
  ["codex", "with dots", {}, { "~/.codex/config.toml": "features.hooks = false\n" }],
  ["codex", "by the older name", {}, { "~/.codex/config.toml": "features.codex_hooks = false\n" }],
])("says that hooks of %s are turned off: %s", async (name, _, more, files) => {
  const { title } = await agentOf(name);
  expect(await brokenIn(name, more, files)).toEqual([
    `Hooks are turned off in the settings of ${title}, and nothing is guarded`,
  ]);
});

describe("of Claude Code, on a machine with an administrator", () => {
  const OFF_BY = "Hooks are turned off by an administrator of Claude Code, and nothing is guarded";
  const command = "node node_modules/readback/dist/hook.cjs claude-code || exit 2";
  const matcher = "TodoWrite|TaskUpdate";
  const OURS = { hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command }] }] } };
  async function brokenWith(more: object, managed: object, beside: object) {
    const host = await agentOf("claude-code");
    const folder = join(top, "managed");
    mkdirSync(join(folder, "managed-settings.d"), { recursive: true });
    writeFileSync(join(folder, "managed-settings.json"), JSON.stringify(managed));
    writeFileSync(join(folder, "managed-settings.d/10-more.json"), JSON.stringify(beside));
    const spy = vi.spyOn(host, "managedFiles").mockReturnValue(managedSettings(folder));
    try {
      return await brokenIn("claude-code", more, {});
    } finally {
      spy.mockRestore();
    }
  }

  it.each<readonly [string, object, object, object]>([
    ["all are turned off", {}, { disableAllHooks: true }, {}],
    ["all are turned off, ours there, too", {}, { ...OURS, disableAllHooks: true }, {}],
    ["a person has turned them on", { disableAllHooks: false }, { disableAllHooks: true }, {}],
    ["only other ones are allowed", {}, { allowManagedHooksOnly: true }, {}],
    ["a file beside the settings says so", {}, {}, { allowManagedHooksOnly: true }],
  ])("says that they are turned off: %s", async (_, more, managed, beside) => {
    expect(await brokenWith(more, managed, beside)).toEqual([OFF_BY]);
  });

  it.each<readonly [string, object, object, object]>([
    ["ours are the administrator's", {}, { ...OURS, allowManagedHooksOnly: true }, {}],
    ["a person cannot turn those off", { disableAllHooks: true }, OURS, {}],
    ["the administrator turns them on", { disableAllHooks: true }, { disableAllHooks: false }, {}],
    ["a file beside does", {}, { disableAllHooks: true }, { disableAllHooks: false }],
  ])("says nothing when they are on: %s", async (_, more, managed, beside) => {
    expect(await brokenWith(more, managed, beside)).toEqual([]);
  });
});

it.each<readonly [HostName, object, Readonly<Record<string, string>>]>([
  ["claude-code", { disableAllHooks: false }, {}],
  ["gemini", { hooksConfig: { enabled: true, disabled: ["other"] } }, {}],
  [
    "codex",
    {},
    { "~/.codex/config.toml": OFF, ".codex/config.toml": "[features]\nhooks = true\n" },
  ],
  ["codex", {}, { "~/.codex/config.toml": "[other]\nhooks = false\n" }],
])("says nothing of hooks that are on: %s %#", async (name, more, files) => {
  expect(await brokenIn(name, more, files)).toEqual([]);
});

it.each<readonly [HostName, string, string, string, string]>([
  ["opencode", "turned off", "opencode.json", '{ "tools": { "todowrite": false } }', "turned off"],
  [
    "opencode",
    "turned off by the person",
    "~/.config/opencode/opencode.jsonc",
    '{ "tools": { "todowrite": false } } // mine',
    "turned off",
  ],
  ["opencode", "denied", "opencode.json", '{ "permission": { "todowrite": "deny" } }', "denied"],
  ["opencode", "on", "opencode.json", '{ "permission": "allow" }', "is on for every model"],
  [
    "gemini",
    "excluded",
    ".gemini/settings.json",
    '{ "model": { "name": "gemini-2.5-pro" }, "tools": { "exclude": ["write_todos"] } }',
    "write_todos is excluded",
  ],
  [
    "gemini",
    "on",
    ".gemini/settings.json",
    '{ "model": { "name": "gemini-2.5-pro" } }',
    "has write_todos",
  ],
])("sees that the todo tool of %s is %s", async (name, what, file, text, message) => {
  const host = await agentOf(name);
  write(file, text);
  const folder = join(top, "project");
  mkdirSync(folder, { recursive: true });
  vi.stubEnv("GEMINI_MODEL", undefined);
  const check = host.checkTools(settingsOf(host, folder).found, folder, false);
  expect(check.status).toBe(what === "on" ? "ok" : "broken");
  expect(check.message).toContain(message);
});
