import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { answerIn, useProject } from "./support/project.js";

const HOOK = fileURLToPath(new URL("../dist/hook.cjs", import.meta.url));
const project = useProject();

/** Runs the real hook; one that has not answered by then hangs. */
function ask(fixture = "claude-code/todo-write", env: NodeJS.ProcessEnv = {}) {
  const { CLAUDE_PROJECT_DIR: _, READBACK_DIR: __, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [HOOK, "claude-code"], {
    input: JSON.stringify(project.fixture(fixture)),
    env: { ...inherited, NODE_DISABLE_COMPILE_CACHE: "1", ...env },
    encoding: "utf8",
    timeout: 10_000,
    killSignal: "SIGKILL",
  });
  expect(status, "the hook hangs").toBe(0);
  return answerIn(stdout, stderr);
}

const config = () => join(project.path, "readback.config.json");
const fifo = (path: string) => execFileSync("mkfifo", [path]);
const inJournal = (name: string) => {
  mkdirSync(project.journal, { recursive: true, mode: 0o700 });
  return join(project.journal, name);
};

describe("a file that came with a project cannot make the hook hang", { timeout: 60_000 }, () => {
  it.each([
    "0000002.jsonl",
    "9007199254740993.jsonl",
    "99999999999999999999999999.jsonl",
    "000000.jsonl",
  ])("%s, which is no name of a segment, is passed over", (name) => {
    writeFileSync(inJournal(name), "");
    expect(ask().reason).toContain("attempt 1 of 5");
    expect(ask("claude-code/stop").reason).toContain("attempt 1 of 5");
  });

  it.each([
    ["a pipe", fifo],
    ["a folder", mkdirSync],
    ["a link to a device", (path: string) => symlinkSync("/dev/zero", path)],
  ])("%s as readback.config.json is a failure of the guard", (_, make) => {
    make(config());
    const { reason } = ask();
    expect(reason).toContain("The todo guard itself failed");
    expect(reason).toMatch(/readback\.config\.json: .*(not a regular file|is a folder)/i);
  });

  it.each([
    ["a pipe", fifo],
    ["a folder", mkdirSync],
    ["a link to a device", (path: string) => symlinkSync("/dev/zero", path)],
    ["a link to a pipe", (path: string) => symlinkSync("pipe", path)],
  ])("%s as a segment is passed over, and told when a session begins", (_, make) => {
    fifo(inJournal("pipe"));
    make(inJournal("000001.jsonl"));
    expect(ask().reason).toContain("attempt 1 of 5");
    expect(ask("claude-code/stop").reason).toContain("attempt 1 of 5");
    expect(ask("claude-code/session-start").remark).toContain("000001.jsonl may have come with");
  });

  it("a link to a regular file is a config like any other", () => {
    writeFileSync(join(project.path, "real.json"), '{"guard":{"maxRetryAttempts":3}}');
    symlinkSync("real.json", config());
    expect(ask().reason).toContain("attempt 1 of 3");
  });

  it("a pipe in the compile cache is passed over", () => {
    const cache = join(project.path, "cache");
    const env = { XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: "" };
    ask("claude-code/todo-write", env);
    const [kept = ""] = execFileSync("ls", [join(cache, "readback")], { encoding: "utf8" }).split(
      "\n",
    );
    const path = join(cache, "readback", kept);
    rmSync(path);
    fifo(path);
    ask("claude-code/stop", env);
  });

  it("standard input that nobody closes is read until its JSON is whole", async () => {
    const child = spawn(process.execPath, [HOOK, "claude-code"], {
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
    });
    try {
      const input = JSON.stringify(project.fixture("claude-code/todo-write"));
      const half = input.lastIndexOf("}");
      child.stdin.write(input.slice(0, half));
      child.stdin.write(input.slice(half));
      const [stdout] = await Promise.all([textOf(child.stdout), once(child, "exit")]);
      expect(answerIn(stdout, "").reason).toContain("attempt 1 of 5");
    } finally {
      child.kill("SIGKILL");
    }
  });

  it.skipIf(process.getuid?.() !== 0)("another user's config runs no command", () => {
    // Needs root, to make files of two users.
    writeFileSync(config(), '{"guard":{"validate":"touch ran"}}');
    execFileSync("chown", ["65534", config()]);
    expect(ask().reason).toContain("belongs to another user (65534)");
    execFileSync("chown", ["65534", project.path]);
    chmodSync(project.path, 0o755);
    expect(ask().reason).toContain("attempt 1 of 5");
  });
});
