import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTurns } from "../../src/node/turns.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Parts of work that take 100 ms each; with `isBusy`, entries come meanwhile. */
function workshop(isBusy: boolean) {
  let [revision, parts] = [0, 0];
  const turn = createTurns(() => revision);
  const ask = (question: string) =>
    turn(question, async () => {
      vi.advanceTimersByTime(100);
      parts += 1;
      if (isBusy) revision += 1;
      return parts;
    });
  return { ask, parts: () => parts };
}

describe("work in parts", () => {
  it("goes on at once while nothing is written", async () => {
    const { ask } = workshop(false);
    const startedAt = performance.now();
    for (let part = 1; part <= 20; part += 1) expect(await ask("coverage")).toBe(part);
    expect(performance.now() - startedAt).toBe(2_000);
  });

  it("leaves most of the time to reading while entries come", async () => {
    const { ask, parts } = workshop(true);
    await ask("coverage");
    for (let part = 2; part <= 10; part += 1) {
      const answer = ask("coverage");
      await vi.advanceTimersByTimeAsync(150);
      expect(parts()).toBe(part - 1);
      await vi.advanceTimersByTimeAsync(50);
      expect(await answer).toBe(part);
    }
  });

  it("is done once for all who ask the same while it waits", async () => {
    const { ask, parts } = workshop(true);
    await ask("coverage a");
    const same = [ask("coverage a"), ask("coverage a"), ask("coverage a")];
    const other = ask("coverage b");
    expect(parts()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(same)).toEqual([2, 2, 2]);
    expect(await other).toBe(3);
    const again = ask("coverage a");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await again).toBe(4);
  });

  it("goes on after a part that took very long and failed", async () => {
    let revision = 0;
    const turn = createTurns(() => revision);
    const failed = turn("ledger", async () => {
      vi.advanceTimersByTime(60_000);
      revision += 1;
      throw new Error("cannot be folded");
    });
    await expect(failed).rejects.toThrow("cannot be folded");
    const next = turn("ledger", async () => "done");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await next).toBe("done");
  });
});
