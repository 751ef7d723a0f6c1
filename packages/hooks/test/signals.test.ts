import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useProject } from "./support/project.js";
import { running, SLOW, startHook } from "./support/signals.js";

const SIGNAL_AT_START = fileURLToPath(new URL("support/signal-at-start.cjs", import.meta.url));
const project = useProject();

afterEach(() => {
  for (const pid of running(project)) process.kill(-pid, "SIGKILL");
  vi.unstubAllEnvs();
});

describe("a hook that gets a signal the moment its validator has started", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("%s: ends, and so does the validator", async (signal, exitCode) => {
    project.configure({ validate: SLOW, maxRetryAttempts: 10 });
    vi.stubEnv("READBACK_TEST_SIGNAL", signal);
    let claims = 0;
    // The first claim is sent back for a review, with exit code 0; a later one is validated.
    const claim = () => {
      claims += 1;
      return startHook(project, `t${claims}`, ["a"], ["--require", SIGNAL_AT_START]).ended;
    };
    const ended = await vi.waitUntil(claim, { timeout: 20_000, interval: 100 });
    expect(ended).toBe(exitCode);
    await vi.waitFor(() => expect(running(project)).toEqual([]), { timeout: 5_000 });
  });
});
