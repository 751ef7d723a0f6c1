// How quickly the page shows a question, and how heavy the element is. Run by `npm run bench`.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { chromium as playwright } from "playwright-core";
import { chromium, chromiumFlags } from "../../../scripts/lib/chromium.mjs";
import { openQuestionPage } from "../dist/server.js";

/** Bytes of the element's script, minified and gzipped, as a browser would load it. */
export async function elementSize() {
  const file = fileURLToPath(new URL("../dist/index.js", import.meta.url));
  const { code } = await transform(readFileSync(file, "utf8"), { minify: true });
  return gzipSync(code, { level: 9 }).length;
}

/**
 * Milliseconds from handing a question to the server to the acknowledgement that a person can see it:
 * over HTTP, drawn, two frames waited for, and back. What a person waits is a little less.
 */
export async function timesToVisible(rounds, onRound = () => {}) {
  const page = await openQuestionPage();
  page.onAnswer(() => {});
  const browser = await playwright.launch({
    executablePath: await chromium(),
    args: chromiumFlags,
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(page.link());
    await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
    const times = [];
    // The first ones warm the page up.
    for (let round = -3; round < rounds; round += 1) {
      const asked = question(round);
      const seen = new Promise((resolve) => {
        const stop = page.onRenderConfirmed((requestId) => {
          if (requestId !== asked.requestId) return;
          stop();
          resolve();
        });
      });
      const startedAt = performance.now();
      page.sendQuestion(asked);
      await seen;
      if (round >= 0) times.push(performance.now() - startedAt);
      page.close(asked.requestId, "aborted");
      await tab.locator("[part~=open]").waitFor({ state: "detached" });
      onRound(round + 1);
    }
    return times;
  } finally {
    await browser.close();
    await page.stop();
  }
}

function question(round) {
  return {
    requestId: `bench-${round}.1`,
    askId: `bench-${round}`,
    session: "bench",
    from: "Bench",
    title: "Release 2.4",
    attempt: 1,
    maxRetries: 3,
    notice: null,
    questions: [
      {
        id: "q1",
        question: "Where should this run first?",
        header: "Region",
        type: "select",
        options: [{ label: "Europe", description: "Frankfurt" }, { label: "Asia" }],
        required: true,
        custom: true,
      },
    ],
  };
}
