import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { chromiumFlags, chromium as findChromium } from "../../../../scripts/lib/chromium.mjs";

/** One Chromium for a test file, and a fresh profile for each test. */
export function useBrowser() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    const executablePath = await findChromium();
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: chromiumFlags,
    });
  });
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => browser.close());

  return {
    async open(url: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
      const context = await browser.newContext(options);
      contexts.push(context);
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
  };
}

/** The server knows the tab: "No questions now." is there before that. */
export async function whenConnected(tab: Page): Promise<void> {
  await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
}

/** Types an answer and sends it. */
export async function answer(tab: Page, text: string): Promise<void> {
  await tab.getByRole("textbox").fill(text);
  await tab.getByRole("button", { name: "Send" }).click();
  await tab.getByText("Sent.").first().waitFor();
}
