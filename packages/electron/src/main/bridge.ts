import { NoSurfaceError, type QuestionBridge } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { createBridgeListeners } from "@readback/core/surfaces";
import type { Reply, Said, ToPage } from "../shared/protocol.js";
import { createAttention, takeToWindow } from "./attention.js";
import { type Change, createBoard } from "./board.js";
import type { ElectronParts, QuestionWindow } from "./electron.js";
import { type ElectronBridgeOptions, settingsOf } from "./options.js";
import { refusal } from "./refusal.js";
import { createWindowLink, type WindowLink } from "./window-link.js";
import { isWindowShown } from "./window-shown.js";

/** A window, or where to find the windows that show questions now. */
export type Windows =
  | QuestionWindow
  | (() => QuestionWindow | readonly QuestionWindow[] | null | undefined);

/** Windows that show questions: a bridge for an asker. */
export interface ElectronBridge extends Required<Omit<QuestionBridge, "join">> {
  /** How many windows have a page that is connected now. */
  readonly connected: number;
  /** Looks for windows that have come or gone. It happens by itself; this is for not waiting. */
  refresh(): void;
  /** Shows the window and gives it the focus, as from a menu; whether there is one. */
  takeToWindow(): boolean;
  /** Lets go of every window. What is open stays so for a bridge that comes after this one. */
  dispose(): void;
}

/** No event tells that a window has become transparent or its display has gone: look so often, in milliseconds. */
const LOOK_EVERY = 1_000;

