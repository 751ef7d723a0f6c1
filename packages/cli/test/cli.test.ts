import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cli, plainEnv, run } from "./support/run.js";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

describe("readback", () => {
  it.each(["--version", "-v"])("prints the version of its package with %s", async (flag) => {
    expect(await run([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([[["--help"]], [["-h"]], [[]]])("lists its commands and flags with %j", async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Usage: readback <command> [flags]");
    for (const name of [
      "demo",
      "mcp",
      "answer",
      "adopt",
      "agents-md",
      "hook install",
      "doctor",
      "guard list",
      "guard approve",
      "hook",
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\w`, "m"));
    }
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toContain("--version");
  });

  it.runIf(existsSync("/dev/full"))("says so when its output cannot be written", () => {
    const shell = ["-c", '"$0" "$1" --help > /dev/full', process.execPath, cli];
    const { status, stderr } = spawnSync("/bin/sh", shell, { env: plainEnv(), encoding: "utf8" });
    expect(stderr).toMatch(/^The output cannot be written: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });

  it
    .runIf(process.platform === "linux")
    .each([[["mcp"]], [["verify", "--exec", "true", "--verify", "true"]]])(
    "ends %j where no state can be kept, and says so",
    async (args) => {
      const { code, stderr } = await run([...args, "--dir", "/proc/none"]);
      expect(code).toBe(1);
      expect(stderr).toContain("no folder can be made there: choose another one");
    },
  );

  it.each([
    [["hook", "install", "claud"], "claude-code"],
    [["guard", "aprove"], "approve"],
    [["gaurd", "list"], "guard"],
    [["instrucions"], "instructions"],
    [["demo", "auto"], "--auto"],
    [["mcp", "--surface", "pag"], "page"],
    [["verify", "--agent", "claud", "--verify", "true"], "claude-code"],
  ])("names what may be meant by %j", async (args, meant) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(`Did you mean ${meant}?`);
  });

  it("explains a command with its --help", async () => {
    const { code, stdout } = await run(["demo", "--auto", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: readback demo [flags]");
    for (const flag of ["--auto", "--chapter <ask|guard|instruction|verify>", "--no-color"]) {
      expect(stdout).toContain(flag);
    }
  });

  it.each([
    [["dmeo"], 'readback has no command "dmeo". Possible: demo, mcp, answer, viz, agents-md'],
    [["--nope"], "readback does not know the flag --nope. Possible: --dir <folder>, --help"],
    [
      ["guard", "lst"],
      'readback guard has no "lst". Possible: list, show, approve, reset, repair, adopt.',
    ],
    [
      ["guard", "show"],
      "readback guard show needs <todo>. Its id, as the list shows it, or its text.",
    ],
    [["guard", "show", "a", "b"], 'readback guard show does not take "b". It takes one <todo>'],
    [["guard", "list", "--dir"], "--dir needs a value: --dir <folder>."],
    [["guard", "list", "--dir", "--json"], "--dir needs a value: --dir <folder>."],
    [["--dir"], "--dir needs a value: --dir <folder>."],
    [["--dir", "x", "demo"], "readback demo does not know the flag --dir."],
    [["hook", "install", "vim"], 'readback hook install does not take "vim". Possible: claude'],
    [["hook", "install", "claude-code", "--user", "--local"], "--local and --user exclude each"],
    [["hook", "install", "codex", "--local"], "Codex has no settings of its own for --local."],
    [
      ["mcp", "--surface", "moon"],
      '--surface does not take "moon". Possible: auto, app, no-app, page',
    ],
    [["mcp", "--patience", "0"], '--patience does not take "0". It takes whole seconds, 1 to'],
    [["mcp", "--page-port", "70000"], '--page-port does not take "70000". It takes a port, 0'],
    [["mcp", "--http", "--port", "x"], '--port does not take "x". It takes a port, 0 to 65535'],
    [["mcp", "--port", "8080"], "--port is for --http. The question page has --page-port."],
    [["mcp", "--restate", "http://127.0.0.1:1"], "--restate needs --session <name>"],
    [["answer", "--restate", "http://127.0.0.1:1"], "--restate needs --session <name>"],
    [["demo", "--nope"], "readback demo does not know the flag --nope. Possible: --auto"],
    [["demo", "-x"], "readback demo does not know the flag -x. Possible: --auto"],
    [["demo", "--constructor"], "does not know the flag --constructor"],
    [
      ["demo", "extra"],
      'readback demo does not take "extra". It takes flags only. Possible: --auto',
    ],
    [["demo", "--auto=yes"], "--auto takes no value: write --auto alone."],
    [["demo", "--chapter"], "--chapter needs a value. Possible: ask, guard, instruction, verify."],
    [["demo", "--chapter", "end"], '--chapter does not take "end". Possible: ask, guard'],
    [["demo", "--chapter", "--auto"], '--chapter does not take "--auto". Possible: ask'],
  ])("refuses %j and says what is possible", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/Run "readback (\w+ )*--help" for more\./);
  });

  it("lists the commands of a group", async () => {
    const { code, stdout } = await run(["guard"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: readback guard <command> [flags]");
    expect(stdout).toMatch(/guard reset +Start the count/);
    expect(await run(["guard", "--help"])).toEqual({ code, stdout, stderr: "" });
  });

  it("escapes control characters in what it refuses", async () => {
    const { stderr } = await run(["\u001b[2J\u009bx\u202e"]);
    expect(stderr).toContain('no command "\\u001b[2J\\u009bx\\u202e"');
  });
});
