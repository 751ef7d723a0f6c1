import { chromium } from "../../../../scripts/lib/chromium.mjs";

/** Before the first test: there is a browser, or a sentence that says how to get one. */
export async function setup(): Promise<void> {
  await chromium();
}
