import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../src/commands/run-command.js";

const folder = mkdtempSync(join(tmpdir(), "readback-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a process lives; one that has ended and was not waited for does not. */
function lives(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}

const pidIn = (name: string) => Number(readFileSync(join(folder, name), "utf8"));
const ended = (name: string) =>
  vi.waitFor(() => expect(lives(pidIn(name))).toBe(false), { timeout: 30_000 });

describe("runCommand", { timeout: 120_000 }, () => {
  it("gives the exit code, the output in order, and standard output alone", async () => {
    const result = await runCommand("cat; echo problem >&2; exit 3", { stdin: "the task" });
    expect(result).toMatchObject({ how: "exited", exitCode: 3, signal: null, stdout: "the task" });
    expect(result.output).toContain("problem");
  });

  it("says which signal ended it", async () => {
    expect(await runCommand("kill -SEGV $$")).toMatchObject({ exitCode: null, signal: "SIGSEGV" });
  });

  it("does not wait for a command that never reads its input", async () => {
    const result = await runCommand("true", { stdin: "x".repeat(5_000_000) });
    expect(result).toMatchObject({ how: "exited", exitCode: 0 });
  });

  it("keeps the end of a long output, from the start of a line", async () => {
    const result = await runCommand("seq 1 100000", { tailBytes: 1_000 });
    expect(result.bytes).toBe(588_895);
    expect(result.output.length).toBeLessThanOrEqual(1_000);
    expect(result.output).toMatch(/^\d{5}\n[\s\S]*\n100000\n$/);
  });

  it("takes bytes that are no text", async () => {
    const result = await runCommand("printf 'a\\377\\000\\376b'");
    expect(result.output).toBe("a\ufffd\0\ufffdb");
  });

  it("holds a command back while whoever looks on is slow", async () => {
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running = runCommand("head -c 20000000 /dev/zero", {
      onOutput() {
        calls += 1;
        return held;
      },
    });
    // Long enough for hundreds of chunks.
    await runCommand("head -c 20000000 /dev/zero");
    expect(calls).toBeLessThan(5);
    release();
    expect((await running).bytes).toBe(20_000_000);
  });

  it("ends a child that ignores SIGTERM, and its grandchildren, when the time is over", async () => {
    const inner = `trap '' TERM; (trap '' TERM; echo $$ > /dev/null; sh -c 'trap "" TERM; echo $$ > grandchild; while :; do sleep 1; done') & echo $$ > child; while :; do sleep 1; done`;
    const result = await runCommand(inner, { cwd: folder, timeout: 1_500, killAfter: 300 });
    expect(result).toMatchObject({ how: "timed_out", exitCode: null, signal: "SIGKILL" });
    await ended("child");
    await ended("grandchild");
  });

  it("lets a child that obeys SIGTERM say something first", async () => {
    const controller = new AbortController();
    const running = runCommand(
      "trap 'echo tidied; exit 7' TERM; echo up; while :; do sleep 0.05; done",
      {
        signal: controller.signal,
        onOutput: () => controller.abort(),
      },
    );
    const result = await running;
    expect(result).toMatchObject({ how: "aborted", exitCode: 7 });
    expect(result.output).toContain("tidied");
  });

  it.runIf(existsSync("/proc/self/environ"))(
    "ends what left the process group, too, when it is aborted",
    async () => {
      const controller = new AbortController();
      await runCommand("setsid sh -c 'echo $$ > escaped; echo up; exec sleep 1000' & wait", {
        cwd: folder,
        signal: controller.signal,
        onOutput: () => controller.abort(),
      });
      await ended("escaped");
    },
  );

  it.runIf(existsSync("/proc/self/environ"))(
    "ends with this process, also what has left its group, when that is killed with kill -9",
    async () => {
      const command =
        "setsid sh -c 'trap \"\" TERM HUP; echo $$ > orphan; exec sleep 1000' & trap '' TERM; echo $$ > orphaned; wait; sleep 1000";
      const built = new URL("../dist/index.js", import.meta.url);
      const script = `import { runCommand } from ${JSON.stringify(built)}; await runCommand(${JSON.stringify(command)});`;
      const runner = spawn(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: folder,
        stdio: "ignore",
      });
      await vi.waitFor(
        () => expect([lives(pidIn("orphan")), lives(pidIn("orphaned"))]).toEqual([true, true]),
        30_000,
      );
      runner.kill("SIGKILL");
      await ended("orphaned");
      await ended("orphan");
    },
  );

  it("leaves nothing of its group behind when it ends by itself", async () => {
    const result = await runCommand("sleep 1000 & echo $! > left; exit 0", { cwd: folder });
    expect(result.exitCode).toBe(0);
    await ended("left");
  });

  it("starts nothing once it is aborted", async () => {
    const result = await runCommand("touch started", { cwd: folder, signal: AbortSignal.abort() });
    expect(result.how).toBe("aborted");
    expect(existsSync(join(folder, "started"))).toBe(false);
  });

  it("rejects when the folder is not there", async () => {
    await expect(runCommand("true", { cwd: join(folder, "none") })).rejects.toThrow(/ENOENT/);
  });
});
