import type { Beat } from "../demo/beat.js";
import { drawBeat } from "../demo/draw.js";
import { type Look, usableWidth } from "../demo/look.js";
import { Failure } from "../failure.js";
import { createStyle, wantsColor } from "../terminal/style.js";
import { playByItself } from "./auto.js";
import { findBrowser, openHeadless } from "./headless-browser.js";
import { openPlayground } from "./playground.js";
import type { Times } from "./stage.js";

export interface RunPlaygroundOptions {
  /** Play by itself, in a browser without a screen. */
  readonly auto: boolean;
  readonly port: number | undefined;
  readonly noOpen: boolean;
  readonly noColor: boolean;
}

const PERSON: Times = { render: 4_000, response: 180_000, away: 5_000 };
const SCRIPT: Times = { render: 2_500, response: 30_000, away: 1_500 };

/** Serves the page until it is stopped, or plays it to its end; the exit code. */
export async function runPlayground(options: RunPlaygroundOptions): Promise<number> {
  const { auto, port, noOpen, noColor } = options;
  const { stdout, stderr, env } = process;
  const look: Look = {
    style: createStyle(wantsColor(stdout, env, noColor)),
    width: () => usableWidth(stdout.columns),
    person: auto ? "person" : "you",
  };
  const browser = auto ? findBrowser(env) : undefined;
  if (auto && browser === undefined) {
    throw new Failure(
      "readback demo --auto: there is no Chromium or Chrome to show the page in. " +
        "Install one, set CHROME_PATH to one, or play it here: readback demo --terminal --auto",
    );
  }
  const onBeat = (beat: Beat) => stdout.write(`${drawBeat(beat, look).join("\n")}\n`);
  const playground = await openPlayground({
    times: auto ? SCRIPT : PERSON,
    isScripted: auto,
    onBeat,
    ...(port === undefined ? {} : { port }),
  }).catch((error: Error) => {
    throw new Failure(`readback demo cannot start: ${error.message}`);
  });
  const { page } = playground;
  const stopped = new Promise<number>((resolve) => {
    process.once("SIGINT", () => resolve(130));
    process.once("SIGTERM", () => resolve(143));
  });

  try {
    if (browser !== undefined) {
      stdout.write(`\n  Playing ${page.url.split("#")[0]} in ${browser}, without a screen.\n`);
      const ending = new AbortController();
      let close = () => {};
      const gone = new Promise<number>((resolve) => {
        close = openHeadless(browser, page.link(), (code) => {
          stderr.write(`The browser ended early (${code ?? "it could not be started"}).\n`);
          resolve(1);
        });
      });
      try {
        const played = playByItself(playground, ending.signal).then(() => 0);
        return await Promise.race([played, gone, stopped]);
      } finally {
        ending.abort();
        close();
      }
    }
    const { bold, dim } = look.style;
    const isOpen = noOpen ? false : await page.openBrowser();
    stdout.write(
      `\n  ${isOpen ? "The page is open in your browser. Its address is" : "Open this page"}:\n\n` +
        `    ${bold(page.url)}\n\n` +
        `  ${dim("What happens there is also shown here. Ctrl-C stops.")}\n`,
    );
    const code = await stopped;
    // Stopping is how this ends.
    return code === 130 ? 0 : code;
  } finally {
    await playground.stop();
  }
}
