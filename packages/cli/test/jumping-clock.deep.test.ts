import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAgent } from "./support/mcp-client.js";
import { hasTerminals, KEYS, openTerminal, type Terminal } from "./support/terminal.js";

// The clock of the computer is set while a server, and a person in front of a terminal, are at work.

const YEAR = 365 * 24 * 3_600_000;
const LIMIT = { timeout: 120_000 };
const jumping = fileURLToPath(new URL("./support/jumping-clock.cjs", import.meta.url));
const name = { id: "name", question: "What is it called?" };
const colour = { id: "colour", question: "Which colour?" };

/** A project on a computer whose clock can be set. */
function useComputer() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "readback-clock-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  const clock = join(cwd, "clock");
  const set = (shift: number) => writeFileSync(clock, String(shift));
  set(0);
  const env = { NODE_OPTIONS: `--require ${jumping}`, READBACK_TEST_CLOCK: clock };
  return {
    set,
    startAgent: (args: readonly string[] = []) =>
      startAgent(cwd, ["--session", "s", ...args], "agent", { env }),
    async attach(): Promise<Terminal> {
      const terminal = openTerminal(["answer"], { cwd, env });
      onTestFinished(() => terminal.close());
      await terminal.sees("Nothing waits");
      return terminal;
    },
  };
}

/** A question has to rest before a key can decide anything. */
const rested = () => new Promise((resolve) => setTimeout(resolve, 300));

async function answer(terminal: Terminal, question: string | RegExp, text: string): Promise<void> {
  await terminal.sees(question);
  // Not while keys are held back that may be for a dialog which has gone.
  await terminal.sees("Enter: send");
  await rested();
  terminal.press(text);
  await terminal.sees(`› ${text}`);
  terminal.press(KEYS.enter);
}

/** Eight seconds of patience, with a heartbeat in between. */
const PATIENCE = ["--heartbeat", "1", "--patience", "8", "--patience-with-progress", "8"];

/** Asks, and waits until the question is known to be on screen: the person's clock runs from then on. */
async function askOnScreen(
  agent: Awaited<ReturnType<typeof startAgent>>,
  hear = (_progress: number) => {},
) {
  let told = "";
  const result = agent.ask([name], (message, progress) => {
    told = message;
    hear(progress);
  });
  await expect.poll(() => told, { timeout: 30_000 }).toContain("Waiting for the person's answer");
  return { result };
}

describe.skipIf(!hasTerminals)("a clock that is set while a question is on screen", () => {
  it(
    "back by a year: the caller's patience ends as before, and the answer is not lost",
    LIMIT,
    async () => {
      const computer = useComputer();
      const agent = await computer.startAgent(PATIENCE);
      const terminal = await computer.attach();
      const { result } = await askOnScreen(agent);
      computer.set(-YEAR);
      expect(await result).toMatchObject({ outcome: "pending", renderConfirmed: true, attempt: 1 });
      await answer(terminal, "What is it called?", "shop");
      await terminal.sees("✓ Sent.");
      expect(await agent.ask([name])).toMatchObject({ answers: [{ values: ["shop"] }] });
    },
  );

  it(
    "ahead by a year: what is overdue ends, and the question can be asked again",
    LIMIT,
    async () => {
      const computer = useComputer();
      const agent = await computer.startAgent(PATIENCE);
      const terminal = await computer.attach();
      const { result } = await askOnScreen(agent);
      computer.set(YEAR);
      expect(await result).toMatchObject({ outcome: "pending", attempt: 1 });
      await terminal.sees("Time is up: the agent went on without an answer.");
      // The outcome was told to nobody yet.
      expect(await agent.ask([name])).toMatchObject({ outcome: "timed_out", attempt: 1 });
      const again = agent.ask([name]);
      await answer(terminal, /Time is up[\s\S]*What is it called\?/, "shop");
      expect(await again).toMatchObject({ answers: [{ values: ["shop"] }] });
      // And set right again.
      computer.set(0);
      const another = agent.ask([colour]);
      await answer(terminal, "Which colour?", "red");
      expect(await another).toMatchObject({ answers: [{ values: ["red"] }] });
    },
  );

  it("ahead and back: progress goes on, and never backwards", LIMIT, async () => {
    const computer = useComputer();
    const agent = await computer.startAgent(["--heartbeat", "1"]);
    const terminal = await computer.attach();
    const waited: number[] = [];
    const { result } = await askOnScreen(agent, (progress) => waited.push(progress));
    for (const shift of [-YEAR, 0]) {
      computer.set(shift);
      const before = waited.length;
      await expect.poll(() => waited.length, { timeout: 30_000 }).toBeGreaterThan(before + 2);
    }
    await answer(terminal, "What is it called?", "shop");
    expect(await result).toMatchObject({ answers: [{ values: ["shop"] }] });
    expect(waited).toEqual([...waited].sort((one, other) => one - other));
    expect(waited.at(0)).toBeGreaterThanOrEqual(0);
    expect(waited.at(-1)).toBeLessThan(1_000);
  });
});
