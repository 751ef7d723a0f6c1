import type { QuestionRequest } from "@readback/core";
import type { ElectronParts, QuestionWindow } from "./electron.js";
import type { Settings } from "./options.js";

interface AttentionOptions extends Pick<Settings, "notification" | "badge" | "window" | "onError"> {
  readonly electron: ElectronParts;
  /** The window to take the person to. */
  readonly windowToShow: () => QuestionWindow | undefined;
}

/** Brings the window to the front; whether there is one. */
export function takeToWindow(window: QuestionWindow | undefined): boolean {
  if (!window || window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}

/** Tells the person that a question waits, in the ways that the app has chosen. */
export function createAttention(options: AttentionOptions) {
  const { electron, notification, badge, windowToShow, onError } = options;
  /** By question. They are kept: one that is collected as garbage takes no click. */
  const notifications = new Map<string, { close(): void }>();

  function attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      // A desktop without notifications or badges is no reason not to ask.
      onError(error);
    }
  }

  function notify(request: QuestionRequest): void {
    if (!notification || !electron.Notification.isSupported()) return;
    // By default no word of a model: some desktops read mark-up in it.
    const words =
      notification === true
        ? { title: "A question waits for you", body: "Click here to see it." }
        : notification(request);
    const shown = new electron.Notification({ title: words.title, body: words.body });
    shown.on("click", () => takeToWindow(windowToShow()));
    shown.show();
    notifications.get(request.askId)?.close();
    notifications.set(request.askId, shown);
  }

  function callToWindow(): void {
    const window = windowToShow();
    if (!window || options.window === "nothing") return;
    if (options.window === "show") takeToWindow(window);
    else window.flashFrame(true);
  }

  return {
    /** A question that nobody sees yet. */
    call(request: QuestionRequest): void {
      if (windowToShow()?.isFocused()) return;
      attempt(() => notify(request));
      attempt(callToWindow);
    },
    /** A question is over. */
    over(askId: string): void {
      const shown = notifications.get(askId);
      notifications.delete(askId);
      attempt(() => shown?.close());
    },
    /** How many questions wait. */
    count(waiting: number): void {
      if (badge) attempt(() => electron.app.setBadgeCount(waiting));
    },
  };
}
