import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { looks, states } from "../../scripts/states.mjs";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("in light, dark and narrow", () => {
  it.each(states)(
    "$name: axe finds nothing, nothing is wider than the screen",
    async ({ show }) => {
      const page = await open();
      page.onAnswer(() => {});
      const tab = await browser.page(page.link());
      await connected(tab);
      await show(page, tab);
      await tab.evaluate(axe);
      for (const { name, colorScheme, viewport } of looks) {
        await tab.emulateMedia({ colorScheme: colorScheme as "light" | "dark" });
        await tab.setViewportSize(viewport);
        expect(await violations(tab), name).toEqual([]);
        expect(await overflow(tab), name).toEqual({ page: 0, wide: [] });
      }
    },
  );
});

function violations(tab: Page): Promise<readonly string[]> {
  return tab.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    const found = await loaded.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
  });
}

/** By how much the page is too wide, and what sticks out of it. */
function overflow(tab: Page) {
  return tab.evaluate(() => {
    const root = document.querySelector("readback-questions")?.shadowRoot;
    const boxes = [...(root?.querySelectorAll("article, article *") ?? [])];
    return {
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      wide: boxes
        .filter((box) => box.getBoundingClientRect().right > innerWidth)
        .map((box) => box.outerHTML.slice(0, 80)),
    };
  });
}
