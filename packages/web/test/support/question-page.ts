import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { openQuestionPage, type QuestionPage, type QuestionPageOptions } from "../../src/server.js";

/** Question pages that are stopped after each test. */
export function useQuestionPage() {
  const open: QuestionPage[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((page) => page.stop()));
  });
  return async (options: QuestionPageOptions = {}): Promise<QuestionPage> => {
    const page = await openQuestionPage(options);
    open.push(page);
    return page;
  };
}

/** Waits until the tab has heard from the server how things stand. */
export async function connected(tab: Page): Promise<void> {
  await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
}
