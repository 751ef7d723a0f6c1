import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { chromiumFlags, findChromium } from "../../../../scripts/lib/chromium.mjs";

/** One Chromium for a test file; a fresh profile, and a check for page errors, for each test. */
export function useBrowser() {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];

  beforeAll(async () => {
    const executablePath: string = findChromium() ?? expect.fail("There is no Chromium");
    browser = await chromium.launch({ executablePath, args: chromiumFlags });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const found = problems;
    contexts = [];
    problems = [];
    expect(found, "errors and CSP violations in the pages").toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
  });

  return {
    /** A window of its own: nothing is shared with other contexts. */
    async context(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
      const context = await browser.newContext({
        viewport: { width: 800, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(15_000);
      context.on("weberror", (error) => problems.push(String(error.error())));
      context.on("console", (message) => {
        if (message.type() === "error" && !/net::|status of/.test(message.text())) {
          problems.push(message.text());
        }
      });
      contexts.push(context);
      return context;
    },
    async page(url: string, options?: Parameters<Browser["newContext"]>[0]): Promise<Page> {
      const page = await (await this.context(options)).newPage();
      await page.goto(url);
      return page;
    },
    /** For tests in which a page has to fail: its errors so far are as they should be. */
    expectProblems: () => {
      const found = problems;
      problems = [];
      return found;
    },
  };
}
