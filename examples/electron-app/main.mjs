// The main process: one window, the bridge to it, and an agent that asks.
import { fileURLToPath } from "node:url";
import { createAsker } from "@readback/core";
import { createElectronBridge } from "@readback/electron/main";
import { app, BrowserWindow } from "electron";
import { startAgent } from "./agent.mjs";
import { PAGE, serveUi } from "./ui-files.mjs";

const preload = fileURLToPath(import.meta.resolve("@readback/electron/preload"));

/** Opens the app. */
export async function startApp() {
  await app.whenReady();
  const agent = startAgent();
  serveUi(agent);
  const openWindow = () => {
    // Context isolation and sandbox are on and nodeIntegration is off, as Electron has it by default.
    const window = new BrowserWindow({ width: 1120, height: 760, webPreferences: { preload } });
    // The page stays where it is: whoever can speak from it can answer for the person.
    window.webContents.on("will-navigate", (event) => event.preventDefault());
    window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
    void window.loadURL(PAGE);
    return window;
  };
  openWindow();
  const bridge = createElectronBridge(() => BrowserWindow.getAllWindows(), {
    page: PAGE,
    notification: true,
    badge: true,
    window: "flash",
  });
  const asker = createAsker({ bridge });
  agent.onRun((ask) => asker.ask(ask, { from: "Build agent" }));

  // On macOS an app goes on without a window: an open question waits for the next one.
  app.on("activate", () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow();
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  return { agent, asker, bridge, openWindow };
}

// `electron .` starts it; the check imports it. Not awaited: Electron is ready only when this file is through.
if (!process.argv.some((arg) => arg.endsWith("check-main.mjs"))) void startApp();
