// `npm run screenshots`: every state of the page in light, dark and narrow, as one sheet per look in
// docs/images, and one picture per state in the folder given as an argument.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { chromium, chromiumFlags } from "../../../scripts/lib/chromium.mjs";
import { root } from "../../../scripts/lib/workspace.mjs";
import { openQuestionPage } from "../dist/server.js";
import { looks, states } from "./states.mjs";

const [folder] = process.argv.slice(2);
const sheets = join(root, "docs/images");
mkdirSync(sheets, { recursive: true });
if (folder) mkdirSync(folder, { recursive: true });

/** The states that say the most; the docs have no room for all. */
const onSheet = [
  "text",
  "own answer",
  "multi-select",
  "several",
  "problem",
  "retry",
  "sent",
  "timed out with text",
  "queue",
];

const browser = await playwright.launch({ executablePath: await chromium(), args: chromiumFlags });
for (const { name: look, ...options } of looks) {
  const pictures = [];
  for (const { name, show } of states) {
    const picture = await takeOne(show, options);
    if (folder) writeFileSync(join(folder, `${look}-${name.replaceAll(" ", "-")}.png`), picture);
    if (onSheet.includes(name)) pictures.push({ name, picture });
  }
  const file = join(sheets, `question-page-${look}.png`);
  writeFileSync(file, await sheetOf(pictures, options));
  console.log(file);
}
await browser.close();

async function takeOne(show, options) {
  const page = await openQuestionPage();
  page.onAnswer(() => {});
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  await tab.goto(page.link());
  await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
  await show(page, tab);
  const picture = await tab.screenshot({ fullPage: true, animations: "disabled", caret: "hide" });
  await context.close();
  await page.stop();
  return picture;
}

/** The pictures side by side, at half their size. */
async function sheetOf(pictures, { colorScheme, viewport }) {
  const context = await browser.newContext({ colorScheme });
  const tab = await context.newPage();
  const width = viewport.width / 2;
  await tab.setContent(`<style>
    :root { color-scheme: light dark; background: light-dark(#e3e6ea, #000); }
    body { margin: 12px; display: inline-grid; grid-template-columns: repeat(3, ${width}px); gap: 12px; }
    img { display: block; width: ${width}px; border-radius: 4px; }
  </style>`);
  await tab.evaluate(
    async (urls) => {
      for (const url of urls) {
        const image = document.createElement("img");
        image.src = url;
        document.body.append(image);
        await image.decode();
      }
    },
    pictures.map(({ picture }) => `data:image/png;base64,${picture.toString("base64")}`),
  );
  const sheet = await tab.locator("body").screenshot();
  await context.close();
  return sheet;
}
