import { connect } from "node:net";
import type { QuestionBridge } from "@readback/core";
import type { Processes } from "@readback/core/host";
import { createBridgeListeners } from "@readback/core/surfaces";
import { userSecret } from "@readback/node";
import {
  isOurPage,
  openInBrowser,
  openQuestionPage,
  type QuestionPage,
  QuestionPageError,
  type QuestionPageOptions,
} from "@readback/web/server";
import { type PageLike, pageSurface } from "../page-surface.js";
import type { LocalSurface } from "../surfaces.js";
import { openingsIn } from "./openings.js";
import { pageNote } from "./page-note.js";
import { COMES_BACK, whileTabIsExpected, withReturningTab } from "./returning-tab.js";

/** Settings of the question page; the secret is the project's. */
export type PageSettings = Omit<QuestionPageOptions, "secret">;

interface SharedPageOptions {
  /** The state folder that the processes of the project share. */
  readonly folder: string;
  readonly settings: PageSettings;
  readonly processes: Processes;
  /** Whether to open a browser when no tab is open. */
  readonly openBrowser: boolean;
  /** This process serves the page from now on: every open question has to be on it. */
  readonly onServe: () => void;
  readonly onError: (error: unknown) => void;
}

/** The one question page of a project. One of its processes serves it, and all of them use it. */
export interface SharedPage {
  readonly surface: LocalSurface;
  readonly url: string;
  readonly port: number;
  /** The address of a file that opens the page. */
  link(): string;
  /** Whether this process serves it now. */
  readonly isServing: boolean;
  /** Tells the person something that no question says, for as long as this process serves the page. */
  tell(notice: string): void;
  stop(): Promise<void>;
}

/** How often to look whether the page has to be served by this process, in milliseconds. */
const LOOK_EVERY = 500;

/** How often to try a port that somebody has just left, and how many of these tries go to that alone. */
const TRIES = 5;
const SILENT_TRIES = 3;

/**
 * Serves the project's question page, or uses the one that another process of the project serves. When
 * that process ends, another one takes the page over, on the same port: open tabs go on.
 */
