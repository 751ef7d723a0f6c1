import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newProject, runHookFile } from "./support/hook-process.js";

// A hook starts with every tool call: loading any of these takes as long as a part of its decision.
const HEAVY = ["perf_hooks", "crypto", "child_process", "stream", "net", "tty", "os", "v8"];

const PRELOAD = fileURLToPath(new URL("./support/loaded.cjs", import.meta.url));

let project: string;
let variables: NodeJS.ProcessEnv;
beforeEach(() => {
  project = newProject();
  variables = {
    NODE_OPTIONS: `--require ${PRELOAD}`,
    READBACK_TEST_LOADED: join(project, "loaded.json"),
    XDG_CACHE_HOME: join(project, "cache"),
  };
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const loaded = () =>
  JSON.parse(readFileSync(join(project, "loaded.json"), "utf8")) as readonly string[];

it("loads no module of Node that takes long, and neither does a claim", async () => {
  const empty = join(project, "empty.cjs");
  writeFileSync(empty, "");
  execFileSync(process.execPath, [empty], { env: { ...process.env, ...variables } });
  const known = new Set(loaded());
  const call = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", tool_use_id: "t1" };
  const todos = [{ content: "Write tests", status: "completed" }];
  const calls = {
    "": { tool_name: "Bash", tool_input: { command: "ls" } },
    "attempt 1 of 5": { tool_name: "TodoWrite", tool_input: { todos } },
  };
  for (const [told, tool] of Object.entries(calls)) {
    const { stdout } = await runHookFile("claude-code", { ...call, ...tool }, variables);
    expect(stdout).toContain(told);
    const more = loaded().filter((name) => !known.has(name));
    expect(more.filter((name) => HEAVY.includes(name))).toEqual([]);
  }
});
