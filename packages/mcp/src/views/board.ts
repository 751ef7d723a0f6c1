import type { QuestionRequest } from "@readback/core";
import { BoundedMap } from "@readback/core/surfaces";
import {
  createExchange,
  type Drafts,
  type FromView,
  HIDDEN_PING,
  IDLE_PING,
  type PageBridge,
  parseMessage,
  type ToTab,
  type ToView,
  VIEW_PING,
} from "@readback/web/view";
import type { ViewDrafts } from "./drafts.js";

/** A view that was opened, and has not gone. */
interface View {
  readonly name: string;
  readonly session: string;
  /** The questions it may be for; absent: its host did not say what the tool was called with. */
  askIds: ReadonlySet<string> | undefined;
  /** What it holds: request by ask. */
  holds: ReadonlyMap<string, string>;
  queue: ToTab[];
  timer?: ReturnType<typeof setTimeout>;
}

interface ViewBoardOptions {
  /** The asks that a view may be for, by what its host says; `undefined` when that is nothing. */
  readonly askIdsOf: (
    open: NonNullable<FromView["open"]>,
    session: string,
  ) => Set<string> | undefined;
  /** A view has called in for these open questions; without one: for none that is open. */
  readonly onOpen: (session: string, askIds: readonly string[]) => void;
  /** Keeps what was typed and not sent: an ask belongs to one session. Default: as long as the process lives. */
  readonly drafts?: ViewDrafts | undefined;
}

/** A view that says nothing for so long is gone: torn down without a word, or its host is asleep. */
const GONE_AFTER = 15 * VIEW_PING;
/** The same for one that shows no open question, and so speaks seldom. */
const IDLE_GONE_AFTER = 4 * IDLE_PING;
/** The same for one that is out of sight: browsers let its timers run once a minute. */
const HIDDEN_GONE_AFTER = 30 * HIDDEN_PING;
const MOST_VIEWS = 1_000;
const MOST_DRAFTS = 1_000;
const LONGEST_DRAFTS = 100_000;
const MOST_EVENTS = 1_000;

/** Every view of this process, each a tab of one question board. Who may speak for a view is decided before. */
export function createViewBoard({ askIdsOf, onOpen, ...options }: ViewBoardOptions) {
  const views = new Map<string, View>();
  /** Views that took their leave: their names are not used again. */
  const gone = new BoundedMap<string, true>(MOST_VIEWS);
  const drafts = options.drafts ?? new BoundedMap<string, Drafts>(MOST_DRAFTS);
  const exchange = createExchange({
    surface: "app",
    broadcast(message, except) {
      for (const view of views.values()) if (view.name !== except) tell(view, message);
    },
    send(name, message) {
      const view = views.get(name);
      if (view) tell(view, message);
    },
    isConnected: (name) => views.has(name),
  });

  /** A view shows the question it was made for. One that was not told which shows what no other view does. */
  function isFor(view: View, { askId, session }: QuestionRequest): boolean {
    if (session !== view.session) return false;
    if (view.askIds) return view.askIds.has(askId);
    return ![...views.values()].some((other) => other !== view && other.holds.has(askId));
  }

  function tell(view: View, message: ToTab): void {
    if (message.type === "ask") {
      if (!isFor(view, message.request)) return;
      view.holds = new Map(view.holds).set(message.request.askId, message.request.requestId);
    } else if ("requestId" in message && !isKnown(view, message.requestId)) return;
    if (view.queue.length < MOST_EVENTS) view.queue.push(message);
  }

  /** Whether a request is of a question that this view may speak of. The id of its ask comes first in its name. */
  function isKnown(view: View, requestId: string): boolean {
    const askId = requestId.slice(0, requestId.indexOf("~"));
    return view.holds.has(askId) || view.askIds?.has(askId) === true;
  }

  function open(view: View, opening: NonNullable<FromView["open"]>): void {
    view.askIds = askIdsOf(opening, view.session);
    const hello = exchange.hello() as Extract<ToTab, { type: "hello" }>;
    const mine = hello.open.filter((request) => isFor(view, request));
    const over = hello.ended.filter(({ request }) => isFor(view, request));
    // What it held before may be another view's by now. Of what is over it may still speak: of what was typed.
    const said = [...mine, ...over.map(({ request }) => request)];
    view.holds = new Map(said.map(({ askId, requestId }) => [askId, requestId]));
    view.queue = [{ ...hello, open: mine, ended: over }];
    onOpen(
      view.session,
      mine.map(({ askId }) => askId),
    );
  }

  function keepDrafts(view: View, typed: NonNullable<FromView["drafts"]>): void {
    for (const [askId, drafted] of Object.entries(typed)) {
      if (!view.holds.has(askId)) continue;
      if (drafted === null) drafts.delete(askId);
      else if (JSON.stringify(drafted).length <= LONGEST_DRAFTS) drafts.set(askId, drafted);
    }
  }

  function draftsOf(view: View): Record<string, Drafts> {
    return Object.fromEntries(
      [...view.holds.keys()].flatMap((askId) => {
        const drafted = drafts.get(askId);
        return drafted ? [[askId, drafted]] : [];
      }),
    );
  }

  function say(view: View, said: unknown): void {
    const message = parseMessage(JSON.stringify(said) ?? "");
    if (typeof message === "string") return;
    const { requestId } = message;
    if (message.tab !== view.name || !isKnown(view, requestId)) {
      const problem = "This view does not show that question: nothing was changed";
      view.queue.push({ type: "refuse", requestId, problem });
      return;
    }
    for (const event of exchange.take(message)) tell(view, event);
  }

  function drop(view: View): void {
    clearTimeout(view.timer);
    if (!views.delete(view.name)) return;
    exchange.leave(view.name);
  }

  function expectNext(view: View, isHidden: boolean): void {
    clearTimeout(view.timer);
    const hello = exchange.hello() as Extract<ToTab, { type: "hello" }>;
    const isBusy = hello.open.some(({ askId }) => view.holds.has(askId));
    const within = isHidden ? HIDDEN_GONE_AFTER : isBusy ? GONE_AFTER : IDLE_GONE_AFTER;
    view.timer = setTimeout(() => drop(view), within);
    (view.timer as { unref?: () => void }).unref?.();
  }

  return {
    bridge: exchange.bridge as PageBridge,
    /** Whether a view holds this question. */
    hasViewOf: (askId: string) => [...views.values()].some(({ holds }) => holds.has(askId)),
    /** Takes what a view of a session says, and returns what to tell it. */
    take(said: FromView, session: string): ToView {
      let view = views.get(said.view);
      // The name of another session's view says nothing here.
      if (view && view.session !== session) return { events: [], again: true };
      if (said.leave) {
        if (view && said.drafts) keepDrafts(view, said.drafts);
        if (view) drop(view);
        gone.set(said.view, true);
        return { events: [] };
      }
      // What it said before it left may come after that.
      if (gone.get(said.view)) return { events: [] };
      const isFresh = !view;
      if (!view) {
        if (!said.open) return { events: [], again: true };
        view = { name: said.view, session, askIds: undefined, holds: new Map(), queue: [] };
        const [oldest] = views.values();
        if (views.size >= MOST_VIEWS && oldest) drop(oldest);
        views.set(said.view, view);
      }
      if (said.open) open(view, said.open);
      if (said.drafts) keepDrafts(view, said.drafts);
      for (const one of said.say ?? []) say(view, one);
      expectNext(view, said.hidden === true);
      const events = view.queue;
      view.queue = [];
      const fresh = isFresh && { fresh: true };
      return { events, ...fresh, ...(said.open && { drafts: draftsOf(view) }) };
    },
    stop(): void {
      exchange.stop();
      for (const view of views.values()) clearTimeout(view.timer);
      views.clear();
    },
  };
}
