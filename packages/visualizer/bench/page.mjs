// How the page keeps up with its frames, and its server with a journal. Run by `npm run bench`.
import { chromium as playwright } from "playwright-core";
import { chromium, chromiumFlags } from "../../../scripts/lib/chromium.mjs";
import { openJournals, serve } from "../dist/server.js";

/** Opens journals on the page, hands both to `work`, and closes everything. */
export async function withPage(paths, work) {
  let server;
  const journals = openJournals({ paths, onChange: () => server?.changed() });
  server = await serve(() => journals);
  const browser = await playwright.launch({
    executablePath: await chromium(),
    args: chromiumFlags,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(600_000);
    await journals.ready;
    await page.goto(server.link());
    await page.locator(".rows a").first().waitFor();
    return await work(page, journals);
  } finally {
    await browser.close();
    await server.stop();
    journals.close();
  }
}

/** Milliseconds from frame to frame while the list is scrolled, and while a page of nothing but lines is. */
export async function frames(page, count) {
  const scrolled = (selector) =>
    page.evaluate(
      ([name, rounds]) =>
        new Promise((resolve) => {
          const element = document.querySelector(name);
          const times = [];
          let last;
          const step = (now) => {
            if (last !== undefined) times.push(now - last);
            last = now;
            element.scrollTop += 137;
            if (times.length < rounds) requestAnimationFrame(step);
            else resolve(times);
          };
          requestAnimationFrame(step);
        }),
      [selector, count],
    );
  const list = await scrolled(await scroller(page));
  await page.evaluate(() => {
    const plain = document.createElement("div");
    plain.id = "plain";
    plain.style.cssText = "position:fixed;inset:0;overflow:auto;background:white;z-index:99";
    for (let n = 0; n < 3_000; n += 1) {
      const line = document.createElement("p");
      line.textContent = `line ${n} of a list that does nothing`;
      plain.append(line);
    }
    document.body.append(plain);
  });
  const plain = await scrolled("#plain");
  await page.evaluate(() => document.getElementById("plain")?.remove());
  return { list, plain };
}

/** What of the page scrolls the list. */
async function scroller(page) {
  return page.evaluate(() => {
    let element = document.querySelector(".rows");
    while (element && element.scrollHeight <= element.clientHeight + 1)
      element = element.parentElement;
    if (!element) throw new Error("nothing scrolls the list");
    element.id ||= "scrolled-list";
    return `#${element.id}`;
  });
}
