import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { chromiumFlags, findChromium } from "../../../../scripts/lib/chromium.mjs";

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly method?: string;
  readonly sessionId?: string;
}

/**
 * A Chromium with one window, spoken to directly. Playwright makes every tab believe that it is
 * visible; here a tab behind another one really is hidden.
 */
export async function openWindow() {
  const profile = mkdtempSync(join(tmpdir(), "readback-window-"));
  const args = [...chromiumFlags, "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const browser = spawn(findChromium() ?? "chromium", args, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const { call, heard } = createCalls(browser);

  async function openTab(url: string) {
    const made = await call("Target.createTarget", { url: "about:blank" });
    const { targetId } = made as { targetId: string };
    const attached = await call("Target.attachToTarget", { targetId, flatten: true });
    const { sessionId } = attached as { sessionId: string };
    await call("Page.enable", {}, sessionId);
    const loaded = heard("Page.loadEventFired", sessionId);
    await call("Page.navigate", { url }, sessionId);
    await loaded;
    return {
      /** The value of an expression in the tab; a promise is awaited. */
      async evaluate(expression: string): Promise<unknown> {
        const found = (await call(
          "Runtime.evaluate",
          { expression, awaitPromise: true, returnByValue: true },
          sessionId,
        )) as { result: { value: unknown } };
        return found.result.value;
      },
      bringToFront: () => call("Target.activateTarget", { targetId }),
    };
  }

  return {
    openTab,
    async close() {
      const ended = new Promise((resolve) => browser.once("exit", resolve));
      await call("Browser.close", {}).catch(() => {});
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function createCalls(browser: ChildProcess) {
  const writable = browser.stdio[3] as Writable;
  const readable = browser.stdio[4] as Readable;
  const waiting = new Map<number, (reply: Reply) => void>();
  const listening = new Map<string, () => void>();
  let made = 0;
  let rest = "";
  readable.setEncoding("utf8").on("data", (text: string) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply;
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
      else listening.get(`${reply.method} ${reply.sessionId}`)?.();
    }
  });
  return {
    call: (method: string, params: object, sessionId?: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        made += 1;
        waiting.set(made, ({ result, error }) => {
          if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`));
          else resolve(result);
        });
        writable.write(`${JSON.stringify({ id: made, method, params, sessionId })}\0`);
      }),
    /** The next event of that name in a tab. */
    heard: (method: string, sessionId: string): Promise<void> =>
      new Promise((resolve) => listening.set(`${method} ${sessionId}`, resolve)),
  };
}
