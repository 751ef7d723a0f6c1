import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWindow } from "../../web/test/support/two-tabs.js";
import { type Opener, slowOpener, startAgent } from "./support/mcp-client.js";
import { hasTerminals, KEYS, openTerminal } from "./support/terminal.js";

// A question is on screen in a process that is killed with `kill -9`, which can tell nobody.

const name = { id: "name", question: "What is it called?" };
const LIMIT = { timeout: 120_000 };
const SOON = { timeout: 30_000, interval: 50 };

const onScreen = (where: string) =>
  `Still waiting for an answer (the question is on screen: ${where})`;
const NOT_ON_SCREEN =
  "Still waiting for an answer (the question is not confirmed to be on screen yet)";

function project(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-killed-")));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  return path;
}

/** A question has to rest before a key or a click can decide anything. */
const rested = () => new Promise((resolve) => setTimeout(resolve, 600));

/** Waits until the server of the page knows the tab. */
async function connected(tab: { evaluate(expression: string): Promise<unknown> }) {
  const state = `document.querySelector("#connection").dataset.state`;
  const look = () => tab.evaluate(state).catch(() => "not loaded yet");
  await expect.poll(look, SOON).toBe("connected");
}

/** An agent that waits for an answer, and what its client is told meanwhile. */
async function waitingAgent(cwd: string, opener?: Opener) {
  const args = ["--session", "s", "--heartbeat", "1"];
  const agent = await startAgent(cwd, args, "agent", opener && { opener });
  let last = "";
  let beats = 0;
  const hear = (message: string) => {
    last = message;
    beats += 1;
  };
  return {
    ask: () => agent.ask([name], hear),
    /** Longer than it takes to notice that a process has ended. */
    hasBeatOften: async () => {
      const before = beats;
      await expect.poll(() => beats - before, SOON).toBeGreaterThanOrEqual(4);
    },
    isTold: (message: string) => expect.poll(() => last, SOON).toContain(message),
  };
}

/** The same agent, that asks again and waits for a second only: what it is told then. */
async function impatientAgent(cwd: string) {
  const agent = await startAgent(cwd, ["--session", "s", "--patience", "1"]);
  return { reason: async () => (await agent.ask([name])).retryReason };
}

describe.skipIf(!hasTerminals)("a terminal that is killed with a question on it", () => {
  it(
    "shows it no more; another one still does, and when that is killed the caller is told",
    LIMIT,
    async () => {
      const cwd = project();
      const waiting = await waitingAgent(cwd);
      const impatient = await impatientAgent(cwd);
      const terminals = [0, 1].map(() => openTerminal(["answer"], { cwd }));
      onTestFinished(() => {
        for (const terminal of terminals) terminal.close();
      });
      for (const terminal of terminals) await terminal.sees("Nothing waits");
      const result = waiting.ask();
      for (const terminal of terminals) await terminal.sees("What is it called?");
      expect(await impatient.reason()).toBe(onScreen("terminal"));

      terminals[0]?.kill("SIGKILL");
      await terminals[0]?.ended;
      await waiting.hasBeatOften();
      expect(await impatient.reason()).toBe(onScreen("terminal"));
      await waiting.isTold("Waiting for the person's answer");

      // Nothing is left that could show it: the caller is told at once, and where a person can look.
      terminals[1]?.kill("SIGKILL");
      const told = await result;
      expect(told).toMatchObject({ outcome: "no_surface", renderConfirmed: false, attempt: 1 });
      expect(told.error).toContain(`run "npx readback answer" in ${cwd}`);

      const next = openTerminal(["answer"], { cwd });
      onTestFinished(() => next.close());
      await next.sees("Nothing waits");
      const again = waiting.ask();
      await next.sees("What is it called?");
      await rested();
      next.press("shop");
      await next.sees("› shop");
      next.press(KEYS.enter);
      expect(await again).toMatchObject({ answers: [{ values: ["shop"] }] });
    },
  );
});

describe("the process that serves the page, killed with a question on a tab that does not come back", () => {
  it(
    "shows it no more: whoever waits is told so, a browser is opened again, and its tab shows it",
    LIMIT,
    async () => {
      const cwd = project();
      const opener = slowOpener();
      // The first one has the page; another one takes it over.
      const host = await startAgent(cwd, ["--session", "host"]);
      const link = await host.link;
      const waiting = await waitingAgent(cwd, opener);
      const impatient = await impatientAgent(cwd);
      const window = await openWindow();
      await connected(await window.openTab(link));
      const result = waiting.ask();
      await waiting.isTold("Waiting for the person's answer");
      expect(await impatient.reason()).toBe(onScreen("page"));
      expect(opener.opened()).toEqual([]);

      // It cannot hear that its tab is closed.
      process.kill(host.pid, "SIGSTOP");
      await window.close();
      process.kill(host.pid, "SIGKILL");
      await waiting.isTold("Waiting for the question to appear");
      expect(await impatient.reason()).toBe(NOT_ON_SCREEN);

      // The person's browser is opened again, once.
      await expect.poll(opener.opened, SOON).toHaveLength(1);
      const another = await openWindow();
      onTestFinished(() => another.close());
      const tab = await another.openTab(opener.opened()[0] ?? "");
      await waiting.isTold("Waiting for the person's answer");
      const card = `document.querySelector("readback-questions").shadowRoot`;
      await tab.evaluate(`${card}.querySelector("textarea, input").focus()`);
      await tab.evaluate(`document.execCommand("insertText", false, "shop")`);
      await rested();
      await tab.evaluate(
        `[...${card}.querySelectorAll("button")].find((one) => one.textContent.includes("Send")).click()`,
      );
      expect(await result).toMatchObject({ answers: [{ values: ["shop"] }], attempt: 1 });
      expect(opener.opened()).toHaveLength(1);
    },
  );
});
