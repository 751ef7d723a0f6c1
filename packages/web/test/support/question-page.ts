import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import { openQuestionPage, type QuestionPage, type QuestionPageOptions } from "../../src/server.js";
import { SECRET } from "./raw-tab.js";

/** Question pages that are stopped after each test. */
export function useQuestionPage() {
  const folder = mkdtempSync(join(tmpdir(), "readback-launch-"));
  const open: QuestionPage[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((page) => page.stop()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async (options: QuestionPageOptions = {}): Promise<QuestionPage> => {
    const page = await openQuestionPage({ folder, secret: SECRET, ...options });
    open.push(page);
    return page;
  };
}

/** Waits until the tab has heard from the server how things stand. */
export async function connected(tab: Page): Promise<void> {
  await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
}

/** Where the file of a link leads. */
export function addressIn(link: string): string {
  const html = readFileSync(fileURLToPath(link), "utf8");
  return /http:[^"]+#launch=[^"]+/.exec(html)?.[0] ?? "";
}
