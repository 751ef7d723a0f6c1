import { type Clock, InvalidInputError } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { CHANNEL, type Push, type Reply, type Said, type ToPage } from "../shared/protocol.js";
import type { Frame, QuestionWindow } from "./electron.js";
import { parseMessage } from "./message.js";
import { unsafePreferences } from "./preferences.js";
import { refusal } from "./refusal.js";
import type { TrustsPage } from "./trusted-page.js";

/** How long a page may take to say that it has a message, in milliseconds. */
const PATIENCE = 5_000;
/** Chromium's word for a load that was called off: whatever was there is still there. */
const CANCELLED = -3;

/** One window, and the document in it that is connected. */
export interface WindowLink {
  readonly window: QuestionWindow;
  /** Whether a document is connected, and has everything that was sent to it. */
  readonly isListening: boolean;
  /** Sends to the connected document, if there is one, and waits for it to say that it has it. */
  push(message: ToPage): void;
  /** Takes every listener away. */
  dispose(): void;
}

interface LinkOptions {
  readonly window: QuestionWindow;
  readonly trusts: TrustsPage;
  readonly clock: Clock;
  readonly hello: () => ToPage;
  /** The document says something. Returns what it is told. */
  readonly onSaid: (link: WindowLink, said: Said) => Reply;
  /** A document has connected, or speaks again after a silence. */
  readonly onListening: (link: WindowLink) => void;
  /** The document is gone, or silent: whatever it showed, nobody knows that it still does. */
  readonly onSilent: (link: WindowLink) => void;
  /** Something about the window may have changed. */
  readonly onChange: () => void;
  readonly onClosed: (link: WindowLink) => void;
  readonly onError: (error: unknown) => void;
}

/** A document that has connected. */
interface PageDocument {
  readonly nonce: string;
  readonly processId: number;
  readonly routingId: number;
  /** Another one is being loaded in its place. */
  isLeaving: boolean;
  isSilent: boolean;
  sent: number;
  /** The numbers it has not said to have. */
  readonly missing: Set<number>;
}

