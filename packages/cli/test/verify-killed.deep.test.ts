import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createProject } from "./support/project.js";
import { cli, plainEnv } from "./support/run.js";

const KILLS = 200;
const ATTEMPTS = 3;
/** How long a run may live after its first sign of life, in milliseconds: about as long as it takes. */
const LONGEST = 1_500;
/** Several at once, so that it takes minutes and not an hour. */
const SIDE_BY_SIDE = 4;

describe("a runner that is killed with kill -9", () => {
  it("loses no attempt and never makes one too many", { timeout: 900_000 }, async () => {
    let kills = 0;
    let seed = 42;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };

    /** Runs one task until it has ended, killing the runner on the way. */
    async function story(): Promise<void> {
      const project = createProject();
      const args = [
        ...["verify", "--task-id", "03-01:task-3", "--max-attempts", String(ATTEMPTS)],
        // An attempt leaves a line at its start, whatever becomes of it.
        ...["--exec", "echo x >> tries; sleep 0.2", "--verify", "sleep 0.1; exit 1"],
        ...["--on-escalate", "abort"],
      ];
      for (;;) {
        const child = spawn(process.execPath, [cli, ...args], {
          cwd: project.folder,
          env: plainEnv({ HOME: project.home }),
          stdio: ["ignore", "ignore", "pipe"],
        });
        let timer: NodeJS.Timeout | undefined;
        // Its start takes long on a busy machine, and nothing happens in it.
        child.stderr.once("data", () => {
          if (kills >= KILLS) return;
          kills += 1;
          timer = setTimeout(() => child.kill("SIGKILL"), random() * LONGEST);
        });
        let said = "";
        child.stderr.setEncoding("utf8").on("data", (text) => {
          said += text;
        });
        const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
        clearTimeout(timer);
        if (code !== null && timer) kills -= 1;
        if (code === null) continue;
        expect([code, said]).toEqual([5, said]);
        const events = project
          .read(".readback/retry.jsonl")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as { event: string; attempt?: number });
        // A runner that was killed after its task had ended was followed by a run of its own.
        const runs = events.filter(({ event }) => event === "resolved").length;
        const attempts = events.flatMap(({ event, attempt }) =>
          event === "attempt" ? [attempt] : [],
        );
        // Every attempt is in the log once, also the interrupted ones.
        expect(attempts).toEqual(Array.from({ length: runs }, () => [1, 2, 3]).flat());
        const tries = project.read("tries").trim().split("\n").length;
        expect(tries).toBeLessThanOrEqual(ATTEMPTS * runs);
        return;
      }
    }

    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        while (kills < KILLS) await story();
      }),
    );
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  });
});
