import { messageOf, mustBeFunction, mustFit } from "@readback/core/host";
import {
  type Asset,
  ICON,
  type Outcome,
  openPageServer,
  type PageServer,
  type Post,
  pageSettings,
} from "@readback/web/page-server";
import { PAGE_ROUTES, servedHtml } from "../page/html.js";
import { type Changed, SOURCE_METHODS, type Source, type SourceMethod } from "../source/source.js";
import { apiPath, type StreamLine } from "../source/wire.js";
import { rarely } from "./rarely.js";
import { createTurns } from "./turns.js";

/** Settings of {@link serve}. */
export interface ServeOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Name of the page, shown in the tab. Default `Readback`. */
  readonly title?: string;
  /** Folder for the file that opens the page. Default: one of this user. */
  readonly folder?: string;
  /** Opens a file in a browser, given its address; `false` when it cannot. */
  readonly opener?: (url: string) => Promise<boolean>;
  /** Told how many tabs are connected, whenever that changes. */
  readonly onTabs?: (count: number) => void;
  /** Told of errors nobody else can see. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** More arguments than any method takes, or larger ones, come from no page of ours. */
const MOST_ARGUMENTS = 8;
const LARGEST_QUESTION = 2 ** 20;
/** Too many tabs would be none that can ask: a browser has six connections to one place. */
const TABS = 4;
/** How often tabs are told that something has changed, in milliseconds. */
const TELL_EVERY = 200;
/** A page asks for these part by part, without a pause. */
const IN_PARTS: ReadonlySet<SourceMethod> = new Set(["coverage", "ledger"]);

/** What a server shows: it may be another one after a while, with another epoch. */
export interface Shown {
  readonly source: Source;
  readonly changed: Changed;
}

/** The page of the visualizer, on a port of this machine. */
export interface VisualizerServer
  extends Pick<PageServer, "url" | "port" | "tabs" | "link" | "openBrowser" | "stop"> {
  /** Tells the tabs that something has changed: soon, and once for many. */
  changed(): void;
}

/**
 * Serves the page of the visualizer on a port of this machine, for this machine only. Whoever asks has to be
 * a tab that came through `link()`, and can ask for what the source has.
 */
export async function serve(
  shown: () => Shown,
  options: ServeOptions = {},
): Promise<VisualizerServer> {
  mustBeFunction(shown, "shown of serve");
  mustFit(options, {}, "visualizer options");
  const { onError = (error: unknown) => console.error(error), onTabs } = options;
  const settings = pageSettings(
    { ...options, maxBody: LARGEST_QUESTION, maxTabs: TABS },
    "visualizer options",
  );
  const inTurn = createTurns(() => shown().changed.revision);
  const posts = new Map<string, Post>(
    SOURCE_METHODS.map((method) => {
      const asked: Post = (body) => answer(shown().source, method, body, onError);
      if (!IN_PARTS.has(method)) return [apiPath(method), asked];
      return [apiPath(method), (body) => inTurn(`${method} ${body}`, async () => asked(body))];
    }),
  );
  const line = (type: StreamLine["type"]): StreamLine => ({ type, ...shown().changed });
  const server: PageServer = await openPageServer({
    ...settings,
    assets: assetsOf(settings.title),
    posts,
    pictures: "blob:",
    folder: options.folder,
    opener: options.opener,
    hello: () => line("hello"),
    onJoin: () => onTabs?.(server.tabs),
    onLeave: () => onTabs?.(server.tabs),
    onError,
  });
  const changed = rarely(() => server.broadcast(line("changed")), TELL_EVERY);

  return {
    url: server.url,
    port: server.port,
    get tabs() {
      return server.tabs;
    },
    link: server.link,
    openBrowser: server.openBrowser,
    changed: changed.call,
    stop() {
      changed.stop();
      return server.stop();
    },
  };
}

/** Asks the source. What a page of ours never sends is refused; what fails here is kept here. */
async function answer(
  source: Source,
  method: SourceMethod,
  body: string,
  onError: (error: unknown) => void,
): Promise<Outcome> {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return [400, { error: "The body is not JSON: send a list of arguments" }];
  }
  if (!Array.isArray(given) || given.length > MOST_ARGUMENTS) {
    return [400, { error: "The body must be a list of arguments" }];
  }
  try {
    const ask = source[method] as (...given: unknown[]) => Promise<unknown>;
    return [200, (await ask(...given)) ?? null];
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      return [400, { error: messageOf(error) }];
    }
    onError(error);
    return [500, { error: "The visualizer could not answer this: its terminal says why" }];
  }
}

function assetsOf(title: string): ReadonlyMap<string, Asset> {
  const { script, style } = READBACK_VISUALIZER_PAGE;
  return new Map<string, Asset>([
    [PAGE_ROUTES.page, { type: "text/html", body: servedHtml(title) }],
    [PAGE_ROUTES.script, { type: "text/javascript", body: script }],
    [PAGE_ROUTES.style, { type: "text/css", body: style }],
    [PAGE_ROUTES.icon, { type: "image/svg+xml", body: ICON }],
  ]);
}