/** Connects to whatever document a window shows. Throws when the window is not set up safely. */
export function createWindowLink(options: LinkOptions): WindowLink {
  const { window, trusts, clock, onError } = options;
  const contents = window.webContents;
  const unsafe = unsafePreferences(contents.getLastWebPreferences?.() ?? null);
  if (unsafe.length > 0) throw new InvalidInputError("window", unsafe);
  let current: PageDocument | undefined;
  let timer: unknown;

  const link: WindowLink = {
    window,
    get isListening() {
      return current !== undefined && !current.isSilent;
    },
    push(message) {
      if (!current) return;
      current.sent += 1;
      current.missing.add(current.sent);
      deliver({ nonce: current.nonce, number: current.sent, message });
      timer ??= later();
    },
    dispose() {
      link.push({ type: "stopped" });
      drop();
      // A destroyed window keeps its listeners, and the app may keep the window.
      contents.ipc.removeHandler(CHANNEL);
      for (const event of WINDOW_EVENTS) window.off(event as "show", options.onChange);
      window.off("closed", closed);
      contents.off("did-start-navigation", started);
      contents.off("did-navigate", navigated);
      contents.off("did-fail-provisional-load", failed);
      contents.off("render-process-gone", gone);
    },
  };

  /** `send` never throws, whatever became of the page: only the page's word counts. */
  function deliver(push: Push): void {
    try {
      contents.send(CHANNEL, push);
    } catch (error) {
      onError(error);
    }
  }

  function later(): unknown {
    const handle = clock.setTimeout(() => {
      timer = undefined;
      if (!current || current.missing.size === 0) return;
      const wasSilent = current.isSilent;
      current.isSilent = true;
      current.missing.clear();
      if (!wasSilent) options.onSilent(link);
      // It may have missed anything: tell it how things stand, for as long as it is there.
      link.push(options.hello());
    }, PATIENCE);
    (handle as { unref?: () => void }).unref?.();
    return handle;
  }

  function drop(): void {
    clock.clearTimeout(timer);
    timer = undefined;
    const wasThere = current !== undefined;
    current = undefined;
    if (wasThere) options.onSilent(link);
  }

  function take(frame: Frame | null, raw: unknown): Reply {
    const stranger = strangerIn(frame);
    if (stranger) return refusal("wrong_sender", stranger);
    const message = parseMessage(raw);
    if (typeof message === "string") return refusal("invalid_message", message);
    if (message.type === "connect") return connect(frame as Frame, message.nonce);
    if (!current || !isCurrent(frame as Frame, message.nonce)) {
      return refusal("not_connected", "This document is not connected: connect, and say it again");
    }
    if (message.type === "say") return options.onSaid(link, message.said);
    got(current, message.number, message.problem);
    return { ok: true };
  }

  /** Who else may be speaking. */
  function strangerIn(frame: Frame | null): string | undefined {
    if (!frame) return "The frame is gone";
    const { processId, routingId } = contents.mainFrame;
    if (frame.parent || frame.processId !== processId || frame.routingId !== routingId) {
      return "Only the main frame of the window may speak";
    }
    return trusts(frame.url)
      ? undefined
      : "This address may not show questions: name it in `page` when you create the bridge";
  }

  const isCurrent = ({ processId, routingId }: Frame, nonce: string) =>
    current?.nonce === nonce && current.processId === processId && current.routingId === routingId;

  function connect({ processId, routingId }: Frame, nonce: string): Reply {
    if (!isCurrent({ processId, routingId } as Frame, nonce)) {
      drop();
      current = {
        nonce,
        processId,
        routingId,
        isLeaving: false,
        isSilent: false,
        sent: 0,
        missing: new Set(),
      };
    }
    link.push(options.hello());
    options.onListening(link);
    return { ok: true };
  }

  function got(document: PageDocument, number: number, problem: string | null): void {
    document.missing.delete(number);
    if (problem !== null) onError(new Error(`The page could not take a message: ${problem}`));
    if (document.missing.size > 0) return;
    clock.clearTimeout(timer);
    timer = undefined;
    if (!document.isSilent) return;
    document.isSilent = false;
    options.onListening(link);
  }

  // The next document may speak before its navigation is reported: only the earlier one goes.
  const started = (details: { isMainFrame: boolean; isSameDocument: boolean }) => {
    if (current && details.isMainFrame && !details.isSameDocument) current.isLeaving = true;
  };
  const navigated = () => {
    if (current?.isLeaving) drop();
  };
  // A page that cannot be loaded leaves another in its place, which only this event tells. Without an
  // event, as after `stop()`, the document that was there stays.
  const failed = (_: unknown, code: number, _why: string, _url: string, isMainFrame: boolean) => {
    if (isMainFrame && code !== CANCELLED) navigated();
  };
  const gone = () => drop();
  const closed = () => {
    drop();
    options.onClosed(link);
  };

  try {
    // Not on `ipcMain`, which every window and frame can reach. The frame is read at once: later it is null.
    contents.ipc.handle(CHANNEL, (event, raw: unknown) => take(event.senderFrame, raw));
  } catch (error) {
    const problem = `has a bridge already (${messageOf(error)}): dispose it first`;
    throw new InvalidInputError("window", [{ field: "", problem }]);
  }
  for (const event of WINDOW_EVENTS) window.on(event as "show", options.onChange);
  window.on("closed", closed);
  contents.on("did-start-navigation", started);
  contents.on("did-navigate", navigated);
  contents.on("did-fail-provisional-load", failed);
  contents.on("render-process-gone", gone);
  return link;
}

/** After these a window may be seen, or seen no more. */
const WINDOW_EVENTS = [
  "show",
  "hide",
  "minimize",
  "restore",
  "maximize",
  "unmaximize",
  "move",
  "resize",
] as const;
