import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentOf } from "../src/hosts.js";
import { createProject, type Project } from "./support/project.js";

const SETTINGS = ".claude/settings.json";
const COMMAND = 'node "$CLAUDE_PROJECT_DIR/node_modules/readback/dist/hook.cjs" claude-code';
/** At the event that refuses, a hook that cannot start refuses, too. */
const REFUSING = `${COMMAND} || exit 2`;

const install = (project: Project, ...args: readonly string[]) =>
  project.run(["hook", "install", "claude-code", ...args]);

/** Settings with hooks of somebody else, odd blanks, and things nobody knows. */
const OTHERS = `{
  "permissions":   { "deny": ["Bash(rm:*)"] },
  "hooks": {
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}],
    "Stop": [
      {
        "hooks": [
          { "type": "command", "command": "./bye.sh" }
        ]
      }
    ]
  },
  "unknown": 1.0, "zz": "\\u00e4"
}
`;

describe("readback hook install", () => {
  it("shows the change, writes it, and is done the second time", async () => {
    const project = createProject();
    const first = await install(project, "--yes");
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" });
    expect(first.stdout).toContain(".claude/settings.json (new file)");
    expect(first.stdout).toContain('+         "matcher": "TodoWrite|TaskUpdate",');
    expect(first.stdout).toContain("Installed in .claude/settings.json");
    expect(first.stdout).toContain("CLAUDE_CODE_ENABLE_TODO_TOOLS");
    const hook = (timeout: number, command = COMMAND) => [{ type: "command", command, timeout }];
    expect(JSON.parse(project.read(SETTINGS))).toEqual({
      hooks: {
        PreToolUse: [{ matcher: "TodoWrite|TaskUpdate", hooks: hook(600, REFUSING) }],
        PostToolUse: [{ matcher: "TodoWrite|TaskUpdate|TaskCreate", hooks: hook(30) }],
        Stop: [{ hooks: hook(30) }],
        SubagentStop: [{ hooks: hook(30) }],
        SessionStart: [{ hooks: hook(30) }],
      },
    });
    const written = project.read(SETTINGS);
    const second = await install(project, "--yes");
    expect(second).toEqual({
      code: 0,
      stdout: "Already installed in .claude/settings.json.\n",
      stderr: "",
    });
    expect(project.read(SETTINGS)).toBe(written);
    expect(readdirSync(project.path(".claude"))).toEqual(["settings.json"]);
  });

  it("keeps everything else in the file, and takes out only its own", async () => {
    const project = createProject();
    project.write(SETTINGS, OTHERS);
    chmodSync(project.path(SETTINGS), 0o640);
    await install(project, "--yes");
    const written = project.read(SETTINGS);
    for (const line of OTHERS.trim().split("\n").slice(1, 3)) expect(written).toContain(line);
    expect(written).toContain(
      '{"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}',
    );
    expect(written).toContain('"unknown": 1.0, "zz": "\\u00e4"');
    expect(JSON.parse(written).hooks.PreToolUse).toHaveLength(2);
    expect(statSync(project.path(SETTINGS)).mode & 0o777).toBe(0o640);

    const { code, stdout } = await install(project, "--uninstall", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}- .*hook\.cjs/m);
    expect(stdout).toContain("Taken out of .claude/settings.json.");
    expect(project.read(SETTINGS)).toBe(OTHERS);
    expect((await install(project, "--uninstall", "--yes")).stdout).toBe(
      "Nothing of ours in .claude/settings.json.\n",
    );
  });

  it.each([
    ["tabs", OTHERS.replaceAll("  ", "\t")],
    ["the line ends of Windows", OTHERS.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\ufeff${OTHERS}`],
    ["everything on one line", JSON.stringify(JSON.parse(OTHERS))],
    ["no line end at the end", OTHERS.trim()],
  ])("restores a file with %s", async (_, text) => {
    const project = createProject();
    project.write(SETTINGS, text);
    await install(project, "--yes");
    expect(
      JSON.parse(project.read(SETTINGS).replace(/^\ufeff/, "")).hooks.SubagentStop,
    ).toHaveLength(1);
    await install(project, "--uninstall", "--yes");
    expect(project.read(SETTINGS)).toBe(text);
  });

  it("replaces entries of its own that are out of date, and keeps a timeout that was changed", async () => {
    const project = createProject();
    const old = { type: "command", command: "npx --no-install readback hook claude-code" };
    const mine = { type: "command", command: "./mine.sh" };
    project.write(
      SETTINGS,
      JSON.stringify(
        {
          hooks: {
            PreToolUse: [{ matcher: "TodoWrite", hooks: [mine, old] }],
            PostToolUse: [{ matcher: "TodoWrite", hooks: [old] }],
            Stop: [{ hooks: [{ type: "command", command: COMMAND, timeout: 7 }] }],
          },
        },
        null,
        2,
      ),
    );
    await install(project, "--yes");
    const { hooks } = JSON.parse(project.read(SETTINGS));
    expect(hooks.PreToolUse).toEqual([
      { matcher: "TodoWrite", hooks: [mine] },
      {
        matcher: "TodoWrite|TaskUpdate",
        hooks: [{ type: "command", command: REFUSING, timeout: 600 }],
      },
    ]);
    expect(hooks.PostToolUse).toEqual([
      {
        matcher: "TodoWrite|TaskUpdate|TaskCreate",
        hooks: [{ type: "command", command: COMMAND, timeout: 30 }],
      },
    ]);
    expect(hooks.Stop[0].hooks[0].timeout).toBe(7);
    expect((await install(project)).stdout).toContain("Already installed");
  });

  it.each([
    ["claude-code", SETTINGS, "PostToolUse"],
    ["codex", ".codex/hooks.json", "PostToolUse"],
    ["gemini", ".gemini/settings.json", "AfterTool"],
  ])("adds to an older installation for %s just what is missing", async (host, file, event) => {
    const project = createProject();
    await project.run(["hook", "install", host, "--yes"]);
    const whole = JSON.parse(project.read(file));
    const { [event]: added, ...older } = whole.hooks;
    project.write(file, JSON.stringify({ hooks: older }, null, 2));
    const { stdout } = await project.run(["hook", "install", host, "--yes"]);
    expect(stdout).toContain(`+     "${event}": [`);
    expect(stdout).not.toMatch(/^ +- /m);
    expect(JSON.parse(project.read(file))).toEqual(whole);
    expect(added).toHaveLength(1);
    await project.run(["hook", "install", host, "--yes", "--uninstall"]);
    expect(project.read(file).trim()).toBe("{}");
  });

  it.each([
    ["claude-code", SETTINGS, 'node "$CLAUDE_PROJECT_DIR/node_modules/readback/dist/cli.cjs"'],
    ["codex", ".codex/hooks.json", 'node "node_modules/readback/dist/cli.cjs"'],
    ["gemini", ".gemini/settings.json", 'node "node_modules/readback/dist/cli.cjs"'],
    [
      "opencode",
      ".opencode/plugin/readback.js",
      'node "$READBACK_PROJECT/node_modules/readback/dist/cli.cjs"',
    ],
  ])("writes the command of %s that asks a cluster, and keeps it", async (host, file, program) => {
    const project = createProject();
    const again = (...args: readonly string[]) =>
      project.run(["hook", "install", host, "--yes", ...args]);
    const url = "http://node-1:8080,http://node-2:8080";
    const { code, stdout } = await again("--restate", url);
    expect(code).toBe(0);
    expect(stdout).toContain(`will ask the guard of the cluster at ${url}`);
    const command = `${program} hook ${host} --restate "${url}"`;
    const written = project.read(file);
    // Without its quotes, which are escaped in another way where the settings are JSON.
    expect(written.replaceAll("\\", "")).toContain(command);
    expect(written).not.toContain("hook.cjs");

    expect((await again()).stdout).toContain("Already installed");
    // More of it is of the same cluster, too.
    await again("--instructions");
    expect(project.read(file)).not.toBe(written);
    expect(project.read(file)).not.toContain("hook.cjs");
    const moved = await again("--restate", "http://node-3:8080");
    expect(moved.code).toBe(0);
    expect(project.read(file)).toContain("http://node-3:8080");
    expect(project.read(file)).not.toContain("node-1");
    await again("--uninstall");
    expect((await again("--uninstall")).stdout).toContain("Nothing of ours");
    expect((await again()).stdout).not.toContain("cluster");
  });

  it("writes no address that is none", async () => {
    const project = createProject();
    for (const url of ["node-1", "http://node-1:8080,", "file:///etc/passwd", '$(touch x)"']) {
      const { code, stderr } = await install(project, "--yes", "--restate", url);
      expect({ url, code }).toEqual({ url, code: 2 });
      expect(stderr).toContain("--restate is the address of an ingress");
    }
    expect(existsSync(project.path(SETTINGS))).toBe(false);
  });

  it("prints what it would write, and writes nothing, when there is nobody to ask", async () => {
    const project = createProject();
    project.write(SETTINGS, OTHERS);
    const { code, stdout, stderr } = await install(project);
    expect(code).toBe(1);
    expect(stdout).toContain('+     "SubagentStop": [');
    // Whole lines, to copy them.
    expect(stdout).toContain(JSON.stringify(COMMAND));
    expect(stderr).toContain("there is no terminal to ask at. To write it, add --yes.");
    expect(project.read(SETTINGS)).toBe(OTHERS);
  });

  it.each([
    ['{ "hooks": ', "is not valid JSON: line 1, column 12: value expected."],
    ['{\n  "a": 1\n  "b": 2\n}', "is not valid JSON: line 3, column 3: comma expected."],
    ['{ "a": 1, } // mine', "is not valid JSON: line 1"],
    ["[]", "is not valid JSON: it holds no JSON object."],
    ['{ "hooks": [] }', '"hooks" is not an object.'],
    ['{ "hooks": { "Stop": {} } }', '"hooks.Stop" is not a list.'],
    ['{ "hooks": {}, "hooks": {} }', '"hooks" stands in it twice.'],
  ])("refuses settings like %j and leaves them alone", async (text, message) => {
    const project = createProject();
    project.write(SETTINGS, text);
    for (const args of [["--yes"], ["--yes", "--uninstall"]]) {
      const { code, stdout, stderr } = await install(project, ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr).toContain("Nothing was changed");
    }
    expect(project.read(SETTINGS)).toBe(text);
  });

  it("refuses settings that are not text, or a folder", async () => {
    const project = createProject();
    project.write(SETTINGS, "");
    writeFileSync(project.path(SETTINGS), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await install(project, "--yes")).stderr).toContain("is not UTF-8 text");
    mkdirSync(project.path(".claude/settings.local.json"));
    const { code, stderr } = await install(project, "--yes", "--local");
    expect(code).toBe(1);
    expect(stderr).toContain("could not be read: it is not a regular file: put one there.");
  });

  it("takes an empty file for empty settings", async () => {
    const project = createProject();
    project.write(SETTINGS, "\n");
    expect((await install(project, "--yes")).code).toBe(0);
    expect(JSON.parse(project.read(SETTINGS)).hooks.Stop).toHaveLength(1);
  });

  describe("at a symbolic link", () => {
    it("does not write out of the project unasked", async () => {
      const project = createProject();
      const outside = join(project.home, "theirs.json");
      writeFileSync(outside, "{}\n");
      mkdirSync(project.path(".claude"));
      symlinkSync(outside, project.path(SETTINGS));
      const { code, stdout, stderr } = await install(project, "--yes");
      expect(code).toBe(1);
      expect(stdout).toContain(`A symbolic link leads there. The file that changes is ${outside}`);
      expect(stderr).toContain("for a file outside the project, run this at a terminal");
      expect(readFileSync(outside, "utf8")).toBe("{}\n");
    });

    it("does not follow a linked folder out of the project either", async () => {
      const project = createProject();
      symlinkSync(project.home, project.path(".claude"));
      expect((await install(project, "--yes")).code).toBe(1);
      expect(readdirSync(project.home)).toEqual([]);
    });

    it("writes to the target within the project, and keeps the link", async () => {
      const project = createProject();
      project.write("shared.json", "{}\n");
      mkdirSync(project.path(".claude"));
      symlinkSync("../shared.json", project.path(SETTINGS));
      expect((await install(project, "--yes")).code).toBe(0);
      expect(project.read("shared.json")).toContain("PreToolUse");
      expect(project.read(SETTINGS)).toBe(project.read("shared.json"));
    });

    it("says so when the link leads nowhere", async () => {
      const project = createProject();
      mkdirSync(project.path(".claude"));
      symlinkSync("/nowhere/at/all", project.path(SETTINGS));
      const { code, stderr } = await install(project, "--yes");
      expect(code).toBe(1);
      expect(stderr).toContain("is a symbolic link that leads nowhere");
    });

    it("follows one's own in one's own home, and says so", async () => {
      const project = createProject();
      project.write("dotfiles/settings.json", "{}\n");
      mkdirSync(join(project.home, ".claude"));
      symlinkSync(project.path("dotfiles/settings.json"), join(project.home, SETTINGS));
      const { code, stdout } = await install(project, "--yes", "--user");
      expect(code).toBe(0);
      expect(stdout).toContain("A symbolic link leads there");
      expect(project.read("dotfiles/settings.json")).toContain("PreToolUse");
    });
  });

  describe("chooses where and how", () => {
    it("--local: the same command, in the local settings", async () => {
      const project = createProject();
      await install(project, "--yes");
      const { stdout } = await install(project, "--yes", "--local");
      expect(stdout).toContain("It is also installed in .claude/settings.json. Both will run");
      expect(project.read(".claude/settings.local.json")).toContain(JSON.stringify(COMMAND));
    });

    it("--user: the file of this installation", async () => {
      const project = createProject({ isInstalled: false });
      const { code } = await install(project, "--yes", "--user");
      expect(code).toBe(0);
      expect(existsSync(project.path(".claude"))).toBe(false);
      const text = readFileSync(join(project.home, SETTINGS), "utf8");
      expect(text).toMatch(/"node \\"\/.*\/dist\/hook\.cjs\\" claude-code"/);
      expect((await install(project, "--user")).stdout).toContain("Already installed");
    });

    it("refuses shared settings when the project has no readback", async () => {
      const project = createProject({ isInstalled: false });
      const { code, stderr } = await install(project, "--yes");
      expect(code).toBe(1);
      expect(stderr).toContain("npm install --save-dev readback");
      expect(existsSync(project.path(".claude"))).toBe(false);
    });

    it("--dir: keeps it in the command, quoted", async () => {
      const project = createProject();
      await install(project, "--yes", "--dir", 'sta"te $HOME');
      const { hooks } = JSON.parse(project.read(SETTINGS));
      expect(hooks.Stop[0].hooks[0].command).toBe(`${COMMAND} --dir "sta\\"te \\$HOME"`);
      expect((await project.run(["doctor"])).stdout).toContain("✓ Command");
    });

    it.each([
      [
        "codex",
        ".codex/hooks.json",
        "PreToolUse",
        "update_plan|create_goal|update_goal",
        600,
        'node "node_modules/readback/dist/hook.cjs" codex || exit 2',
      ],
      [
        "gemini",
        ".gemini/settings.json",
        "BeforeTool",
        "write_todos|tracker_update_task",
        60_000,
        `node -e "process.on('exit',c=>{if(c)process.exitCode=2});require(require('path').resolve(process.argv[1]))" "node_modules/readback/dist/hook.cjs" gemini`,
      ],
    ])("%s: in its own file and shape", async (host, file, event, matcher, timeout, command) => {
      const project = createProject();
      const { code } = await project.run(["hook", "install", host, "--yes"]);
      expect(code).toBe(0);
      const [group] = JSON.parse(project.read(file)).hooks[event];
      expect(group).toMatchObject({ matcher, hooks: [{ type: "command", command, timeout }] });
      expect((await project.run(["hook", "install", host])).stdout).toContain("Already installed");
      expect((await project.run(["doctor"])).stdout).toContain("✓ Command");
      await project.run(["hook", "install", host, "--yes", "--uninstall"]);
      expect(project.read(file)).toBe("{}\n");
    });

    it.each([
      ["claude-code", ".claude/settings.json", "PreToolUse", "CLAUDE_PROJECT_DIR"],
      ["codex", ".codex/hooks.json", "PreToolUse", undefined],
      ["gemini", ".gemini/settings.json", "BeforeTool", "GEMINI_PROJECT_DIR"],
    ] as const)(
      "%s: fires in a folder with a space, and refuses where the packages are not installed",
      async (host, file, event, variable) => {
        const project = createProject();
        await project.run(["hook", "install", host, "--yes"]);
        const [group] = JSON.parse(project.read(file)).hooks[event];
        const written: string = group.hooks[0].command;
        const agent = await agentOf(host);
        const folder = join(project.home, "a shop");
        mkdirSync(join(folder, "node_modules"), { recursive: true });
        // Gemini CLI does this before the shell sees it.
        const command =
          host === "gemini" ? written.replaceAll("$GEMINI_PROJECT_DIR", `'${folder}'`) : written;
        const env = {
          HOME: project.home,
          PATH: process.env.PATH,
          ...(variable && { [variable]: folder }),
        };
        const start = () => {
          const { input } = agent.probe(folder, "Write the docs");
          const told = { ...input, session_id: "s", tool_use_id: "t", cwd: folder };
          const options = { cwd: folder, env, input: JSON.stringify(told), shell: true } as const;
          return spawnSync(command, [], { ...options, encoding: "utf8" });
        };
        const missing = start();
        expect(missing.stderr).toMatch(/Cannot find module\W.*hook\.cjs/);
        expect(missing.status).toBe(2);
        symlinkSync(project.path("node_modules/readback"), join(folder, "node_modules/readback"));
        const fired = start();
        expect(fired).toMatchObject({ status: 0, stderr: "" });
        expect(fired.stdout).toContain("Review your work first");
      },
    );

    it("gemini: keeps comments", async () => {
      const project = createProject();
      const text = '{\n  // mine\n  "hooksConfig": { "enabled": true }, // too\n}\n';
      project.write(".gemini/settings.json", text);
      expect((await project.run(["hook", "install", "gemini", "--yes"])).code).toBe(0);
      expect(project.read(".gemini/settings.json")).toContain("// mine");
      await project.run(["hook", "install", "gemini", "--yes", "--uninstall"]);
      expect(project.read(".gemini/settings.json")).toBe(text);
    });
  });

  it("shows hostile settings escaped", async () => {
    const project = createProject();
    project.write(SETTINGS, '{\n  "x": "\u009b2J\u202eevil"\n}\n');
    const { stdout } = await install(project);
    expect(stdout).toContain("\\u009b2J\\u202eevil");
    expect(stdout).not.toContain("\u202e");
  });
});
