import { refuseUnknown } from "@readback/core/host";
import { type FromTab, ROUTES, type ToTab } from "../shared/protocol.js";
import { createAssets } from "./assets.js";
import { createExchange, NotReadyError, type PageBridge } from "./exchange.js";
import type { Outcome, Post } from "./http.js";
import { parseMessage } from "./message.js";
import { pageSettings, type QuestionPageOptions } from "./options.js";
import { openPageServer } from "./page-server.js";

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
  /** Tells the person something that no question says, in every tab, now and in those that come. */
  tell(notice: string): void;
  /** Closes the server. Tabs keep what was typed and look for it until it is back. */
  stop(): Promise<void>;
}

const OPTIONS = [
  "port",
  "secret",
  "title",
  "maxBody",
  "maxTabs",
  "folder",
  "panel",
  "opener",
  "onTabs",
  "onError",
] satisfies (keyof QuestionPageOptions)[];

/**
 * Serves the question page on a port of this machine, for this machine only.
 * @example
 * const page = await openQuestionPage();
 * const asker = createAsker({ bridge: page });
 * if (page.tabs === 0) await page.openBrowser();
 */
export async function openQuestionPage(options: QuestionPageOptions = {}): Promise<QuestionPage> {
  refuseUnknown(options, OPTIONS, "question page options");
  const settings = pageSettings(options);
  const { onError = (error: unknown) => console.error(error) } = options;
  let panelState: unknown;
  let notice: ToTab | undefined;
  const exchange = createExchange({
    broadcast: (message, except) => server.broadcast(message, except),
    send: (tab, message) => server.send(tab, message),
    isConnected: (tab) => server.isConnected(tab),
  });
  const server = await openPageServer({
    ...settings,
    assets: createAssets(settings.title, options.panel),
    posts: postsOf(exchange, options.panel),
    folder: options.folder,
    opener: options.opener,
    hello: exchange.hello,
    onJoin(tab) {
      options.onTabs?.(server.tabs);
      if (panelState !== undefined) server.send(tab, panel(panelState));
      if (notice) server.send(tab, notice);
    },
    onLeave(tab) {
      exchange.leave(tab);
      options.onTabs?.(server.tabs);
    },
    onError,
  });

  return {
    ...exchange.bridge,
    url: server.url,
    port: server.port,
    get tabs() {
      return server.tabs;
    },
    link: server.link,
    openBrowser: server.openBrowser,
    setPaused: exchange.setPaused,
    tellPanel(state) {
      panelState = state;
      server.broadcast(panel(state));
    },
    tell(text) {
      notice = { type: "notice", text };
      server.broadcast(notice);
    },
    stop() {
      exchange.stop();
      return server.stop();
    },
  };
}

const panel = (state: unknown): ToTab => ({ type: "panel", state });

/** What tabs may say: about questions, and to the application's part of the page. */
function postsOf(
  exchange: ReturnType<typeof createExchange>,
  panelOf: QuestionPageOptions["panel"],
): ReadonlyMap<string, Post> {
  const posts = new Map<string, Post>([[ROUTES.messages, (body) => take(body, exchange.take)]]);
  if (panelOf) posts.set(ROUTES.panel, (body) => tellApplication(body, panelOf.onMessage));
  return posts;
}

function tellApplication(body: string, tell: (message: unknown) => void): Outcome {
  try {
    tell(JSON.parse(body));
    return [200, {}];
  } catch (error) {
    return [400, { error: (error as Error).message }];
  }
}

function take(body: string, use: (message: FromTab) => readonly ToTab[]): Outcome {
  const message = parseMessage(body);
  if (typeof message === "string") return [400, { error: message }];
  try {
    return [200, { events: use(message) }];
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    return [503, { error: error.message }];
  }
}
