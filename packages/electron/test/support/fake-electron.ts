import { EventEmitter } from "node:events";
import type { WebPreferences } from "electron";
import type { ElectronParts, Frame, QuestionWindow } from "../../src/main/electron.js";
import type { Ipc } from "../../src/preload/api.js";

// Electron as far as this package uses it: messages are cloned and take their time, frames come and go,
// what is destroyed throws, `send` never does, and what a handler throws loses its class and its code.

type Handler = (event: { readonly senderFrame: Frame | null }, message: unknown) => unknown;

/** Lets every message that is under way arrive, and what follows from it. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export class FakeFrame implements Frame {
  constructor(
    readonly url: string,
    readonly processId: number,
    readonly routingId: number,
    readonly parent: Frame["parent"],
  ) {}
}

/** A document in a frame, and what a preload script in it gets of Electron. */
export class FakeDocument {
  readonly #listeners: ((event: unknown, push: never) => void)[] = [];
  readonly #contents: FakeContents;
  isGone = false;

  constructor(
    contents: FakeContents,
    readonly frame: FakeFrame,
  ) {
    this.#contents = contents;
  }

  readonly ipcRenderer: Ipc = {
    invoke: async (channel, message) => {
      // The real one throws "An object could not be cloned." here.
      const sent = structuredClone(message);
      await new Promise((resolve) => setImmediate(resolve));
      const reply = await this.#contents.deliver(this, channel, sent);
      // The world that waited for it is gone.
      if (this.isGone) return new Promise(() => {});
      return structuredClone(reply);
    },
    on: (_channel, listener) => this.#listeners.push(listener),
  };

  hear(message: unknown): void {
    for (const listener of this.#listeners) listener({}, message as never);
  }
}

export class FakeContents extends EventEmitter {
  static #ids = 0;
  readonly id = ++FakeContents.#ids;
  readonly handlers = new Map<string, Handler>();
  /** What `send` could not deliver, which Electron only logs. */
  readonly unsent: unknown[] = [];
  document: FakeDocument;
  isGone = false;
  hasCrashed = false;
  /** Messages to the page are lost, as when it is stuck. */
  isStuck = false;

  constructor(
    url: string,
    readonly preferences: WebPreferences,
  ) {
    super();
    this.document = new FakeDocument(this, new FakeFrame(url, 1, 1, null));
  }

  get mainFrame(): FakeFrame {
    return this.document.frame;
  }

  readonly ipc = {
    handle: (channel: string, handler: Handler) => {
      if (this.handlers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      this.handlers.set(channel, handler);
    },
    removeHandler: (channel: string) => this.handlers.delete(channel),
  };

  isDestroyed = () => this.isGone;
  isCrashed = () => this.hasCrashed;
  getLastWebPreferences = () => this.preferences;

  send(_channel: string, message: unknown): void {
    if (this.isGone) throw new TypeError("Object has been destroyed");
    const { document } = this;
    try {
      const sent = structuredClone(message);
      setImmediate(() => {
        if (!document.isGone && !this.hasCrashed && !this.isStuck) document.hear(sent);
      });
    } catch (error) {
      this.unsent.push(error);
    }
  }

  async deliver(from: FakeDocument, channel: string, message: unknown): Promise<unknown> {
    if (this.isGone) return new Promise(() => {});
    const handler = this.handlers.get(channel);
    const failed = (why: unknown) => new Error(`Error invoking remote method '${channel}': ${why}`);
    if (!handler) throw failed(`Error: No handler registered for '${channel}'`);
    const event = {
      // Null as soon as the frame has gone on to another document.
      get senderFrame() {
        return from.isGone ? null : from.frame;
      },
    };
    try {
      return await handler(event, message);
    } catch (error) {
      throw failed(error);
    }
  }

  /** A frame inside the page. */
  addFrame(url: string): FakeDocument {
    return new FakeDocument(this, new FakeFrame(url, 1, 2, this.mainFrame as never));
  }

  /** Another document takes the place of this one; a reload may keep process and route. */
  load(
    url: string,
    { processId, routingId }: Pick<Frame, "processId" | "routingId">,
  ): FakeDocument {
    this.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    this.document.isGone = true;
    this.document = new FakeDocument(this, new FakeFrame(url, processId, routingId, null));
    this.hasCrashed = false;
    this.emit("did-navigate");
    return this.document;
  }

  /** A page that cannot be loaded: Chromium puts one of its own in its place, under the same address. */
  fail(url: string): void {
    this.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    this.document.isGone = true;
    const { processId } = this.mainFrame;
    this.document = new FakeDocument(this, new FakeFrame(url, processId + 1, 4, null));
    const failure = [-6, "ERR_FILE_NOT_FOUND", url, true, processId + 1, 4];
    this.emit("did-fail-provisional-load", {}, ...failure);
    this.emit("did-fail-load", {}, ...failure);
  }

  /** A frame inside the page cannot be loaded. */
  failFrame(url: string): void {
    this.emit("did-start-navigation", { isMainFrame: false, isSameDocument: false });
    this.emit("did-fail-provisional-load", {}, -6, "ERR_FILE_NOT_FOUND", url, false, 1, 2);
  }

  /** A load that is stopped before anything came: nothing tells it, and the document stays. */
  stopLoading(): void {
    this.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
  }

  crash(): void {
    this.document.isGone = true;
    this.hasCrashed = true;
    this.emit("render-process-gone", {}, { reason: "crashed" });
  }
}

export interface FakeWindowOptions {
  readonly url: string;
  readonly show?: boolean;
  readonly preferences?: WebPreferences;
}

export class FakeWindow extends EventEmitter {
  static #ids = 0;
  readonly id = ++FakeWindow.#ids;
  readonly contents: FakeContents;
  bounds = { x: 100, y: 100, width: 800, height: 600 };
  opacity = 1;
  isCovered = false;
  flashes = 0;
  #isShown: boolean;
  #isMinimised = false;
  /** Chromium takes a window that was never shown for visible. */
  #wasShown: boolean;
  #isGone = false;
  #isFocused = false;

