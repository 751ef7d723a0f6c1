import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { newProject, runHookFile } from "./support/hook-process.js";

// Inputs in the shape each host sends; what is printed must be what that host understands.

const text = z.string().min(1).max(10_000);
const deny = z.strictObject({
  hookSpecificOutput: z.strictObject({
    hookEventName: z.literal("PreToolUse"),
    permissionDecision: z.literal("deny"),
    permissionDecisionReason: text,
  }),
});
const block = z.strictObject({ decision: z.literal("block"), reason: text });
const context = z.strictObject({
  hookSpecificOutput: z.strictObject({ hookEventName: text, additionalContext: text }),
});
const outputs: Readonly<Record<string, z.ZodType>> = {
  "claude-code": z.union([deny, block, context]),
  codex: z.union([deny, block, context]),
  gemini: z.union([z.strictObject({ decision: z.literal("deny"), reason: text }), context]),
  opencode: z.strictObject({ decision: z.literal("deny"), reason: text }),
};

/** Inputs that complete a todo for the first time, and so are blocked for review. */
const isFirstClaim = (name: string) =>
  /^(todo-?write|task-update|update-plan|update-goal|write-todos|tracker-update|task-completed)/.test(
    name,
  ) && !/nothing|no-id|subject-only|deleted/.test(name);

const folder = fileURLToPath(new URL("fixtures", import.meta.url));

describe.each(Object.keys(outputs))("%s", (host) => {
  let project: string;
  beforeAll(() => {
    project = newProject();
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  const names = readdirSync(join(folder, host)).map((name) => name.replace(".json", ""));
  it.each(names)("understands the answer to %s", async (name) => {
    const input = JSON.parse(readFileSync(join(folder, host, `${name}.json`), "utf8"));
    const session = `${input.session_id ?? ""}${name}`;
    const isIsolated = input.session_id === "";
    const given = { ...input, cwd: project, ...(isIsolated ? {} : { session_id: session }) };
    const { json, exitCode, stderr } = await runHookFile(host, given);
    if (json !== undefined) expect(outputs[host]?.safeParse(json).error).toBeUndefined();
    const isBlocked = json !== undefined || exitCode === 2;
    expect(isBlocked).toBe(isFirstClaim(name));
    if (exitCode === 2) expect(stderr).toContain("attempt 1 of 5");
    else expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});
