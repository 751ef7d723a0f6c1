import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createProject } from "./support/project.js";

const FILES = {
  "claude-code": ".mcp.json",
  codex: ".codex/config.toml",
  gemini: ".gemini/settings.json",
  opencode: "opencode.json",
} as const;

const THEIRS = {
  "claude-code": '{\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n',
  codex: 'model = "m"\n\n[mcp_servers.other]\ncommand = "other"\n',
  gemini: '{\n  // mine\n  "theme": "dark"\n}\n',
  opencode: '{ "theme": "dark" }\n',
} as const;

const hosts = Object.keys(FILES) as (keyof typeof FILES)[];

describe("readback mcp install", () => {
  it.each(hosts)("tells %s, once, and takes it out again", async (host) => {
    const project = createProject();
    project.write(FILES[host], THEIRS[host]);
    const first = await project.run(["mcp", "install", host, "--yes"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const written = project.read(FILES[host]);
    expect(written).toMatch(/"readback",\s*"mcp"/);
    const second = await project.run(["mcp", "install", host, "--yes"]);
    expect(second.stdout).toBe(`Already installed in ${FILES[host]}.\n`);
    expect(project.read(FILES[host])).toBe(written);
    await project.run(["mcp", "install", host, "--yes", "--uninstall"]);
    expect(project.read(FILES[host])).toBe(THEIRS[host]);
  });

  it("lets servers of Codex open a browser", async () => {
    const project = createProject();
    await project.run(["mcp", "install", "codex", "--yes"]);
    expect(project.read(".codex/config.toml")).toMatch(/env_vars = \["DISPLAY", "WAYLAND_DISPLAY"/);
  });

  it("has Codex wait longer for a call than the call takes", async () => {
    const project = createProject();
    await project.run(["mcp", "install", "codex", "--yes"]);
    const [, seconds] = /tool_timeout_sec = (\d+)/.exec(project.read(".codex/config.toml")) ?? [];
    expect(Number(seconds)).toBeGreaterThan(240);
  });

  it("writes nothing when there is nobody to ask", async () => {
    const project = createProject();
    const { code, stdout, stderr } = await project.run(["mcp", "install", "codex"]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(stdout).toContain("+ [mcp_servers.readback]");
    expect(existsSync(project.path(".codex/config.toml"))).toBe(false);
  });
});

describe("readback hook install opencode", () => {
  const PLUGIN = ".opencode/plugin/readback.js";

  it("writes a plugin of its own, once, and removes it again", async () => {
    const project = createProject();
    expect(await project.run(["hook", "install", "opencode", "--yes"])).toMatchObject({ code: 0 });
    expect(project.read(PLUGIN)).toContain("node_modules/readback/dist/hook.cjs");
    const again = await project.run(["hook", "install", "opencode", "--yes"]);
    expect(again.stdout).toContain("Already installed");
    await project.run(["hook", "install", "opencode", "--yes", "--uninstall"]);
    expect(existsSync(project.path(PLUGIN))).toBe(false);
  });

  it("leaves a file alone that is not its own", async () => {
    const project = createProject();
    project.write(PLUGIN, "export const Mine = async () => ({});\n");
    const { code, stderr } = await project.run(["hook", "install", "opencode", "--yes"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not ours"),
    });
    expect(project.read(PLUGIN)).toContain("Mine");
  });
});
