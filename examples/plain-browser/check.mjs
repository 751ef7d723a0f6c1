// `npm test`: a real browser opens the page, and answers the agent.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startServer } from "./server.mjs";

const executablePath = process.env.CHROME_PATH ?? "/usr/bin/chromium";
assert(existsSync(executablePath), "Set CHROME_PATH to a Chrome or Chromium, then try again.");

const server = await startServer();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(server.url);

  await page.getByRole("button", { name: "Tidy up" }).click();
  await page.getByRole("radio", { name: "Drafts" }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("legend", { hasText: '"folder": "Drafts"' }).waitFor();
  await page.getByRole("radio", { name: "Yes, run it" }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Drafts is empty.").waitFor();

  await page.getByRole("button", { name: "Tidy up" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("Nothing was tidied.").waitFor();
  assert.deepEqual(errors, []);
  console.log("The page asked, was answered, and did what was approved.");
} finally {
  await browser.close();
  server.stop();
}
