import type { Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { useBrowser } from "../../../web/test/support/browser.js";
import { serve, type VisualizerServer } from "../../src/node/serve.js";
import { hashOf, type Route } from "../../src/page/state/route.js";
import type { LocalSource } from "../../src/source/local-source.js";
import { goldenSource } from "./golden-source.js";

type Options = Parameters<ReturnType<typeof useBrowser>["page"]>[1];

/** The page in a real browser, over a source in this process; by default over the golden journals. */
export function useVisualizer() {
  const browser = useBrowser();
  const servers: VisualizerServer[] = [];
  let shared: LocalSource | undefined;
  let strangers: string[] = [];
  afterEach(() => {
    expect(strangers, "requests that left this machine").toEqual([]);
    strangers = [];
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  async function open(source: LocalSource, options: Options = {}): Promise<Page> {
    const { epoch } = await source.status();
    let revision = 0;
    const server = await serve(() => ({ source, changed: { epoch, revision } }));
    source.subscribe((change) => {
      ({ revision } = change);
      server.changed();
    });
    servers.push(server);
    const context = await browser.context({ viewport: { width: 1280, height: 720 }, ...options });
    context.setDefaultTimeout(60_000);
    context.on("request", (request) => {
      const url = new URL(request.url());
      const isHere =
        url.hostname === "127.0.0.1" || ["file:", "blob:", "data:"].includes(url.protocol);
      if (!isHere) strangers.push(request.url());
    });
    const page = await context.newPage();
    await page.goto(server.link());
    await page.waitForURL(/127\.0\.0\.1/);
    return page;
  }

  return {
    expectProblems: browser.expectProblems,
    open,
    /** The golden journals; the source is made once, for its charts take a while. */
    golden(options?: Options): Promise<Page> {
      shared ??= goldenSource();
      return open(shared, options);
    },
  };
}

/** Goes to a view as somebody does who follows a link. */
export async function goTo(page: Page, route: Route): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), hashOf(route));
}

export const DEPLOY = "ask-with-render-ack/deploy";
export const BUILD = "verify-retry-escalate/build";
