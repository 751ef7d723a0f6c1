import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { QuestionBridge } from "@readback/core";
import { createAccess } from "./access.js";
import { createAssets } from "./assets.js";
import { createExchange } from "./exchange.js";
import { createHttpServer } from "./http.js";
import { createLaunches } from "./launches.js";
import { openInBrowser } from "./open-browser.js";
import { listenError, type QuestionPageOptions, settingsOf } from "./options.js";
import { createTabs } from "./tabs.js";

/** A page on this machine that shows questions: a bridge for an asker, and how to open it. */
export interface QuestionPage extends Required<QuestionBridge> {
  /** The address to open, with the token after `#`. Whoever has it can answer: keep it private. */
  readonly url: string;
  readonly port: number;
  /** The secret in `url`. */
  readonly token: string;
  /** Another address to open, good once and for ten minutes: for where others may read it. */
  link(): string;
  /** How many tabs are connected now. */
  readonly tabs: number;
  /** Opens the page in the person's browser, unless a tab is connected. Whether there is one then. */
  openBrowser(): Promise<boolean>;
  /** Tells every tab not to show questions (or to show them again): nothing is confirmed meanwhile. */
  setPaused(paused: boolean): void;
  /** Tells the application's part of the page how things stand, now and to every tab that comes. */
  tellPanel(state: unknown): void;
  /** Closes the server. Tabs keep what was typed and look for it until it is back. */
  stop(): Promise<void>;
}

/**
 * Serves the question page on a port of this machine, for this machine only.
 * @example
 * const page = await openQuestionPage();
 * const asker = createAsker({ bridge: page });
 * if (page.tabs === 0) await page.openBrowser();
 */
export async function openQuestionPage(options: QuestionPageOptions = {}): Promise<QuestionPage> {
  const settings = settingsOf(options);
  const { onError = (error: unknown) => console.error(error) } = options;
  const { opener = openInBrowser } = options;
  const token = settings.token ?? randomBytes(32).toString("base64url");
  const tabs = createTabs(settings.maxTabs, (tab) => {
    try {
      exchange.leave(tab);
    } catch (error) {
      onError(error);
    }
  });
  const exchange = createExchange(tabs);
  const launches = createLaunches(token);
  let access: ReturnType<typeof createAccess>;
  let panelState: unknown;
  const server = createHttpServer({
    access: () => access,
    assets: createAssets(settings.title, options.panel),
    maxBody: settings.maxBody,
    onTab(tab, response) {
      tabs.join(tab, response, exchange.hello());
      if (panelState !== undefined) tabs.send(tab, { type: "panel", state: panelState });
    },
    onMessage: exchange.take,
    onLaunch: launches.redeem,
    onPanel: options.panel?.onMessage,
    onError,
  });
  server.listen(settings.port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    tabs.stop();
    throw listenError(error, settings.port);
  });
  server.on("error", onError);
  const { port } = server.address() as AddressInfo;
  access = createAccess(port, token);
  const address = `http://127.0.0.1:${port}/`;
  const link = () => `${address}#launch=${launches.make()}`;
  let stopping: Promise<void> | undefined;

  return {
    ...exchange.bridge,
    url: `${address}#token=${token}`,
    port,
    token,
    get tabs() {
      return tabs.count();
    },
    link,
    openBrowser: async () => tabs.count() > 0 || opener(link()),
    setPaused: exchange.setPaused,
    tellPanel(state) {
      panelState = state;
      tabs.broadcast({ type: "panel", state });
    },
    stop() {
      stopping ??= new Promise((resolve) => {
        exchange.stop();
        tabs.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return stopping;
    },
  };
}
