import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { expect } from "vitest";
import type { useBrowser } from "./browser.js";

/** Scripts for the pages: most need only the first, which loads quickly. */
export const scripts = {
  "harness.js": once(() => bundle(fileURLToPath(new URL("harness.ts", import.meta.url)))),
  "core.js": once(() => bundle("@readback/core")),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: import.meta.dirname,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

const ADDRESS = "http://127.0.0.1:9/element";

/** A plain page around the element. */
export const pageAround = (body: string) =>
  `<!doctype html><html lang="en"><title>App</title>${body}<script type="module" src="/harness.js"></script>`;

/** Serves a plain page with the element in it to every tab of a context. */
async function serve(context: BrowserContext, body: string): Promise<void> {
  const html = pageAround(body);
  const contentType = "text/html; charset=utf-8";
  await context.route("**/element", (route) => route.fulfill({ contentType, body: html }));
  for (const [name, script] of Object.entries(scripts)) {
    await context.route(`**/${name}`, async (route) =>
      route.fulfill({ contentType: "text/javascript", body: await script() }),
    );
  }
}

/** A tab with a plain page around the element; `window.harness` is how to reach it. */
export async function elementPage(
  browser: ReturnType<typeof useBrowser>,
  body = "<readback-questions></readback-questions>",
  options: Parameters<typeof browser.context>[0] = {},
): Promise<Page> {
  const context = await browser.context(options);
  await serve(context, body);
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await page.waitForFunction(() => window.harness !== undefined);
  return page;
}

/** The same inside of a frame; `around` is the page that has the frame. */
export async function framedPage(
  browser: ReturnType<typeof useBrowser>,
  around = '<iframe src="/element"></iframe>',
): Promise<[Page, Frame]> {
  const context = await browser.context();
  await serve(context, "<readback-questions></readback-questions>");
  const contentType = "text/html; charset=utf-8";
  await context.route("**/around", (route) => route.fulfill({ contentType, body: around }));
  const page = await context.newPage();
  await page.goto(new URL("/around", ADDRESS).href);
  const frame = page.frames()[1] ?? expect.fail("There is no frame");
  await frame.waitForFunction(() => window.harness !== undefined);
  return [page, frame];
}

/** What the element has told so far: `["rendered", id]`, `["queued", id, true]`, … */
export const toldBy = (page: Page | Frame) => page.evaluate(() => window.harness.told);

/** Waits until the element has told something of that name as often as `times`. */
export async function untilTold(page: Page | Frame, name: string, times = 1): Promise<void> {
  await page.waitForFunction(
    ([wanted, count]) =>
      window.harness.told.filter(([found]) => found === wanted).length >= Number(count),
    [name, times] as const,
  );
}
