import { type Browser, chromium, type Page } from "playwright-core";
import { chromiumFlags, findChromium } from "../../scripts/lib/chromium.mjs";
import type { World } from "./world.js";

/**
 * What a person does with a page that has come up; `nth` counts the pages from 1, and `modelHears` waits
 * until the model was told something.
 */
export type Behaviour = (
  page: Page,
  nth: number,
  modelHears: (text: RegExp) => Promise<void>,
) => Promise<void>;

export interface Person {
  /** What the person could not do. */
  readonly problems: readonly string[];
  /** The person goes away, with the browser window. */
  leave(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** One Chromium for all: each person has a profile in it. */
function theBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium");
  browser ??= chromium.launch({ executablePath, args: chromiumFlags });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

/** A person in front of the screen of a world: opens what is to be opened, and then does as told. */
export async function playPerson(
  world: World,
  behave: Behaviour,
  modelWasTold: (text: RegExp) => boolean,
): Promise<Person> {
  const context = await (await theBrowser()).newContext({ viewport: { width: 800, height: 900 } });
  context.setDefaultTimeout(60_000);
  let seen = 0;
  let isGone = false;
  const problems: string[] = [];
  const look = setInterval(() => {
    const addresses = world.opened();
    while (seen < addresses.length) {
      const url = addresses[seen] as string;
      seen += 1;
      void open(url, seen);
    }
  }, 50);

  async function open(url: string, nth: number): Promise<void> {
    try {
      const page = await context.newPage();
      await page.goto(url);
      await behave(page, nth, modelHears);
    } catch (error) {
      if (!isGone) problems.push(`The person could not go on: ${error}`);
    }
  }

  async function modelHears(text: RegExp): Promise<void> {
    while (!isGone && !modelWasTold(text)) await new Promise((go) => setTimeout(go, 50));
  }

  return {
    problems,
    async leave() {
      isGone = true;
      clearInterval(look);
      await context.close();
    },
  };
}

/** Reads a question. */
export async function sees(page: Page, question: string): Promise<void> {
  await page.getByText(question).first().waitFor();
}

/** Types an answer and sends it. */
export const answers =
  (text: string): Behaviour =>
  async (page) => {
    await page.getByRole("textbox").first().fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };
