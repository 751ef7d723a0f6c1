import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAccess } from "./access.js";
import { createHttpServer, type Post } from "./http.js";
import { createLaunchFile } from "./launch-file.js";
import { createLaunches } from "./launches.js";
import { openInBrowser } from "./open-browser.js";
import { listenError, originOf, type PageSettings } from "./options.js";
import { createSessions } from "./sessions.js";
import { createTabs, type Line } from "./tabs.js";

/** Something that the server gives to anybody on this machine: nothing in it may be secret. */
export interface Asset {
  /** Without its character set, which is UTF-8. */
  readonly type: string;
  readonly body: string;
}

/** What a page of this machine is made of. */
export interface PageServerOptions extends PageSettings {
  /** By path. `/` is the page. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** What a tab that has proven itself may post, by path. */
  readonly posts: ReadonlyMap<string, Post>;
  /** Where pictures may come from, besides the server. Default: nowhere. */
  readonly pictures?: string;
  /** The first line for a tab, after its keys. */
  readonly hello: () => Line;
  readonly folder?: string | undefined;
  readonly opener?: ((url: string) => Promise<boolean>) | undefined;
  readonly onJoin?: (tab: string) => void;
  readonly onLeave?: (tab: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A page that only tabs of this user on this machine can use, because they come through its link. */
export interface PageServer {
  readonly url: string;
  readonly port: number;
  /** How many tabs are connected now. */
  readonly tabs: number;
  /** The address of a file that opens the page. Only this user can read it. */
  link(): string;
  /** Opens the page in the person's browser, unless a tab is connected. Whether there is one then. */
  openBrowser(): Promise<boolean>;
  broadcast(line: Line, exceptTab?: string): void;
  send(tab: string, line: Line): void;
  isConnected(tab: string): boolean;
  stop(): Promise<void>;
}

/** Serves a page on a port of this machine, for this machine only. */
export async function openPageServer(options: PageServerOptions): Promise<PageServer> {
  const { onError, opener = openInBrowser } = options;
  const guarded = (run: () => void) => {
    try {
      run();
    } catch (error) {
      onError(error);
    }
  };
  const tabs = createTabs(options.maxTabs, (tab) => guarded(() => options.onLeave?.(tab)));
  const launches = createLaunches(() => guarded(() => launchFile.renew()));
  let door: ReturnType<Parameters<typeof createHttpServer>[0]["door"]>;
  const server = createHttpServer({
    door: () => door,
    assets: options.assets,
    posts: options.posts,
    pictures: options.pictures ?? "",
    maxBody: options.maxBody,
    onTab(session, response) {
      tabs.join(session, response, options.hello());
      options.onJoin?.(session.tab);
    },
    onError,
  });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    tabs.stop();
    throw listenError(error, options.port);
  });
  server.on("error", onError);
  const { port } = server.address() as AddressInfo;
  const origin = originOf(port);
  const url = `${origin}/`;
  const { secret } = options;
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
    url,
    port,
    get tabs() {
      return tabs.count();
    },
    link,
    openBrowser: async () => tabs.count() > 0 || opener(link()),
    broadcast: tabs.broadcast,
    send: tabs.send,
    isConnected: tabs.isConnected,
    stop() {
      stopping ??= new Promise((resolve) => {
        tabs.stop();
        launchFile.remove();
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return stopping;
    },
  };
}
