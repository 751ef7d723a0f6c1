import type { BridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import type { ListOptions } from "./bridge-options.js";
import { drawDialog } from "./draw/draw-dialog.js";
import { drawWaiting, type Waiting } from "./draw/draw-waiting.js";
import type { Frame } from "./draw/frame.js";
import type { Entry } from "./entry.js";
import type { Screen } from "./tty/screen.js";

/** What stands on the screen: one question, or the list of what waits. */
export interface Display {
  /** The question that is shown. */
  readonly active: Entry | undefined;
  /** The row of the list. */
  cursor: number;
  /** What the person should know, and no question says: it stands in the list. */
  notice: string;
  /** Paints how things stand now. */
  show(): void;
  /** Paints all of it on an empty screen. */
  redraw(): void;
  /** Paints all of it below what is there: the screen is not as it was left. */
  resume(): void;
  /** Shows this question. */
  activate(entry: Entry): void;
  /** Shows what comes next. With a list, the person chooses, unless nothing else waits. */
  next(): void;
  /** Back to the list: the question waits there, and is on screen no more. */
  putBack(entry: Entry): void;
  /** Nothing is shown any more. */
  clear(): void;
}

interface DisplayOptions {
  readonly screen: Screen;
  readonly entries: ShownQuestions<Entry>;
  readonly listeners: BridgeListeners;
  readonly list: ListOptions | undefined;
  /** Whether keys are held back at the moment, which the person is told. */
  readonly isHeld: () => boolean;
}

/** How often the list is drawn again when nothing happens, in milliseconds. */
const AGES_CHANGE = 10_000;

/** Shows questions on a screen, and tells when one is on it and when it no longer is. */
export function createDisplay(options: DisplayOptions): Display {
  const { screen, entries, listeners, list, isHeld } = options;
  let active: Entry | undefined;
  let cursor = 0;
  let notice = "";
  let timer: NodeJS.Timeout | undefined;

  function show(): void {
    clearTimeout(timer);
    if (!screen.isTaken) return;
    // The list says since when each question waits.
    if (!active && entries.size > 0) timer = setTimeout(show, AGES_CHANGE).unref();
    const frame = active ? drawActive(active) : drawList();
    if (!frame) return;
    const entry = active;
    if (entry?.isConfirmed && !frame.fits) hide(entry);
    const { dialog } = entry ?? {};
    screen.paint(frame, () => {
      if (entry && entry.dialog === dialog && frame.fits) onShown(entry);
    });
  }

  function drawActive(entry: Entry): Frame {
    const waiting = entries.size - 1;
    return drawDialog(entry.dialog, screen.look, {
      waiting,
      isHeld: isHeld(),
      ...(list && { escapes: "back to the list" }),
    });
  }

  function drawList(): Frame | undefined {
    if (!list) return undefined;
    const waiting = [...entries].map(({ request, since }): Waiting => ({ request, since }));
    cursor = Math.min(cursor, Math.max(0, waiting.length - 1));
    const { title } = list;
    const now = Date.now();
    return drawWaiting({ title, notice, waiting, cursor, isHeld: isHeld(), now }, screen.look);
  }

  /** The question is on screen no more, because the window is too small now, say. */
  function hide(entry: Entry): void {
    entry.isConfirmed = false;
    entry.dialog = { ...entry.dialog, since: null };
    queueMicrotask(() => listeners.emit("onLost", entry.request.requestId));
  }

  /** The terminal has taken a frame with the whole question: now a person can see it. */
  function onShown(entry: Entry): void {
    if (entry.dialog.since === null) entry.dialog = { ...entry.dialog, since: performance.now() };
    if (entry.isConfirmed || entries.get(entry.request.requestId) !== entry) return;
    entry.isConfirmed = true;
    entry.sent.resolve();
    listeners.emit("onRenderConfirmed", entry.request.requestId);
  }

  function activate(entry: Entry): void {
    active = entry;
    if (entry.isQueued) {
      entry.isQueued = false;
      listeners.emit("onQueued", entry.request.requestId, false);
    }
    show();
  }

  return {
    get active() {
      return active;
    },
    get cursor() {
      return cursor;
    },
    set cursor(row) {
      cursor = row;
    },
    get notice() {
      return notice;
    },
    set notice(text) {
      notice = text;
    },
    show,
    redraw() {
      screen.clear();
      show();
    },
    resume() {
      screen.forget();
      show();
    },
    activate,
    next() {
      active = undefined;
      const [first] = entries;
      if (first && (!list || entries.size === 1)) activate(first);
      else show();
    },
    putBack(entry) {
      active = undefined;
      entry.isQueued = true;
      show();
      if (entry.isConfirmed) hide(entry);
    },
    clear() {
      clearTimeout(timer);
      active = undefined;
    },
  };
}