  constructor({ url, show = true, preferences = {} }: FakeWindowOptions) {
    super();
    this.contents = new FakeContents(url, preferences);
    this.#isShown = show;
    this.#wasShown = show;
  }

  /** What `document.visibilityState` says, as measured: not always the truth. */
  get saysVisible(): boolean {
    return this.#wasShown ? this.#isShown && !this.#isMinimised && !this.isCovered : true;
  }

  get webContents(): FakeContents {
    this.#alive();
    return this.contents;
  }

  #alive(): void {
    if (this.#isGone) throw new TypeError("Object has been destroyed");
  }

  #changed(event: string, change: () => void): void {
    this.#alive();
    change();
    this.emit(event);
    this.emit("visibility");
  }

  isDestroyed = () => this.#isGone;
  isVisible = () => {
    this.#alive();
    return this.#isShown && !this.#isMinimised;
  };
  isMinimized = () => {
    this.#alive();
    return this.#isMinimised;
  };
  isFocused = () => this.#isFocused;
  getOpacity = () => {
    this.#alive();
    return this.opacity;
  };
  getBounds = () => {
    this.#alive();
    return this.bounds;
  };
  show = () =>
    this.#changed("show", () => {
      this.#isShown = true;
      this.#wasShown = true;
    });
  hide = () =>
    this.#changed("hide", () => {
      this.#isShown = false;
    });
  minimize = () =>
    this.#changed("minimize", () => {
      this.#isMinimised = true;
    });
  restore = () =>
    this.#changed("restore", () => {
      this.#isMinimised = false;
    });
  /** Another window comes in front of all of it, or goes: Electron's window hears nothing of that. */
  cover = (isCovered: boolean) => {
    this.isCovered = isCovered;
    this.emit("visibility");
  };
  focus = () => {
    this.#isFocused = true;
  };
  flashFrame = () => {
    this.flashes += 1;
  };
  close = () => {
    if (this.#isGone) return;
    this.contents.document.isGone = true;
    this.#isGone = true;
    this.contents.isGone = true;
    this.contents.handlers.clear();
    this.contents.emit("destroyed");
    this.emit("closed");
  };

  /** For what takes a window of the real Electron. */
  get asWindow(): QuestionWindow {
    return this as unknown as QuestionWindow;
  }
}

class FakeNotification extends EventEmitter {
  static readonly all: FakeNotification[] = [];
  static isSupported = () => true;
  isShown = false;

  constructor(readonly words: { title: string; body: string }) {
    super();
    FakeNotification.all.push(this);
  }

  show(): void {
    this.isShown = true;
  }

  close(): void {
    this.isShown = false;
  }
}

/** One app. */
export function createFakeElectron() {
  const app = Object.assign(new EventEmitter(), {
    badge: 0,
    setBadgeCount(count?: number) {
      app.badge = count ?? 0;
      return true;
    },
  });
  const screen = Object.assign(new EventEmitter(), {
    displays: [{ bounds: { x: 0, y: 0, width: 1920, height: 1080 } }],
    getAllDisplays: () => screen.displays,
  });
  FakeNotification.all.length = 0;
  const parts = { app, screen, Notification: FakeNotification } as unknown as ElectronParts;
  return { app, screen, parts, notifications: FakeNotification.all };
}

/** What a page gets through `contextBridge`: copies of values, and functions that take and give copies. */
export function bridged<T>(value: T): T {
  if (typeof value === "function") {
    const call = value as unknown as (...args: unknown[]) => unknown;
    return ((...args: unknown[]) => bridged(call(...args.map(bridged)))) as unknown as T;
  }
  if (value instanceof Promise) return value.then(bridged) as unknown as T;
  if (typeof value !== "object" || value === null) return value;
  if (Object.values(value).some((one) => typeof one === "function")) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, bridged(one)]),
    ) as unknown as T;
  }
  return structuredClone(value);
}
