// `npm test`: a real browser opens the built app, and decides about the agent's tool call.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { preview } from "vite";

const executablePath = process.env.CHROME_PATH ?? "/usr/bin/chromium";
assert(existsSync(executablePath), "Set CHROME_PATH to a Chrome or Chromium, then try again.");

const server = await preview({ preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(server.resolvedUrls.local[0]);
  await page.getByText("Your agents have nothing to ask.").waitFor();

  await page.getByRole("button", { name: "Let the agent pay" }).click();
  await page.locator("legend", { hasText: "120.00 EUR" }).waitFor();
  await page.getByRole("radio", { name: "Yes, run it" }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Paid.", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Let the agent pay" }).click();
  await page.getByRole("radio", { name: "No", exact: true }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Not paid. The person said no.").waitFor();
  assert.deepEqual(errors, []);
  console.log("The agent paid once, after a yes.");
} finally {
  await browser.close();
  await server.close();
}
