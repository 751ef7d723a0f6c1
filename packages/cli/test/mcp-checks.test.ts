import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settingsOf } from "../src/doctor/host-settings.js";
import { checkMcp } from "../src/doctor/mcp-checks.js";
import { withValue } from "../src/hook/json-text.js";
import { withTable } from "../src/hook/toml-text.js";
import { managedSettings } from "../src/hosts/claude-code-managed.js";
import { rememberedAs } from "../src/hosts/claude-code-project.js";
import { agentOf, type HostName } from "../src/hosts.js";

// What `readback doctor` says of an agent that has the server in its settings.

let top: string;
const project = () => join(top, "project");
const home = () => join(top, "home");

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "readback-mcp-checks-"));
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HOME", home());
  vi.stubEnv("GEMINI_CLI_TRUST_WORKSPACE", "true");
  // So that no line is about the screen.
  vi.stubEnv("BROWSER", "true");
  vi.spyOn(process, "cwd").mockReturnValue(project());
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(top, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What doctor says, once the server is installed and then something is changed. */
async function messages(name: HostName, change: () => void = () => {}, scope?: "user") {
  const host = await agentOf(name);
  const { files, format, place, entry } = host.mcp;
  const value = entry("npx", ["readback", "mcp"]);
  const text = format === "toml" ? withTable("", place, value) : withValue("{}\n", place, value);
  const file = scope ? join(home(), files.user ?? "") : join(project(), files.project ?? "");
  write(file, text);
  write(join(home(), ".codex/config.toml"), `[projects."${project()}"]\ntrust_level = "trusted"\n`);
  change();
  const { found } = settingsOf(host, project());
  const checks = await checkMcp(host, project(), found, async () => undefined);
  return checks
    .filter(({ message }) => !/screen|xdg-open/.test(message))
    .map(({ status, message, next = [] }) => [`${status}: ${message}`, ...next].join(" → "));
}
const problems = async (...what: Parameters<typeof messages>) =>
  (await messages(...what)).filter((line) => !line.startsWith("ok: "));

const at = (path: string) => path.replace("~", home()).replace(/^\.\//, `${project()}/`);
const settings = (path: string, value: object) => () => write(at(path), JSON.stringify(value));
const more = (path: string, value: object) => () =>
  write(at(path), JSON.stringify({ ...JSON.parse(readFileSync(at(path), "utf8")), ...value }));
const changed = (path: string, from: string, to: string) => () =>
  write(at(path), readFileSync(at(path), "utf8").replace(from, to));

const LOCAL = "./.claude/settings.local.json";
const APPROVED = { enabledMcpjsonServers: ["readback"] };
const TOOLS = ["ask_user", "ask_user_question"];
const CODEX = "./.codex/config.toml";
const GEMINI = "./.gemini/settings.json";

describe("an agent that can ask", () => {
  it.each<readonly [HostName, () => void]>([
    ["claude-code", settings(LOCAL, APPROVED)],
    ["claude-code", settings("./.claude/settings.json", { enableAllProjectMcpServers: true })],
    [
      "claude-code",
      settings(LOCAL, { ...APPROVED, permissions: { deny: ["mcp__readback__ask_user"] } }),
    ],
    ["codex", () => {}],
    [
      "codex",
      () => {
        changed(CODEX, '"mcp"]', '"mcp", "--patience-with-progress", "48"]')();
        changed(CODEX, "tool_timeout_sec = 300", "tool_timeout_sec = 60")();
      },
    ],
    [
      "codex",
      changed(CODEX, "tool_timeout_sec", "enabled_tools = [\n  'ask_user',\n]\ntool_timeout_sec"),
    ],
    [
      "codex",
      () => {
        const text = readFileSync(at(CODEX), "utf8");
        write(at(CODEX), `${text}\n[mcp_servers.readback.tools.other]\nenabled = false\n`);
      },
    ],
    ["gemini", () => {}],
    ["gemini", more(GEMINI, { mcp: { allowed: ["readback"], excluded: ["other"] } })],
    ["gemini", changed(GEMINI, '"command"', `"excludeTools": ${JSON.stringify(TOOLS)}, "command"`)],
    ["opencode", () => {}],
  ])("has nothing wrong with it: %s %#", async (name, change) => {
    expect(await problems(name, change)).toEqual([]);
  });

  it("needs no approval where the server is a user's own", async () => {
    expect(await problems("claude-code", undefined, "user")).toEqual([]);
  });
});

describe("an agent that has the server, and cannot ask", () => {
  it.each<readonly [string, HostName, () => void, string]>([
    [
      "turned off",
      "claude-code",
      settings(LOCAL, { disabledMcpjsonServers: ["readback"] }),
      "broken: readback is turned off in Claude Code for this project → Type /mcp in Claude Code",
    ],
    [
      "turned off for one project alone",
      "claude-code",
      () => {
        const projects = { [project()]: { disabledMcpServers: ["readback"] } };
        write(at("~/.claude.json"), JSON.stringify({ projects }));
      },
      "broken: readback is turned off in Claude Code for this project",
    ],
    [
      "forbidden",
      "claude-code",
      settings(LOCAL, { deniedMcpServers: [{ serverName: "readback" }] }),
      'broken: readback is one of "deniedMcpServers"',
    ],
    ...["mcp__readback", "mcp__readback__*", "mcp__*"].map(
      (rule) =>
        [
          `denied with ${rule}`,
          "claude-code",
          settings(LOCAL, { permissions: { deny: [rule] } }),
          "broken: The tools of readback are denied in the permissions of Claude Code",
        ] as const,
    ),
    [
      "denied by the names of its tools",
      "claude-code",
      settings(LOCAL, { permissions: { deny: TOOLS.map((tool) => `mcp__readback__${tool}`) } }),
      "broken: The tools of readback are denied in the permissions of Claude Code",
    ],
    [
      "not approved yet",
      "claude-code",
      () => {},
      "warning: Claude Code has not yet been told to use the server of this project → Start claude",
    ],
    [
      "turned off",
      "codex",
      changed(CODEX, "tool_timeout_sec", "enabled = false\ntool_timeout_sec"),
      'broken: readback is turned off in Codex → Take "enabled = false" out',
    ],
    [
      "without its tools",
      "codex",
      changed(
        CODEX,
        "tool_timeout_sec",
        `disabled_tools = ${JSON.stringify(TOOLS)}\ntool_timeout_sec`,
      ),
      "broken: The tools of readback are turned off in Codex",
    ],
    [
      "with other tools alone",
      "codex",
      changed(CODEX, "tool_timeout_sec", 'enabled_tools = ["other"]\ntool_timeout_sec'),
      "broken: The tools of readback are turned off in Codex",
    ],
    [
      "turned off",
      "gemini",
      settings("~/.gemini/mcp-server-enablement.json", { readback: { enabled: false } }),
      "broken: readback is turned off in Gemini CLI → gemini mcp enable readback",
    ],
    [
      "excluded",
      "gemini",
      more(GEMINI, { mcp: { excluded: ["readback"] } }),
      'broken: readback is one of "mcp.excluded"',
    ],
    [
      "not among those that are allowed",
      "gemini",
      more(GEMINI, { mcp: { allowed: ["other"] } }),
      'broken: readback is none of "mcp.allowed"',
    ],
    [
      "without its tools",
      "gemini",
      changed(
        GEMINI,
        '"command"',
        `"excludeTools": ${JSON.stringify([...TOOLS, "ask_person"])}, "command"`,
      ),
      "broken: The tools of readback are turned off in Gemini CLI",
    ],
    [
      "with other tools alone",
      "gemini",
      changed(GEMINI, '"command"', '"includeTools": ["other"], "command"'),
      "broken: The tools of readback are turned off in Gemini CLI",
    ],
    [
      "turned off",
      "opencode",
      changed("./opencode.json", '"enabled": true', '"enabled": false'),
      'broken: readback is turned off in OpenCode → Take "enabled": false out',
    ],
  ])("is told of: %s, %s", async (_, name, change, line) => {
    expect(await problems(name, change)).toEqual([expect.stringContaining(line)]);
  });
});

describe("Claude Code, told of the server by: claude mcp add", () => {
  const ENTRY = { type: "stdio", command: "npx", args: ["readback", "mcp"], env: {} };
  /** What stands in its own file, and nothing in the project. */
  const added = (folder: string, more: object = {}, entry: object = ENTRY) => {
    rmSync(join(project(), ".mcp.json"));
    const own = { mcpServers: { readback: entry }, ...more };
    write(at("~/.claude.json"), JSON.stringify({ projects: { [folder]: own } }));
  };

  it("can ask, without an approval", async () => {
    expect(await messages("claude-code", () => added(project()))).toEqual([
      `ok: Claude Code knows readback mcp: ${at("~/.claude.json")}`,
      "ok: npx readback mcp answers",
    ]);
  });

  it("is told of nothing in a folder that is another project", async () => {
    expect(await messages("claude-code", () => added(join(top, "other")))).toEqual([]);
  });

  it("can ask in a folder of the repository, and in a worktree of it", async () => {
    const repository = join(top, "repository");
    mkdirSync(join(repository, ".git"), { recursive: true });
    expect(rememberedAs(join(repository))).toBe(repository);
    mkdirSync(join(repository, "packages/inner"), { recursive: true });
    expect(rememberedAs(join(repository, "packages/inner"))).toBe(repository);
    write(join(top, "worktree/.git"), `gitdir: ${repository}/.git/worktrees/worktree\n`);
    expect(rememberedAs(join(top, "worktree"))).toBe(repository);
    write(join(top, "module/.git"), `gitdir: ${repository}/.git/modules/module\n`);
    expect(rememberedAs(join(top, "module"))).toBe(join(top, "module"));
  });

  it("is told what is wrong with it there", async () => {
    const off = () => added(project(), { disabledMcpServers: ["readback"] });
    expect(await problems("claude-code", off)).toEqual([
      expect.stringContaining("broken: readback is turned off in Claude Code for this project"),
    ]);
    const short = () => added(project(), {}, { ...ENTRY, timeout: 60_000 });
    expect(await problems("claude-code", short)).toEqual([
      expect.stringMatching(/^warning: Claude Code gives up a call of readback after 60 s/),
    ]);
  });
});

describe("Claude Code on a machine with an administrator", () => {
  const MANAGED = { mcpServers: { readback: { command: "npx", args: ["readback", "mcp"] } } };
  const folder = () => join(top, "managed");
  beforeEach(async () => {
    const host = await agentOf("claude-code");
    vi.spyOn(host, "managedFiles").mockImplementation(() => managedSettings(folder()));
    vi.spyOn(host.mcp, "managedFile").mockReturnValue(join(folder(), "managed-mcp.json"));
  });
  const managed = (value: object, name = "managed-settings.json") => {
    settings(LOCAL, APPROVED)();
    write(join(folder(), name), JSON.stringify(value));
  };
  const list = (...rules: readonly object[]) => rules;
  const OURS = { serverCommand: ["npx", "readback", "mcp"] };

  it.each<readonly [string, object]>([
    ["allowed by its name", { allowedMcpServers: list({ serverName: "readback" }) }],
    ["allowed by its command", { allowedMcpServers: list({ serverName: "other" }, OURS) }],
    ["approved there", { enabledMcpjsonServers: ["readback"] }],
    ["one of others that are denied", { deniedMcpServers: list({ serverName: "other" }) }],
  ])("can ask when the server is %s", async (_, value) => {
    expect(await problems("claude-code", () => managed(value))).toEqual([]);
  });

  it("can ask when the server is the administrator's", async () => {
    const only = () => {
      rmSync(join(project(), ".mcp.json"));
      managed(MANAGED, "managed-mcp.json");
    };
    expect(await messages("claude-code", only)).toEqual([
      `ok: Claude Code knows readback mcp: ${join(folder(), "managed-mcp.json")}`,
      "ok: npx readback mcp answers",
    ]);
  });

  it.each<readonly [string, () => void, string]>([
    [
      "the administrator names other servers",
      () => managed({ mcpServers: {} }, "managed-mcp.json"),
      "broken: Claude Code uses only the servers of .*managed-mcp.json, and readback is none of them → Ask",
    ],
    [
      "it is denied",
      () => managed({ deniedMcpServers: list({ serverName: "readback" }) }),
      'broken: readback is one of "deniedMcpServers" .* → Ask whoever manages this machine',
    ],
    [
      "it is denied by its command",
      () => managed({ deniedMcpServers: list(OURS) }),
      'broken: readback is one of "deniedMcpServers"',
    ],
    [
      "it is not allowed",
      () => managed({ allowedMcpServers: list({ serverName: "other" }) }),
      'broken: readback is none of "allowedMcpServers"',
    ],
    [
      "nothing is allowed",
      () => managed({ allowedMcpServers: [] }),
      'broken: readback is none of "allowedMcpServers"',
    ],
    [
      "only other commands are allowed",
      () =>
        managed({
          allowedMcpServers: list({ serverName: "readback" }, { serverCommand: ["npx", "other"] }),
        }),
      'broken: readback is none of "allowedMcpServers"',
    ],
    [
      "a person allows it, and only what the administrator allows counts",
      () => {
        managed({ allowManagedMcpServersOnly: true, allowedMcpServers: [] });
        const own = { ...APPROVED, allowedMcpServers: list({ serverName: "readback" }) };
        settings(LOCAL, own)();
      },
      'broken: readback is none of "allowedMcpServers".* → Ask whoever manages this machine',
    ],
    [
      "a file beside the administrator's settings denies it",
      () => managed({ deniedMcpServers: list(OURS) }, "managed-settings.d/10-more.json"),
      'broken: readback is one of "deniedMcpServers"',
    ],
  ])("cannot ask when %s", async (_, change, line) => {
    expect(await problems("claude-code", change)).toEqual([expect.stringMatching(line)]);
  });
});

describe("an agent that gives up a call before the call ends", () => {
  it.each<readonly [HostName, string, () => void]>([
    [
      "claude-code",
      "Claude Code",
      changed("./.mcp.json", '"command"', '"timeout": 60000, "command"'),
    ],
    ["codex", "Codex", changed(CODEX, "tool_timeout_sec = 300", "tool_timeout_sec = 60")],
    ["gemini", "Gemini CLI", changed(GEMINI, '"command"', '"timeout": 60000, "command"')],
  ])("is told of, and how the call ends in time: %s", async (name, title, shorten) => {
    const change = () => {
      shorten();
      if (name === "claude-code") settings(LOCAL, APPROVED)();
    };
    expect(await problems(name, change)).toEqual([
      expect.stringMatching(
        `^warning: ${title} gives up a call of readback after 60 s, and a call may take 240 s.* → .*"--patience-with-progress", "48"`,
      ),
    ]);
  });
});

describe("an agent that is started in a folder of the project", () => {
  it.each<readonly [HostName, readonly unknown[]]>([
    ["gemini", [expect.stringMatching(/^broken: Gemini CLI does not read .* --user$/)]],
    ["opencode", []],
    ["codex", []],
  ])("asks only where it looks above that folder: %s", async (name, expected) => {
    vi.spyOn(process, "cwd").mockReturnValue(join(project(), "inner"));
    expect(await problems(name)).toEqual(expected);
  });
});