export async function openSharedPage(options: SharedPageOptions): Promise<SharedPage> {
  const { folder, settings, processes, onServe, onError } = options;
  const secret = Buffer.from(userSecret("page", folder)).toString("base64url");
  const note = pageNote(folder);
  const openings = openingsIn(folder, processes);
  const listeners = createBridgeListeners();
  let page: QuestionPage | undefined;
  let served: LocalSurface | undefined;
  let unrelay = () => {};
  let port = 0;
  /** Since when this process serves it. */
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let notice: string | undefined;

  /** Whether a process of the project has the port. It may be busy, or stopped, and say nothing. */
  async function isOurs(wanted: number): Promise<boolean> {
    // Who has it only now has noted that meanwhile.
    return isHostNear(wanted) || (await isOurPage(wanted, secret)) || isHostNear(wanted);
  }

  /** Whether the process that noted that it has the port lives on this machine. */
  function isHostNear(wanted: number): boolean {
    const host = note.host(wanted);
    const isNear = host?.split(".", 1)[0] === processes.self.split(".", 1)[0];
    return host !== undefined && isNear && host !== processes.self && !processes.isGone(host);
  }

  /** Serves on a port; false when another process of the project serves there. */
  async function serve(wanted: number, tries = TRIES): Promise<boolean> {
    try {
      // Noted before it is taken: whoever finds it taken must not think of a stranger in between.
      if (wanted > 0 && (await isFree(wanted))) note.noteHost(wanted, processes.self);
      const onTabs = (count: number) => {
        if (count === 0) return;
        openings.done();
        note.noteTab(processes.self);
      };
      const opened = await openQuestionPage({ folder, onTabs, ...settings, secret, port: wanted });
      page = opened;
      port = opened.port;
      unrelay = listeners.relay(opened);
      served = withReturningTab(
        pageSurface(openings.once(opened), { open: options.openBrowser }),
        opened,
        note,
        processes.self,
      );
      since = performance.now();
      if (notice !== undefined) opened.tell(notice);
      note.noteHost(port, processes.self);
      // The file that opens it has to be there for the other processes, too.
      note.noteHost(port, processes.self, opened.link());
      return true;
    } catch (error) {
      const isTaken = error instanceof QuestionPageError && error.code === "port_in_use";
      if (!isTaken) throw error;
      if (await isOurs(wanted)) {
        port = wanted;
        return false;
      }
      // Whoever had it is gone, or has said nothing yet: no reason to move.
      if (tries > SILENT_TRIES || (tries > 1 && (await isFree(wanted)))) {
        return serve(wanted, tries - 1);
      }
      if (settings.port !== undefined) throw error;
      // A stranger has it. What it puts into a browser there may stay: the page moves for good.
      await serve(0);
      note.notePort(port, false);
      return true;
    }
  }

  async function open(): Promise<void> {
    const wanted = settings.port || note.port();
    if (wanted !== undefined) {
      if (await serve(wanted)) note.notePort(port, false);
      return;
    }
    await serve(0);
    if (note.notePort(port, settings.port === undefined)) return;
    // Two processes began at once: the first note counts.
    await leave();
    await open();
  }

  async function leave(): Promise<void> {
    const left = page;
    page = undefined;
    served = undefined;
    unrelay();
    // This process lives on without it.
    if (left && note.host(port) === processes.self) note.noteHost(port);
    await left?.stop();
  }

  async function look(): Promise<void> {
    if (page) {
      // A tab from before the take-over may still be on its way.
      const { tabs } = page;
      if (tabs > 0 || performance.now() - since > COMES_BACK) {
        note.noteTab(tabs > 0 ? processes.self : null);
      }
      const noted = note.port();
      if (noted === undefined) note.notePort(port, true);
      else if (noted !== port && (await isOurPage(noted, secret))) {
        await leave();
        port = noted;
      } else if (note.host(port) !== processes.self) {
        // The notes were deleted: the others look there for what opens the page.
        note.noteHost(port, processes.self, page.link());
      }
    } else {
      const wanted = settings.port || note.port() || port;
      if (await isForUs(wanted)) {
        const isServing = await serve(wanted);
        if (isServing) note.notePort(port, false);
        if (isServing && !isStopped) onServe();
      } else port = wanted;
    }
    if (isStopped) await leave();
  }

  /** Whether nobody of the project serves the page. A stranger may have been quicker than all of us. */
  async function isForUs(wanted: number): Promise<boolean> {
    if (await isFree(wanted)) return true;
    const isStrangers = settings.port === undefined && hasLeft(note.host(wanted));
    return isStrangers && !(await isOurPage(wanted, secret));
  }

  function hasLeft(host: string | undefined): boolean {
    return host === "" || (host !== undefined && processes.isGone(host));
  }

  function lookLater(): void {
    timer = setTimeout(
      () =>
        look()
          .catch(onError)
          .finally(() => isStopped || lookLater()),
      LOOK_EVERY,
    );
    timer.unref();
  }

  function link(): string {
    return page?.link() ?? note.link(port) ?? `http://127.0.0.1:${port}/`;
  }

  /** The page as a process sees it that does not serve it. */
  const remote: PageLike = {
    ...createBridgeListeners().methods,
    sendQuestion() {},
    link,
    get tabs() {
      const by = note.tab();
      return by !== undefined && by === livingHost() ? 1 : 0;
    },
    openBrowser: () => (settings.opener ?? openInBrowser)(link()),
  };
  const elsewhere = pageSurface(openings.once(remote), { open: options.openBrowser });

  function livingHost(): string | undefined {
    const host = note.host(port);
    return host !== undefined && processes.isGone(host) ? undefined : host;
  }

  async function isReachableElsewhere(): Promise<boolean> {
    await whileTabIsExpected(note, livingHost);
    return (served ?? elsewhere).isReachable();
  }

  const bridge: QuestionBridge = {
    ...listeners.methods,
    // Where this process does not serve the page, the one that does hears of the question, too.
    sendQuestion: (request) => page?.sendQuestion(request),
    close: (requestId, reason) => page?.close?.(requestId, reason),
    acknowledge: (requestId) => page?.acknowledge?.(requestId),
    refuse: (requestId, problem) => page?.refuse?.(requestId, problem),
  };

  await open();
  lookLater();
  return {
    surface: {
      name: "page",
      bridge,
      get hint() {
        return (served ?? elsewhere).hint;
      },
      get link() {
        return link();
      },
      isReachable: () =>
        served || remote.tabs > 0 ? (served ?? elsewhere).isReachable() : isReachableElsewhere(),
    },
    get url() {
      return `http://127.0.0.1:${port}/`;
    },
    get port() {
      return port;
    },
    link,
    get isServing() {
      return page !== undefined;
    },
    tell(text) {
      notice = text;
      page?.tell(text);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (page) note.noteTab(page.tabs > 0 ? processes.self : null);
      await leave();
    },
  };
}

/** Whether nobody listens on a port of this machine. It is not taken to find out: others look, too. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const tell = (isSo: boolean) => {
      socket.destroy();
      resolve(isSo);
    };
    socket.once("connect", () => tell(false));
    socket.on("error", (error: NodeJS.ErrnoException) => tell(error.code === "ECONNREFUSED"));
    socket.setTimeout(LOOK_EVERY, () => tell(false));
  });
}
