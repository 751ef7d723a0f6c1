import { type CloseReason, NoSurfaceError } from "@readback/core";
import { refuseUnknown } from "@readback/core/host";
import { BoundedMap, createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import type { DraftStore, TerminalBridge, TerminalBridgeOptions } from "./bridge-options.js";
import { type Effect, press, refused } from "./dialog/press.js";
import type { Draft } from "./dialog/state.js";
import { pressInWaiting } from "./dialog/waiting.js";
import { createDisplay } from "./display.js";
import { drawOver, drawSent } from "./draw/draw-ending.js";
import { type Entry, entryOf, isTyped, keepDraft } from "./entry.js";
import { createHeldKeys } from "./held-keys.js";
import { showsUnicode, wantsColor } from "./style.js";
import type { Key } from "./tty/keys.js";
import { createScreen } from "./tty/screen.js";
import { standardStreams } from "./tty/streams.js";

/** What is said to a second question where only one is allowed. */
export const ALREADY_OPEN = "ask_user_question dialog already open";

const LEFT =
  "The person left the dialog with Ctrl-D, and refused nothing. Ask again when they are back.";
const ACTIVITY_EVERY = 2_000;
const DRAFTS = 1_000;

const OPTIONS = [
  "find",
  "concurrency",
  "list",
  "drafts",
  "rest",
  "pause",
  "color",
  "unicode",
  "onInterrupt",
] satisfies (keyof TerminalBridgeOptions)[];

/**
 * Shows questions in a terminal, one after the other. A question is confirmed when the terminal has
 * taken the frame that holds all of it.
 * @example
 * const bridge = createTerminalBridge();
 * const asker = createAsker({ bridge });
 * const result = await asker.ask({ questions: [{ question: "Deploy now?", type: "confirm" }] });
 */
export function createTerminalBridge(options: TerminalBridgeOptions = {}): TerminalBridge {
  refuseUnknown(options, OPTIONS, "terminal bridge options");
  const { find = standardStreams, concurrency = "queue", list } = options;
  const { rest = 250, pause = 1_000 } = options;
  const { onInterrupt = () => screen.interrupt() } = options;
  const { color = wantsColor(process.env), unicode = showsUnicode(process.env) } = options;
  const drafts: DraftStore = options.drafts ?? new BoundedMap<string, Draft>(DRAFTS);
  const listeners = createBridgeListeners();
  const entries = new ShownQuestions<Entry>();
  const screen = createScreen(
    { find, color, unicode },
    {
      key: onKey,
      resized: () => display.show(),
      resumed: () => display.resume(),
      lost: lose,
    },
  );
  const held = createHeldKeys(pause, () => display.show());
  const isHeld = () => held.isHeld;
  const display = createDisplay({ screen, entries, listeners, list, isHeld });
  /** The question that the person has left with Ctrl-D; it is not shown here again. */
  let left: string | undefined;
  let lastActivity = Number.NEGATIVE_INFINITY;
  let isDisposed = false;

  // The terminal.

  function take(): void {
    if (isDisposed) throw new NoSurfaceError("The terminal was given back: make a new bridge.");
    screen.take();
  }

  /** Gives the terminal back when there is nothing to show. */
  function give(): void {
    if (entries.size === 0 && !list) screen.give();
  }

  /** The terminal is gone. That is nobody's refusal: whoever asked is told that there is none. */
  function lose(why: string): void {
    screen.give();
    held.release();
    display.clear();
    // Whoever leaves the list is gone for good.
    isDisposed ||= list !== undefined;
    const gone = [...entries];
    for (const entry of gone) {
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

  // The person.

  function onKey(key: Key): void {
    const name = key.type === "key" ? key.name : "";
    const { active } = display;
    const isWriting = active?.dialog.mode === "text" && hasText(active);
    if (name === "interrupt") onInterrupt();
    else if (name === "suspend") screen.suspend();
    else if (name === "redraw") display.redraw();
    else if (name === "end-of-input" && !isWriting) leaveTerminal();
    else if (held.holdsBack()) return;
    else if (active) pressIn(active, key);
    else if (list) pressInList(key);
  }

  function hasText(entry: Entry | undefined): boolean {
    return entry !== undefined && (entry.dialog.fields[entry.dialog.index]?.text ?? "") !== "";
  }

  /** Ctrl-D: the person leaves, and refuses nothing. */
  function leaveTerminal(): void {
    const { active } = display;
    if (list && !active) screen.leave([]);
    else if (active) {
      const over = { lost: "You left with Ctrl-D." };
      screen.leave(drawOver(active.dialog, over, isTyped(active), screen.look));
    }
    left = active?.request.requestId;
    lose(LEFT);
  }

  function pressIn(entry: Entry, key: Key): void {
    const { requestId } = entry.request;
    const { state, effects } = press(entry.dialog, key, { at: performance.now(), rest });
    const before = entry.dialog;
    entry.dialog = state;
    // At once: whatever ends this process may leave it no time.
    keepDraft(entry, before, drafts);
    tellActivity(requestId);
    display.show();
    for (const effect of effects) perform(entry, effect);
  }

  function perform(entry: Entry, effect: Effect): void {
    const { requestId } = entry.request;
    if (effect.type === "answer") listeners.emit("onAnswer", requestId, effect.answers);
    else if (list) display.putBack(entry);
    else dismiss(entry);
  }

  function dismiss(entry: Entry): void {
    end(entry, "dismissed");
    listeners.emit("onCancel", entry.request.requestId, "cancelled");
  }

  function pressInList(key: Key): void {
    const pressed = pressInWaiting(display.cursor, entries.size, key);
    display.cursor = pressed.cursor;
    const chosen = [...entries][pressed.cursor];
    if (pressed.deed === "leave") leaveTerminal();
    else if (pressed.deed === "answer" && chosen) display.activate(chosen);
    else if (pressed.deed === "dismiss" && chosen) dismiss(chosen);
    else display.show();
  }

  function tellActivity(requestId: string): void {
    const now = performance.now();
    if (now - lastActivity < ACTIVITY_EVERY) return;
    lastActivity = now;
    listeners.emit("onActivity", requestId);
  }

  // The end of a question.

  /** Shows what comes next, or gives the terminal back. */
  function next(): void {
    display.next();
    give();
  }

  function end(entry: Entry, reason: CloseReason | "sent" | "dismissed"): void {
    const { requestId, askId } = entry.request;
    entries.take(requestId);
    // An answer, whoever gave it, is the end of what was typed for it.
    if (reason === "sent" || reason === "answered") drafts.delete(askId);
    entry.sent.resolve();
    if (entry !== display.active) {
      display.show();
      return;
    }
    const isOwn = reason === "sent" || reason === "dismissed";
    const over = reason === "dismissed" ? "cancelled" : reason;
    screen.leave(
      over === "sent"
        ? drawSent(entry.dialog, screen.look)
        : drawOver(entry.dialog, over, isTyped(entry), screen.look),
    );
    // The next key may still be for this one.
    if (!isOwn) held.hold();
    next();
  }

  function queue(entry: Entry): void {
    entry.isQueued = true;
    entry.sent.resolve();
    tellQueued(entry);
    display.show();
  }

  /** After the host has heard that the question was sent. */
  function tellQueued(entry: Entry): void {
    queueMicrotask(() => {
      if (entry.isQueued) listeners.emit("onQueued", entry.request.requestId, true);
    });
  }

  return {
    ...listeners.methods,
    surfaceOf: () => "terminal",
    sendQuestion(request) {
      const shown = entries.get(request.requestId);
      if (shown) {
        // Whoever sends it again wants to know again that it is there.
        shown.isConfirmed = false;
        if (shown.isQueued) tellQueued(shown);
        display.show();
        return;
      }
      if (request.requestId === left) throw new NoSurfaceError(LEFT);
      const earlier = entries.of(request.askId);
      if (!earlier && concurrency === "reject" && entries.size > 0) throw new Error(ALREADY_OPEN);
      take();
      return new Promise<void>((resolve, reject) => {
        try {
          const entry = entryOf(request, earlier, drafts, { resolve, reject });
          entries.put(entry);
          earlier?.sent.resolve();
          const { active } = display;
          if (active === undefined ? list && entries.size > 1 : active !== earlier) queue(entry);
          else display.activate(entry);
        } catch (error) {
          // One that cannot be drawn must not stand in the way of the others.
          entries.take(request.requestId);
          reject(error);
          next();
        }
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
      if (entry === display.active) display.show();
    },
    missing() {
      return isDisposed ? "The terminal was given back." : screen.missing();
    },
    open() {
      take();
      display.show();
    },
    tell(notice) {
      display.notice = notice;
      display.show();
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      held.release();
      screen.leave([]);
      screen.give();
      display.clear();
      for (const entry of [...entries]) {
        entries.take(entry.request.requestId);
        entry.sent.resolve();
      }
    },
  };
}
