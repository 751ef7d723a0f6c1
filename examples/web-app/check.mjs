// `npm test`: a real browser opens the app, starts a release and answers the agent.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startApp } from "./server.mjs";

const executablePath = process.env.CHROME_PATH ?? "/usr/bin/chromium";
assert(existsSync(executablePath), "Set CHROME_PATH to a Chrome or Chromium, then try again.");

const app = await startApp();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(app.url);
  const other = await browser.newPage();
  await other.goto(app.url);
  await page.getByText("Your agents have nothing to ask.").waitFor();
  await page.getByRole("button", { name: "Start a release" }).click();

  await page.getByText("Release agent asks").waitFor();
  await page.getByRole("radio", { name: "Europe" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox").fill("A faster importer");
  // A reload in the middle: the question comes back, and so does what was typed.
  await page.reload();
  const next = page.getByRole("button", { name: "Next" });
  assert(await page.getByRole("radio", { name: "Europe" }).isChecked());
  const colour = await next.evaluate((button) => getComputedStyle(button).backgroundColor);
  assert.equal(colour, "rgb(11, 110, 114)", "the button has the app's own colour");
  await next.click();
  assert.equal(await page.getByRole("textbox").inputValue(), "A faster importer");
  if (process.argv[2]) await page.screenshot({ path: process.argv[2] });
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("readback-questions").getByText("Sent.").first().waitFor();
  // The other tab has sent nothing, and does not say so.
  await other.getByText("This question was answered elsewhere.").first().waitFor();

  // A question that is dismissed in one tab goes away in the other, too.
  await page.getByRole("button", { name: "Start a release" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await other.getByText("Dismissed.").first().waitFor();

  // What is not JSON is refused, and the app lives on.
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const refused = await fetch(`${app.url}questions`, { method: "POST", headers, body: "{" });
  assert.equal(refused.status, 400);
  console.log("The agent's question was shown, answered and acknowledged.");
} finally {
  await browser.close();
  app.stop();
}
