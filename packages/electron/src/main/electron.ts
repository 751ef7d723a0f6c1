import type {
  app,
  BrowserWindow,
  Notification,
  screen,
  WebContents,
  WebFrameMain,
  WebPreferences,
} from "electron";

/** What the bridge needs of a page's contents. */
type Contents = Pick<
  WebContents,
  "id" | "ipc" | "isCrashed" | "isDestroyed" | "mainFrame" | "on" | "off" | "send"
> & {
  /** In every Electron so far, and not in its typings. */
  getLastWebPreferences?(): WebPreferences | null;
};

/** What the bridge needs of a window: all of it is in Electron's `BrowserWindow`. */
export type QuestionWindow = Pick<
  BrowserWindow,
  | "flashFrame"
  | "focus"
  | "getBounds"
  | "getOpacity"
  | "id"
  | "isDestroyed"
  | "isFocused"
  | "isMinimized"
  | "isVisible"
  | "off"
  | "on"
  | "restore"
  | "show"
> & { readonly webContents: Contents };

/** What identifies the frame that a message came from. */
export type Frame = Pick<WebFrameMain, "parent" | "processId" | "routingId" | "url">;

/** What the bridge needs of Electron itself. */
export interface ElectronParts {
  readonly app: Pick<typeof app, "on" | "off" | "setBadgeCount">;
  readonly screen: Pick<typeof screen, "getAllDisplays" | "on" | "off">;
  readonly Notification: Pick<typeof Notification, "isSupported"> &
    (new (options: {
      title: string;
      body: string;
    }) => Pick<Notification, "on" | "show" | "close">);
}
