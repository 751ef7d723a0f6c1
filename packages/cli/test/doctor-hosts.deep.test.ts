import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hookHash } from "../src/hosts/codex-trust.js";
import { agentOf } from "../src/hosts.js";
import { createProject, type Project } from "./support/project.js";
import { run } from "./support/run.js";

/** What doctor says, on one line each. */
async function examine(
  project: Project,
  env: Readonly<Record<string, string>> = {},
  cwd = project.folder,
) {
  const { stdout } = await run(["doctor", "--json"], { HOME: project.home, ...env }, { cwd });
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; status: string; message: string; next?: string[] }[];
  };
  const lines = checks.map(({ name, status, message, next = [] }) =>
    [`${status} ${name}: ${message}`, ...next].join(" → "),
  );
  return { ok, text: lines.join("\n") };
}

async function createGuarded(host: string): Promise<Project> {
  const project = createProject();
  await project.run(["hook", "install", host, "--yes"]);
  return project;
}

function writeHome(project: Project, name: string, text: string): void {
  const path = join(project.home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A PATH with a program that says a version. */
function withProgram(project: Project, name: string, version: string) {
  const path = project.path(`bin/${name}`);
  project.write(`bin/${name}`, `#!/bin/sh\necho '${version}'\n`);
  chmodSync(path, 0o755);
  return { PATH: `${dirname(path)}:${process.env.PATH}` };
}

/** Lets an agent claim a todo, as its own hook is told of it. */
async function claimAs(project: Project, host: "codex" | "gemini") {
  const agent = await agentOf(host);
  const { input } = agent.probe(project.folder, "Write the docs");
  const told = { ...input, session_id: host, cwd: project.folder, tool_use_id: `of-${host}` };
  return project.run(["hook", host], {}, JSON.stringify(told));
}

/** What Codex keeps of the hooks of a project that a person trusts. */
function trustedHooks(project: Project): string {
  const { hooks } = JSON.parse(project.read(".codex/hooks.json"));
  const path = project.path(".codex/hooks.json");
  return Object.entries(hooks as Record<string, { matcher?: string; hooks: [object] }[]>)
    .flatMap(([event, groups]) =>
      groups.map(({ matcher, hooks: [hook] }, index) => {
        const label = event.replace(/\B[A-Z]/g, "_$&").toLowerCase();
        const hash = hookHash(event, matcher, { ...hook });
        return `[hooks.state."${path}:${label}:${index}:0"]\ntrusted_hash = "${hash}"\n`;
      }),
    )
    .join("");
}

const trusted = ({ folder }: Project) => `[projects."${folder}"]\ntrust_level = "trusted"\n`;

describe("readback doctor, host by host", { timeout: 120_000 }, () => {
  it("sees that Codex does not trust the project, the hooks, or has them turned off", async () => {
    const project = await createGuarded("codex");
    const untrusted = await examine(project);
    expect(untrusted.ok).toBe(false);
    expect(untrusted.text).toMatch(
      /broken Trust: Codex does not trust this project.* → Start codex/,
    );

    writeHome(project, ".codex/config.toml", trusted(project));
    const unknown = await examine(project);
    expect(unknown.ok).toBe(false);
    expect(unknown.text).toMatch(
      /broken Trust: The hooks of readback are not trusted.* → .*\/hooks/,
    );

    writeHome(project, ".codex/config.toml", `${trusted(project)}${trustedHooks(project)}`);
    const fine = await examine(project);
    expect(fine.text).not.toContain("Trust:");
    expect(fine.ok).toBe(true);

    const off = trustedHooks(project).replaceAll("trusted_hash", "enabled = false\ntrusted_hash");
    writeHome(project, ".codex/config.toml", `${trusted(project)}${off}`);
    expect((await examine(project)).text).toContain(
      "broken Trust: The hooks of readback are turned off",
    );
  });

  it("sees that hooks of Codex were changed after they had been trusted, until they have fired", async () => {
    const project = await createGuarded("codex");
    writeHome(project, ".codex/config.toml", `${trusted(project)}${trustedHooks(project)}`);
    const settings = project.read(".codex/hooks.json");
    project.write(".codex/hooks.json", settings.replace('"timeout": 600', '"timeout": 700'));
    const changed = await examine(project);
    expect(changed.ok).toBe(false);
    expect(changed.text).toMatch(/broken Trust: .*were changed after.* → .*\/hooks/);

    project.write(".codex/hooks.json", settings.replaceAll('"timeout": 30', '"timeout": 31'));
    const others = await examine(project);
    expect(others.ok).toBe(true);
    expect(others.text).toMatch(
      /warning Trust: Codex runs the hook of PreToolUse, and not those of PostToolUse, Stop/,
    );

    await claimAs(project, "codex");
    expect((await examine(project)).text).not.toContain("Trust:");
  });

  it("takes no other agent's claims for evidence that one is trusted", async () => {
    const project = await createGuarded("claude-code");
    await project.run(["hook", "install", "codex", "--yes"]);
    await project.run(["hook", "install", "gemini", "--yes"]);
    await project.claim("session", "call-1", "Write the tests");
    const { text } = await examine(project);
    expect(text).toContain("ok Tools: The agent has used its todo tools lately");
    expect(text).toContain("broken Trust: Codex does not trust this project");
    expect(text).toContain("broken Trust: Gemini CLI does not trust this folder");
    expect(text).toContain("broken Tools: The default model has no todo tool in Gemini CLI");

    await claimAs(project, "gemini");
    expect((await examine(project)).text).not.toContain("Gemini CLI does not trust");
  });

  it("sees whether Gemini CLI trusts the folder, by the nearest folder with an answer", async () => {
    const project = await createGuarded("gemini");
    const env = { GEMINI_MODEL: "gemini-2.5-pro" };
    const answer = (answers: Readonly<Record<string, string>>) =>
      writeHome(project, ".gemini/trustedFolders.json", JSON.stringify(answers));
    const isTrusted = async (more = {}) =>
      !(await examine(project, { ...env, ...more })).text.includes(
        "broken Trust: Gemini CLI does not trust this folder",
      );
    expect(await isTrusted()).toBe(false);
    answer({ [project.folder]: "TRUST_FOLDER" });
    expect(await isTrusted()).toBe(true);
    answer({ [project.folder]: "DO_NOT_TRUST", [dirname(project.folder)]: "TRUST_FOLDER" });
    expect(await isTrusted()).toBe(false);
    answer({ [project.folder]: "TRUST_PARENT" });
    expect(await isTrusted()).toBe(true);
    answer({ [`${project.folder}-other`]: "TRUST_FOLDER" });
    expect(await isTrusted()).toBe(false);
    expect(await isTrusted({ GEMINI_CLI_TRUST_WORKSPACE: "true" })).toBe(true);
    writeHome(
      project,
      ".gemini/settings.json",
      '{ "security": { "folderTrust": { "enabled": false } } }',
    );
    expect(await isTrusted()).toBe(true);
  });

  it("sees models of Gemini CLI that have no todo tool", async () => {
    const project = await createGuarded("gemini");
    const trust = { GEMINI_CLI_TRUST_WORKSPACE: "true" };
    const missing = await examine(project, trust);
    expect(missing.ok).toBe(false);
    expect(missing.text).toMatch(
      /broken Tools: The default model has no todo tool.* → .*taskTracker/,
    );
    const newer = await examine(project, { ...trust, GEMINI_MODEL: "gemini-3-pro" });
    expect(newer.text).toContain("broken Tools: gemini-3-pro has no todo tool");
    const older = await examine(project, { ...trust, GEMINI_MODEL: "gemini-2.5-pro" });
    expect(older.text).toContain("ok Tools: gemini-2.5-pro has write_todos");
    writeHome(project, ".gemini/settings.json", '{ "experimental": { "taskTracker": true } }');
    expect((await examine(project, trust)).text).toContain("ok Tools: The task tracker is on");
  });

  it("sees a version that is too old", async () => {
    const project = await createGuarded("claude-code");
    const seen = async (version: string) =>
      (await examine(project, withProgram(project, "claude", `${version} (Claude Code)`))).text;
    expect(await seen("2.1.325")).toContain("ok Version: Claude Code 2.1.325");
    expect(await seen("2.0.9")).toMatch(
      /warning Version: .*2\.0\.9 is older than 2\.0\.77.* → Update/,
    );
    const settings = JSON.parse(project.read(".claude/settings.json"));
    settings.hooks.TaskCompleted = [];
    project.write(".claude/settings.json", JSON.stringify(settings));
    expect(await seen("2.1.33")).toContain("ok Version: Claude Code 2.1.33");
    expect(await seen("2.1.32")).toMatch(
      /broken Version: Claude Code 2\.1\.32 drops the whole of \.claude\/settings\.json.* → Update/,
    );
  });

  it("sees that a session in a subfolder would not be guarded", async () => {
    const project = await createGuarded("claude-code");
    project.write("readback.config.json", "{}");
    const inner = project.path("packages/inner");
    mkdirSync(inner, { recursive: true });
    execFileSync("git", ["init", "--quiet"], { cwd: project.folder });
    expect((await examine(project)).text).not.toContain("Folder:");
    const below = await examine(project, {}, inner);
    expect(below.ok).toBe(false);
    expect(below.text).toMatch(
      /broken Folder: Claude Code does not read the settings.* → Start it in/,
    );
  });

  it("sees a worktree without the installed packages", async () => {
    const project = await createGuarded("codex");
    project.write(".gitignore", "node_modules\n.readback\n");
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
        ...{ cwd: project.folder, stdio: "ignore" },
      });
    git("init");
    git("add", "-A");
    git("commit", "-m", "all");
    git("worktree", "add", "../tree");
    const tree = join(dirname(project.folder), "tree");
    const { ok, text } = await examine(project, {}, tree);
    expect(ok).toBe(false);
    expect(text).not.toContain("goes on without the guard");
    expect(text).toMatch(/broken Command: .*Cannot find module.* → Install the project's packages/);
  });

  it("sees an older entry that lets claims pass where the hook cannot start", async () => {
    const project = await createGuarded("claude-code");
    expect((await examine(project)).text).not.toContain("goes on without the guard");
    const settings = project.read(".claude/settings.json");
    project.write(".claude/settings.json", settings.replace(" || exit 2", ""));
    expect((await examine(project)).text).toMatch(
      /warning Hooks: .*Claude Code goes on without the guard → readback hook install claude-code/,
    );
    await project.run(["hook", "install", "claude-code", "--yes"]);
    expect(JSON.parse(project.read(".claude/settings.json"))).toEqual(JSON.parse(settings));
  });

  it("starts the server, and says when it does not answer; the guard is no matter then", async () => {
    const project = createProject();
    project.write("package.json", '{ "private": true }');
    await project.run(["mcp", "install", "claude-code", "--yes"]);
    project.write(
      "node_modules/.bin/readback",
      '#!/bin/sh\nexec node "$(dirname "$0")/../readback/dist/cli.cjs" "$@"\n',
    );
    chmodSync(project.path("node_modules/.bin/readback"), 0o755);
    const fine = await examine(project);
    expect(fine.text).toContain("ok Questions: npx readback mcp answers");
    expect(fine.text).not.toMatch(/Fired|Config/);
    expect(fine.ok).toBe(true);
    expect((await project.run(["doctor"])).stdout).toContain("\nAgents can ask");

    project.write("node_modules/.bin/readback", "#!/bin/sh\necho 'Error: broken' >&2\nexit 3\n");
    const bad = await examine(project);
    expect(bad.ok).toBe(false);
    expect(bad.text).toMatch(
      /broken Questions: .*does not answer: exit code 3, Error: broken.* → Install/,
    );
  });

  it("knocks at a server on this machine, and at no other", async () => {
    const project = createProject();
    const server = createServer((_, response) => response.writeHead(401).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const at = (url: string) => {
      project.write(
        ".mcp.json",
        JSON.stringify({ mcpServers: { readback: { type: "http", url } } }),
      );
      return examine(project);
    };
    expect((await at(`http://127.0.0.1:${port}/mcp`)).text).toContain("/mcp answers");
    expect((await at("http://192.0.2.1/mcp")).text).not.toMatch(/192\.0\.2\.1/);
    expect((await at("http://127.0.0.1:9/mcp")).text).toMatch(
      /broken Questions: nothing answers at .*:9\/mcp → Start it: readback mcp --http/,
    );
  });
});
