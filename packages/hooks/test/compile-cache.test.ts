import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newProject, runHookFile } from "./support/hook-process.js";

// What V8 made of the hook is kept between starts; nothing may depend on it.

let project: string;
let cache: string;
beforeEach(() => {
  project = newProject();
  cache = join(project, "cache");
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

let calls = 0;
async function claim(variables: NodeJS.ProcessEnv = { XDG_CACHE_HOME: cache }) {
  calls += 1;
  const input = {
    session_id: "s",
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "TodoWrite",
    tool_use_id: `t${calls}`,
    tool_input: { todos: [{ content: `todo ${calls}`, status: "completed" }] },
  };
  const result = await runHookFile("claude-code", input, variables);
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  expect(result.stdout).toContain("attempt 1 of 5");
}

const files = () =>
  existsSync(join(cache, "readback")) ? readdirSync(join(cache, "readback")) : [];
const file = () => join(cache, "readback", files()[0] as string);

describe("the kept compilation", () => {
  it("is made by the first decision, for its user only, and then used as it is", async () => {
    await claim();
    expect(files()).toHaveLength(1);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(cache, "readback")).mode & 0o777).toBe(0o700);
    utimesSync(file(), 1, 1);
    await claim();
    expect([files().length, statSync(file()).mtimeMs]).toEqual([1, 1_000]);
  });

  it("is not made by a call that decides nothing, nor when that is switched off", async () => {
    const other = { session_id: "s", cwd: project, hook_event_name: "Notification" };
    await runHookFile("claude-code", other, { XDG_CACHE_HOME: cache });
    await claim({ XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(files()).toEqual([]);
  });

  it.each([
    ["one bit is wrong", (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(5_000) ^ 4, 5_000)],
    ["its end is wrong", (bytes: Buffer) => bytes.fill(0, bytes.length - 1_000)],
    ["it is nothing but zeros", (bytes: Buffer) => bytes.fill(0)],
  ])("is made anew when %s", async (_, spoil) => {
    await claim();
    const bytes = readFileSync(file());
    spoil(bytes);
    writeFileSync(file(), bytes);
    await claim();
    expect(readFileSync(file()).equals(bytes)).toBe(false);
    await claim();
  });

  it("is made anew when it was cut short", async () => {
    await claim();
    const { size } = statSync(file());
    for (const length of [0, 1, size / 2, size - 2]) {
      writeFileSync(file(), readFileSync(file()).subarray(0, length));
      await claim();
      expect(statSync(file()).size).toBeGreaterThan(size / 2);
    }
  });

  it("is not read when others could have written it, or through a symbolic link", async () => {
    await claim();
    const path = file();
    const whole = readFileSync(path);
    chmodSync(path, 0o666);
    utimesSync(path, 1, 1);
    await claim();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const elsewhere = join(project, "elsewhere");
    writeFileSync(elsewhere, whole, { mode: 0o600 });
    rmSync(path);
    symlinkSync(elsewhere, path);
    await claim();
    expect(readFileSync(elsewhere).equals(whole)).toBe(true);
  });

  it("is done without where it cannot be written", async () => {
    mkdirSync(cache);
    writeFileSync(join(cache, "readback"), "a file where the folder should be");
    await claim();
    await claim({ XDG_CACHE_HOME: "", HOME: "" });
    await claim({ XDG_CACHE_HOME: "/dev/null/nowhere" });
  });
});
