import { setTimeout } from "node:timers/promises";
import type { QuestionPage } from "@readback/web/server";
import { Failure } from "../../failure.js";
import { drawBeat } from "../draw.js";
import { createLook } from "../look.js";
import { findBrowser, openHeadless } from "./headless-browser.js";
import { type DemoPage, openPage } from "./open-page.js";

export interface RunPageOptions {
  /** Play by itself, in a browser without a screen. */
  readonly auto: boolean;
  readonly port: number | undefined;
  readonly noOpen: boolean;
  readonly noColor: boolean;
}

const LOOK = 50;
const PATIENCE = 60_000;

/** Serves the page until it is stopped, or plays it to its end; the exit code. */
export async function runPage(options: RunPageOptions): Promise<number> {
  const { auto, port, noOpen, noColor } = options;
  const { stdout, env } = process;
  const look = createLook(!auto, noColor);
  const browser = auto ? findBrowser(env) : undefined;
  if (auto && browser === undefined) {
    throw new Failure(
      "readback demo --auto: there is no Chromium or Chrome to show the page in. " +
        "Install one, set CHROME_PATH to one, or play it here: readback demo --terminal --auto",
    );
  }
  const demo = await openPage({
    isScripted: auto,
    onBeat: (beat) => stdout.write(`${drawBeat(beat, look).join("\n")}\n`),
    ...(port === undefined ? {} : { port }),
  }).catch((error: Error) => {
    throw new Failure(`readback demo cannot start: ${error.message}`);
  });
  const { page } = demo;
  const stopped = new Promise<number>((resolve) => {
    process.once("SIGINT", () => resolve(130));
    process.once("SIGTERM", () => resolve(143));
  });

  try {
    if (browser !== undefined) {
      stdout.write(`\n  Playing ${page.url} in ${browser}, without a screen.\n`);
      return await playByItself(demo, browser, stopped);
    }
    const { bold, dim } = look.style;
    const isOpen = noOpen ? false : await page.openBrowser();
    stdout.write(
      `\n  ${isOpen ? "The page is open in your browser. To open it again" : "Open this file in a browser"}:\n\n` +
        `    ${bold(page.link())}\n\n` +
        `  To see the machines themselves while they play, press “See the machines” there, or open this:\n\n` +
        `    ${bold(demo.machines.link())}\n\n` +
        `  ${dim("What happens there is also shown here. Ctrl-C stops.")}\n`,
    );
    const code = await stopped;
    // Stopping is how this ends.
    return code === 130 ? 0 : code;
  } finally {
    await demo.stop();
  }
}

async function playByItself(demo: DemoPage, browser: string, stopped: Promise<number>) {
  const ending = new AbortController();
  const { signal } = ending;
  let close = () => {};
  const gone = new Promise<number>((resolve) => {
    close = openHeadless(browser, demo.page.link(), (code) => {
      process.stderr.write(`The browser ended early (${code ?? "it could not be started"}).\n`);
      resolve(1);
    });
  });
  const played = async () => {
    await tabIn(demo.page, signal);
    await demo.playAll(signal);
    return 0;
  };
  try {
    return await Promise.race([played(), gone, stopped]);
  } finally {
    ending.abort();
    close();
  }
}

/** Waits for the browser, which takes its time to start. */
async function tabIn(page: QuestionPage, signal: AbortSignal): Promise<void> {
  for (let waited = 0; page.tabs === 0; waited += LOOK) {
    if (waited > PATIENCE) throw new Failure("The browser did not open the page within 60 s.");
    await setTimeout(LOOK, undefined, { signal });
  }
}