/** The bridge, around whatever Electron is given. */
export function createBridge(
  electron: ElectronParts,
  windows: Windows,
  options: ElectronBridgeOptions,
): ElectronBridge {
  const settings = settingsOf(options);
  const { clock, trusts, onError } = settings;
  const listeners = createBridgeListeners();
  const board = createBoard<WindowLink>();
  /** Each window, and whether it could be seen when last looked at. */
  const links = new Map<WindowLink, boolean>();
  /** Windows whose answer waits for the host's word, by request. */
  const answering = new Map<string, Set<WindowLink>>();
  let looking: unknown;
  let isDisposed = false;

  const windowToShow = () => {
    const all = [...links.keys()];
    return (all.find(({ isListening }) => isListening) ?? all[0])?.window;
  };
  const attention = createAttention({ ...settings, electron, windowToShow });
  const hello = (): ToPage => ({ type: "hello", open: board.open(), ended: board.ended() });
  const isShown = ({ window }: WindowLink) =>
    isWindowShown(
      window,
      electron.screen.getAllDisplays().map(({ bounds }) => bounds),
    );

  function pushAll(message: ToPage): void {
    for (const link of links.keys()) link.push(message);
  }

  // Windows that come and go.

  function found(): readonly QuestionWindow[] {
    const given = typeof windows === "function" ? windows() : windows;
    return [given ?? []].flat().filter((window) => !window.isDestroyed());
  }

  function refresh(): void {
    const now = isDisposed ? [] : found();
    for (const link of links.keys()) if (!now.includes(link.window)) release(link);
    for (const window of now) {
      if (![...links.keys()].some((link) => link.window === window)) adopt(window);
    }
    review();
  }

  function adopt(window: QuestionWindow): void {
    const link = createWindowLink({
      window,
      trusts,
      clock,
      hello,
      onSaid,
      onListening: (one) => one.push({ type: "look" }),
      onSilent: (one) => tell(board.leave(one)),
      onChange: guarded(review),
      onClosed: (one) => {
        release(one);
        guarded(refresh)();
      },
      onError,
    });
    links.set(link, false);
  }

  function release(link: WindowLink): void {
    links.delete(link);
    for (const waiting of answering.values()) waiting.delete(link);
    link.dispose();
    tell(board.leave(link));
  }

  /** Looks at every window: what nobody can see is on screen no more, what comes into sight is looked at. */
  function review(): void {
    for (const [link, wasShown] of links) {
      const isNow = isShown(link);
      if (isNow === wasShown) continue;
      links.set(link, isNow);
      if (isNow) link.push({ type: "look" });
      else tell(board.hide(link));
    }
    keepLooking();
  }

  function keepLooking(): void {
    clock.clearTimeout(looking);
    looking = undefined;
    if (isDisposed || board.open().length === 0) return;
    looking = clock.setTimeout(guarded(refresh), LOOK_EVERY);
    (looking as { unref?: () => void }).unref?.();
  }

  /** For callbacks of Electron and of the clock, where nobody catches. */
  function guarded(action: () => void): () => void {
    return () => {
      try {
        action();
      } catch (error) {
        onError(error);
      }
    };
  }

  // From the pages to the host.

  function tell(changes: readonly Change[]): void {
    for (const [about, requestId, isSo] of changes) {
      try {
        if (about === "queued") listeners.emit("onQueued", requestId, isSo);
        else listeners.emit(isSo ? "onRenderConfirmed" : "onLost", requestId);
      } catch (error) {
        onError(error);
      }
    }
  }

  function onSaid(link: WindowLink, said: Said): Reply {
    if (!listeners.has("onAnswer")) {
      return refusal("not_ready", "Nobody listens yet: say it again soon");
    }
    try {
      forward(link, said);
      return { ok: true };
    } catch (error) {
      onError(error);
      return refusal("host_failed", messageOf(error));
    }
  }

  function forward(link: WindowLink, said: Said): void {
    const { requestId } = said;
    switch (said.type) {
      case "rendered":
        rendered(link, requestId);
        return;
      case "lost":
        tell(board.lose(requestId, link));
        return;
      case "queued":
        tell(board.queue(requestId, link, said.queued));
        return;
      case "activity":
        listeners.emit("onActivity", requestId);
        return;
      case "answer":
        answering.set(requestId, (answering.get(requestId) ?? new Set()).add(link));
        listeners.emit("onAnswer", requestId, said.answers);
        return;
      case "cancel":
        listeners.emit("onCancel", requestId, said.how);
        // The host need not close what the person closed; the other windows have to know.
        if (board.isOpen(requestId)) bridge.close(requestId, said.how);
    }
  }

  /** The page's word counts when the window agrees with it. When the window does so later, the page looks again. */
  function rendered(link: WindowLink, requestId: string): void {
    review();
    if (!isShown(link)) return;
    if (board.isOpen(requestId)) tell(board.see(requestId, link));
    // Nobody knows it here: the host says what becomes of its dialog.
    else listeners.emit("onRenderConfirmed", requestId);
  }

  // From the host to the pages.

  function end(requestId: string, reason: Parameters<ElectronBridge["close"]>[1]): void {
    const request = board.open().find((one) => one.requestId === requestId);
    if (board.end(requestId, reason) && request) attention.over(request.askId);
    attention.count(board.open().length);
  }

  const bridge: ElectronBridge = {
    ...listeners.methods,
    surfaceOf: () => "electron",
    sendQuestion(request) {
      if (isDisposed) throw new NoSurfaceError("The bridge is disposed: create a new one");
      refresh();
      // A question that was on screen waits for the next window as long as its render clock runs.
      const isKnown = board.isOpen(request.requestId);
      if (links.size === 0 && !isKnown) {
        throw new NoSurfaceError("No window is open: open one, then ask again");
      }
      board.present(request);
      attention.count(board.open().length);
      pushAll({ type: "ask", request });
      if (isKnown) pushAll({ type: "look" });
      if (!isKnown) attention.call(request);
      keepLooking();
    },
    close(requestId, reason) {
      answering.delete(requestId);
      end(requestId, reason);
      pushAll({ type: "close", requestId, reason });
    },
    acknowledge(requestId) {
      const senders = answering.get(requestId);
      answering.delete(requestId);
      end(requestId, "answered");
      for (const link of links.keys()) {
        link.push(
          senders?.has(link)
            ? { type: "acknowledge", requestId }
            : { type: "close", requestId, reason: "answered" },
        );
      }
    },
    refuse(requestId, problem) {
      const senders = answering.get(requestId);
      answering.delete(requestId);
      for (const link of senders ?? []) link.push({ type: "refuse", requestId, problem });
    },
    get connected() {
      return [...links.keys()].filter(({ isListening }) => isListening).length;
    },
    refresh,
    takeToWindow: () => takeToWindow(windowToShow()),
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      electron.app.off("browser-window-created", created);
      for (const event of DISPLAY_EVENTS) electron.screen.off(event as "display-added", reviewed);
      refresh();
      clock.clearTimeout(looking);
    },
  };

  // At this event the app does not hold its window yet: look a moment later.
  const created = () => {
    clock.setTimeout(guarded(refresh), 0);
  };
  const reviewed = guarded(review);
  refresh();
  electron.app.on("browser-window-created", created);
  for (const event of DISPLAY_EVENTS) electron.screen.on(event as "display-added", reviewed);
  return bridge;
}

const DISPLAY_EVENTS = ["display-added", "display-removed", "display-metrics-changed"] as const;
