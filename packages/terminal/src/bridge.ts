import {
  type CloseReason,
  NoSurfaceError,
  type QuestionBridge,
  type QuestionRequest,
} from "@readback/core";
import { BoundedMap, createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { type Effect, press, refused } from "./dialog/press.js";
import { type DialogState, type Draft, draftOf, openDialog } from "./dialog/state.js";
import { drawDialog } from "./draw/draw-dialog.js";
import { drawOver, drawSent } from "./draw/draw-ending.js";
import { drawWaiting, type Waiting } from "./draw/draw-waiting.js";
import type { Frame, Look } from "./draw/frame.js";
import { createStyle, showsUnicode, wantsColor } from "./draw/style.js";
import type { Key } from "./tty/keys.js";
import { Painter } from "./tty/paint.js";
import { type Found, standardStreams } from "./tty/streams.js";
import { type Terminal, type TerminalStreams, takeTerminal } from "./tty/terminal.js";

/** Where typed text is kept that was not sent, by ask. */
export interface DraftStore {
  get(askId: string): Draft | undefined;
  set(askId: string, draft: Draft): void;
  delete(askId: string): void;
}

/** Settings of {@link createTerminalBridge}. */
export interface TerminalBridgeOptions {
  /** Finds the terminal, each time a question is to be shown and none is. Default: standard input and output. */
  readonly find?: () => Found;
  /** A second question while one is open: shown after it, or refused at once. Default `queue`. */
  readonly concurrency?: "queue" | "reject";
  /** Keep a list of what waits on the screen, from which the person chooses. Default: each question opens by itself. */
  readonly list?: ListOptions;
  /** Keeps what was typed and not sent. Default: in memory. */
  readonly drafts?: DraftStore;
  /** How long a question rests before a key can decide anything, in milliseconds. Default 250. */
  readonly rest?: number;
  /** Default: what NO_COLOR, FORCE_COLOR and TERM say. */
  readonly color?: boolean;
  /** Default: what the locale says. */
  readonly unicode?: boolean;
  /** What Ctrl-C does. Default: the process gets a SIGINT. */
  readonly onInterrupt?: () => void;
}

/** Settings of the list of what waits. */
export interface ListOptions {
  /** What stands above it. */
  readonly title: string;
  /** The person leaves the list, or the terminal is gone; `why` is for whoever reads the log. */
  readonly onLeave: (why: string | null) => void;
}

/** A user interface in a terminal. */
export interface TerminalBridge extends QuestionBridge {
  /** Why there is no terminal to show a question on, or `null`. */
  missing(): string | null;
  /** Shows the list of what waits, if there is to be one. Throws {@link NoSurfaceError} without a terminal. */
  open(): void;
  /** Gives the terminal back. What was typed is kept in the drafts. */
  dispose(): void;
}

/** What is said to a second question where only one is allowed. */
export const ALREADY_OPEN = "ask_user_question dialog already open";

/** A question, from the moment it is sent until it is over. */
interface Entry {
  readonly request: QuestionRequest;
  dialog: DialogState;
  /** Since when it waits, in milliseconds. */
  readonly since: number;
  isConfirmed: boolean;
  isQueued: boolean;
  /** Whether it is shown, or will be, and why not. */
  readonly sent: { resolve(): void; reject(error: unknown): void };
}

const LEFT =
  "The person left the dialog with Ctrl-D, and refused nothing. Ask again when they are back.";
const ACTIVITY_EVERY = 2_000;
const DRAFTS = 1_000;

/**
 * Shows questions in a terminal, one after the other. A question is confirmed when the terminal has
 * taken the frame that holds all of it.
 * @example
 * const bridge = createTerminalBridge();
 * const asker = createAsker({ bridge });
 * const result = await asker.ask({ questions: [{ question: "Deploy now?", type: "confirm" }] });
 */
export function createTerminalBridge(options: TerminalBridgeOptions = {}): TerminalBridge {
  const { find = standardStreams, concurrency = "queue", list, rest = 250 } = options;
  const { onInterrupt = () => process.kill(process.pid, "SIGINT") } = options;
  const { color = wantsColor(process.env), unicode = showsUnicode(process.env) } = options;
  const drafts: DraftStore = options.drafts ?? new BoundedMap<string, Draft>(DRAFTS);
  const style = createStyle(color);
  const listeners = createBridgeListeners();
  const entries = new ShownQuestions<Entry>();
  const painter = new Painter();
  let terminal: Terminal | undefined;
  /** The question that is shown. */
  let active: Entry | undefined;
  /** The question that the person has left with Ctrl-D; it is not shown here again. */
  let left: string | undefined;
  /** The row of the list. */
  let cursor = 0;
  let lastActivity = Number.NEGATIVE_INFINITY;
  let isDisposed = false;

  // The terminal.

  function look(): Look {
    return { columns: terminal?.columns ?? 80, rows: terminal?.rows ?? 24, style, unicode };
  }

  /** Takes the terminal, unless it is taken. */
  function take(): void {
    if (terminal) return;
    if (isDisposed) throw new NoSurfaceError("The terminal was given back: make a new bridge.");
    const found = find();
    if ("missing" in found) throw new NoSurfaceError(found.missing);
    let problem: string | undefined;
    const taken = takeTerminal(found, {
      key: onKey,
      resized: show,
      resumed: redraw,
      lost(why) {
        problem = why;
        lose(why);
      },
    });
    if (problem !== undefined) throw new NoSurfaceError(problem);
    terminal = taken;
    painter.forget();
  }

  /** Gives the terminal back when there is nothing to show. */
  function give(): void {
    if (entries.size > 0 || list) return;
    terminal?.close();
    terminal = undefined;
  }

  /** The terminal is gone. That is nobody's refusal: whoever asked is told that there is none. */
  function lose(why: string): void {
    terminal?.close();
    terminal = undefined;
    active = undefined;
    // Whoever leaves the list is gone for good.
    isDisposed ||= list !== undefined;
    const gone = [...entries];
    for (const entry of gone) {
      keep(entry);
      entries.take(entry.request.requestId);
      entry.sent.reject(new NoSurfaceError(why));
    }
    for (const { request, isQueued, isConfirmed } of gone) {
      if (isConfirmed) listeners.emit("onLost", request.requestId);
      // Elsewhere it may be shown; here its turn does not come.
      else if (isQueued) listeners.emit("onQueued", request.requestId, false);
    }
    list?.onLeave(why);
  }

  // What is shown.

  function show(): void {
    if (!terminal) return;
    const frame = active ? drawActive(active) : drawList();
    if (!frame) return;
    const entry = active;
    if (entry?.isConfirmed && !frame.fits) hide(entry);
    const { dialog } = entry ?? {};
    const done = () => {
      if (entry && entry.dialog === dialog && frame.fits) onShown(entry);
    };
    terminal.write(painter.paint(frame, terminal.columns), done);
  }

  function drawActive(entry: Entry): Frame {
    const waiting = entries.size - 1;
    return drawDialog(entry.dialog, look(), {
      waiting,
      ...(list && { escapes: "back to the list" }),
    });
  }

  function drawList(): Frame | undefined {
    if (!list) return undefined;
    const waiting = [...entries].map(({ request, since }): Waiting => ({ request, since }));
    cursor = Math.min(cursor, Math.max(0, waiting.length - 1));
    return drawWaiting({ title: list.title, waiting, cursor, now: Date.now() }, look());
  }

  /** The window is too small now: the question is on screen no more. */
  function hide(entry: Entry): void {
    entry.isConfirmed = false;
    entry.dialog = { ...entry.dialog, since: null };
    queueMicrotask(() => listeners.emit("onLost", entry.request.requestId));
  }

  /** The terminal has taken a frame with the whole question: now a person can see it. */
  function onShown(entry: Entry): void {
    if (entry.dialog.since === null) entry.dialog = { ...entry.dialog, since: Date.now() };
    if (entry.isConfirmed || entries.get(entry.request.requestId) !== entry) return;
    entry.isConfirmed = true;
    entry.sent.resolve();
    listeners.emit("onRenderConfirmed", entry.request.requestId);
  }

  /** Takes the frame away and leaves some lines in its place. */
  function leave(lines: readonly string[]): void {
    if (terminal) terminal.write(painter.leave(lines, terminal.columns));
  }

  /** Shows what comes next. With a list, the person chooses, unless nothing else waits. */
  function next(): void {
    active = undefined;
    const [first] = entries;
    if (first && (!list || entries.size === 1)) activate(first);
    else show();
    give();
  }

  function activate(entry: Entry): void {
    active = entry;
    if (entry.isQueued) {
      entry.isQueued = false;
      listeners.emit("onQueued", entry.request.requestId, false);
    }
    show();
  }

  // The person.

  function onKey(key: Key): void {
    const name = key.type === "key" ? key.name : "";
    const isWriting = active?.dialog.mode === "text" && hasText(active);
    if (name === "interrupt") onInterrupt();
    else if (name === "suspend") terminal?.suspend();
    else if (name === "redraw") redraw();
    else if (name === "end-of-input" && !isWriting) leaveTerminal();
    else if (active) pressIn(active, key);
    else if (list) pressInList(key);
  }

  function redraw(): void {
    painter.forget();
    show();
  }

  function hasText(entry: Entry | undefined): boolean {
    return entry !== undefined && (entry.dialog.fields[entry.dialog.index]?.text ?? "") !== "";
  }

  /** Ctrl-D: the person leaves, and refuses nothing. */
  function leaveTerminal(): void {
    if (list && !active) leave([]);
    else if (active)
      leave(drawOver(active.dialog, { lost: "You left with Ctrl-D." }, isTyped(active), look()));
    left = active?.request.requestId;
    lose(LEFT);
  }

  function pressIn(entry: Entry, key: Key): void {
    const { requestId } = entry.request;
    const { state, effects } = press(entry.dialog, key, { at: Date.now(), rest });
    const isChanged = state !== entry.dialog;
    entry.dialog = state;
    if (isChanged && key.type !== "key") keep(entry);
    tellActivity(requestId);
    show();
    for (const effect of effects) perform(entry, effect);
  }

  function perform(entry: Entry, effect: Effect): void {
    const { requestId } = entry.request;
    keep(entry);
    if (effect.type === "answer") listeners.emit("onAnswer", requestId, effect.answers);
    else if (list) {
      active = undefined;
      show();
    } else dismiss(entry);
  }

  function dismiss(entry: Entry): void {
    end(entry, "cancelled");
    listeners.emit("onCancel", entry.request.requestId, "cancelled");
  }

  function pressInList(key: Key): void {
    const chosen = [...entries][cursor];
    const pressed = key.type === "key" ? key.name : key.type === "text" ? key.text : "";
    if (pressed === "escape" || pressed === "q") leaveTerminal();
    else if (pressed === "enter" && chosen) activate(chosen);
    else if (pressed === "delete" && chosen) dismiss(chosen);
    else {
      const step = pressed === "up" ? -1 : pressed === "down" ? 1 : 0;
      cursor = Math.min(Math.max(0, cursor + step), Math.max(0, entries.size - 1));
      show();
    }
  }

  function tellActivity(requestId: string): void {
    const now = Date.now();
    if (now - lastActivity < ACTIVITY_EVERY) return;
    lastActivity = now;
    listeners.emit("onActivity", requestId);
  }

  // What was typed.

  function isTyped({ dialog }: Entry): boolean {
    return draftOf(dialog) !== undefined;
  }

  function keep({ request, dialog }: Entry): void {
    const draft = draftOf(dialog);
    if (draft) drafts.set(request.askId, draft);
  }

  // The end of a question.

  function end(entry: Entry, reason: CloseReason | "sent"): void {
    const { requestId, askId } = entry.request;
    entries.take(requestId);
    keep(entry);
    if (reason === "sent") drafts.delete(askId);
    entry.sent.resolve();
    if (entry === active) {
      leave(
        reason === "sent"
          ? drawSent(entry.dialog, look())
          : drawOver(entry.dialog, reason, isTyped(entry), look()),
      );
      next();
    } else show();
  }

  /** A retry goes on where the earlier presentation is, unless an answer to that is under way. */
  function dialogFor(request: QuestionRequest, earlier: Entry | undefined): DialogState {
    if (earlier && earlier.dialog.mode !== "sending") return { ...earlier.dialog, request };
    return openDialog(request, drafts.get(request.askId));
  }

  function queue(entry: Entry): void {
    entry.isQueued = true;
    entry.sent.resolve();
    // After the host has heard that the question was sent.
    queueMicrotask(() => {
      if (entry.isQueued) listeners.emit("onQueued", entry.request.requestId, true);
    });
    show();
  }

  return {
    ...listeners.methods,
    sendQuestion(request) {
      const shown = entries.get(request.requestId);
      if (shown) {
        // Whoever sends it again wants to know again that it is there.
        shown.isConfirmed = false;
        show();
        return;
      }
      if (request.requestId === left) throw new NoSurfaceError(LEFT);
      const earlier = entries.of(request.askId);
      if (!earlier && concurrency === "reject" && entries.size > 0) throw new Error(ALREADY_OPEN);
      take();
      return new Promise<void>((resolve, reject) => {
        const entry: Entry = {
          request,
          dialog: dialogFor(request, earlier),
          since: earlier?.since ?? Date.now(),
          isConfirmed: false,
          isQueued: false,
          sent: { resolve, reject },
        };
        entries.put(entry);
        earlier?.sent.resolve();
        if (active === undefined ? list && entries.size > 1 : active !== earlier)
          return queue(entry);
        // The host first hears that it was sent.
        activate(entry);
      });
    },
    close(requestId, reason) {
      const entry = entries.get(requestId);
      if (entry) end(entry, reason);
    },
    acknowledge(requestId) {
      const entry = entries.get(requestId);
      if (entry) end(entry, "sent");
    },
    refuse(requestId, problem) {
      const entry = entries.get(requestId);
      if (!entry) return;
      entry.dialog = refused(entry.dialog, problem);
      if (entry === active) show();
    },
    missing() {
      if (terminal) return null;
      if (isDisposed) return "The terminal was given back.";
      const found = find();
      if ("missing" in found) return found.missing;
      release(found);
      return null;
    },
    open() {
      take();
      show();
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      if (terminal) leave([]);
      terminal?.close();
      terminal = undefined;
      active = undefined;
      for (const entry of [...entries]) {
        keep(entry);
        entries.take(entry.request.requestId);
        entry.sent.resolve();
      }
    },
  };
}

function release({ release: letGo }: TerminalStreams): void {
  letGo?.();
}
