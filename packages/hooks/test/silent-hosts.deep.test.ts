import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { useProject } from "./support/project.js";

const HOOK = fileURLToPath(new URL("../dist/hook.cjs", import.meta.url));
const project = useProject();

/** Starts the hook on a standard input on which nobody says anything. */
async function ask(stdin: "pipe" | number): Promise<{ code: number | null; stderr: string }> {
  const stdio = [stdin, "ignore", "pipe"] as const;
  // As hosts start it: a hook that does not get to answer is a refusal.
  const child = spawn("sh", ["-c", `"${process.execPath}" "${HOOK}" claude-code || exit 2`], {
    stdio: [...stdio],
  });
  const [stderr, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, "exit"),
  ]);
  return { code, stderr };
}

describe.concurrent("a host that says nothing and closes nothing", () => {
  it("on a pipe is told so, and the tool call is refused", async () => {
    const { code, stderr } = await ask("pipe");
    expect(stderr).toContain("standard input did not end within 15 seconds");
    expect(code).toBe(2);
  });

  it("on a named pipe, too", async () => {
    const path = join(project.path, "input");
    execFileSync("mkfifo", [path]);
    // Open for both: nobody waits to open it, and nobody closes it.
    const fd = openSync(path, "r+");
    try {
      expect(await ask(fd)).toMatchObject({ code: 2 });
    } finally {
      closeSync(fd);
    }
  });
});
