import { app, Notification, screen } from "electron";
import { createBridge, type ElectronBridge, type Windows } from "./main/bridge.js";
import type { ElectronBridgeOptions } from "./main/options.js";

export type { ElectronBridge, Windows } from "./main/bridge.js";
export type { QuestionWindow } from "./main/electron.js";
export type { ElectronBridgeOptions } from "./main/options.js";

/**
 * Shows questions in windows of this app, once Electron is ready. A question counts as on screen when the
 * page says that a person can see it and the window is where a person can see it.
 * @param windows the window, or a function that returns the windows there are now
 * @example
 * const page = pathToFileURL(join(import.meta.dirname, "index.html")).href;
 * const window = new BrowserWindow({ webPreferences: { preload } });
 * const bridge = createElectronBridge(window, { page });
 * const asker = createAsker({ bridge });
 */
export function createElectronBridge(
  windows: Windows,
  options: ElectronBridgeOptions,
): ElectronBridge {
  return createBridge({ app, Notification, screen }, windows, options);
}
