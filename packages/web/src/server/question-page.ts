import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAccess } from "./access.js";
import { createAssets } from "./assets.js";
import { createExchange, type PageBridge } from "./exchange.js";
import { createHttpServer } from "./http.js";
import { createLaunchFile } from "./launch-file.js";
import { createLaunches } from "./launches.js";
import { openInBrowser } from "./open-browser.js";
import { listenError, originOf, type QuestionPageOptions, settingsOf } from "./options.js";
import { createSessions } from "./sessions.js";
import { createTabs } from "./tabs.js";

/** A page on this machine that shows questions: a bridge for an asker, and how to open it. */
export interface QuestionPage extends PageBridge {
  /** Where the page is. To get in, a browser has to come through `link()`. */
  readonly url: string;
  readonly port: number;
  /**
   * The address of a file that opens the page, for as long as the page is there. Show it to anybody:
   * only this user can read the file.
   */
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
  const tabs = createTabs(settings.maxTabs, (tab) => {
    try {
      exchange.leave(tab);
      options.onTabs?.(tabs.count());
    } catch (error) {
      onError(error);
    }
  });
  const exchange = createExchange(tabs);
  const launches = createLaunches(() => {
    try {
      launchFile.renew();
    } catch (error) {
      onError(error);
    }
  });
  let door: ReturnType<Parameters<typeof createHttpServer>[0]["door"]>;
  let panelState: unknown;
  const server = createHttpServer({
    door: () => door,
    assets: createAssets(settings.title, options.panel),
    maxBody: settings.maxBody,
    onTab(session, response) {
      tabs.join(session, response, exchange.hello());
      options.onTabs?.(tabs.count());
      if (panelState !== undefined) tabs.send(session.tab, { type: "panel", state: panelState });
    },
    onMessage: exchange.take,
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
  const origin = originOf(port);
  const url = `${origin}/`;
  const { secret } = settings;
  door = {
    url,
    access: createAccess(port),
    sessions: createSessions({ secret, origin, launches }),
  };
  const launchFile = createLaunchFile(
    port,
    () => `${url}#launch=${launches.code()}`,
    options.folder,
  );
  function link(): string {
    try {
      return launchFile.url();
    } catch (error) {
      onError(error);
      return url;
    }
  }
  let stopping: Promise<void> | undefined;

  return {
    ...exchange.bridge,
    url,
    port,
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
        launchFile.remove();
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return stopping;
    },
  };
}
