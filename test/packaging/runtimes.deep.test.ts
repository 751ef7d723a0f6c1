import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium, chromiumFlags } from "../../scripts/lib/chromium.mjs";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import { pack, packages, withDependencies } from "./packages.js";

// A question is asked, shown and answered wherever people run programs, from the packed package.

const folder = mkdtempSync(join(tmpdir(), "readback-runtimes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string, ...args: string[]) =>
  execute(folder, join(folder, "node_modules/.bin", name), args);
const SAID = "answered, seen: staging";

describe("@readback/core, packed", () => {
  beforeAll(async () => {
    cpSync(join(import.meta.dirname, "fixtures/runtimes"), folder, { recursive: true });
    const core = packages.filter(({ name }) => name === "@readback/core").flatMap(withDependencies);
    await installTarballs(folder, await Promise.all(core.map((one) => pack(one, folder))));
  });

  it.each([
    ["Node", () => execute(folder, process.execPath, ["print.js"])],
    ["a worker thread of Node", () => execute(folder, process.execPath, ["node-worker.js"])],
    ["Bun", () => tool("bun", "print.js")],
    ["a worker thread of Bun", () => tool("bun", "node-worker.js")],
    ["Deno", () => tool("deno", "run", "--cached-only", "print.js")],
    ["a worker thread of Deno", () => tool("deno", "run", "--cached-only", "-A", "node-worker.js")],
  ])("asks in %s", async (_, run) => {
    expect(await run()).toBe(`${SAID}\n`);
  });

  it("asks in a CommonJS file that esbuild made", async () => {
    const options = ["--bundle", "--platform=node", "--format=cjs", "--outfile=bundle.cjs"];
    await tool("esbuild", "print.js", ...options);
    expect(await execute(folder, process.execPath, ["bundle.cjs"])).toBe(`${SAID}\n`);
  });

  it("asks in a page and in a worker that Vite made", async () => {
    await tool("vite", "build");
    const browser = await playwright.launch({
      executablePath: (await chromium()) ?? expect.fail("There is no Chromium"),
      args: chromiumFlags,
    });
    try {
      const page = await browser.newPage();
      const address = "http://127.0.0.1:9";
      await page.route("**/*", (route) => {
        const { pathname } = new URL(route.request().url());
        return route.fulfill({ path: join(folder, "dist", pathname) });
      });
      await page.goto(`${address}/index.html`);
      const texts = () => page.locator("p").allTextContents();
      await expect.poll(texts, { timeout: 20_000 }).toEqual([SAID, SAID]);
    } finally {
      await browser.close();
    }
  });
});
