import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newProject, runHookFile } from "./support/hook-process.js";

const PRELOAD = fileURLToPath(new URL("./support/disk-order.cjs", import.meta.url));

let project: string;
beforeEach(() => {
  project = newProject();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** What a hook process did with its journal and its answer, in order. */
async function orderOf(toolUseId: string): Promise<string> {
  const file = join(project, "order.txt");
  const todos = [{ content: "Write tests", status: "completed" }];
  const call = { session_id: "s", cwd: project, hook_event_name: "PreToolUse" };
  const claim = { ...call, tool_use_id: toolUseId, tool_name: "TodoWrite", tool_input: { todos } };
  const { stdout } = await runHookFile("claude-code", claim, {
    NODE_OPTIONS: `--require ${PRELOAD}`,
    READBACK_TEST_ORDER: file,
    NODE_DISABLE_COMPILE_CACHE: "1",
  });
  expect(stdout).toContain("attempt 1 of");
  return readFileSync(file, "utf8");
}

const configure = (guard: object) =>
  writeFileSync(join(project, "readback.config.json"), JSON.stringify({ guard }));

it("answers once everything is on the disk, and waits for that once", async () => {
  expect(await orderOf("t1")).toMatch(/^(write )+sync answer$/);
});

it("also when it only repeats what another process was told", async () => {
  await orderOf("t1");
  expect(await orderOf("t1")).toBe("sync answer");
});

it("and after a validation", async () => {
  configure({ validate: "exit 1" });
  expect(await orderOf("t1")).toMatch(/ write sync answer$/);
  expect(await orderOf("t1")).toBe("sync answer");
});
