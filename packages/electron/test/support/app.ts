import { createAsker, createSimulatedClock } from "@readback/core";
import { createBridge } from "../../src/main/bridge.js";
import type { ElectronBridgeOptions } from "../../src/main/options.js";
import {
  createFakeElectron,
  FakeWindow,
  type FakeWindowOptions,
  settled,
} from "./fake-electron.js";
import { openFakePage } from "./fake-page.js";

export const PAGE = "file:///app/index.html";

/** An app with windows, a bridge and an agent that asks. */
export function createFakeApp(options: Partial<ElectronBridgeOptions> = {}) {
  const electron = createFakeElectron();
  const windows: FakeWindow[] = [];
  const clock = createSimulatedClock();
  const errors: unknown[] = [];
  const heard: string[] = [];

  function open(windowOptions: Partial<FakeWindowOptions> = {}): FakeWindow {
    const window = new FakeWindow({ url: PAGE, ...windowOptions });
    windows.push(window);
    electron.app.emit("browser-window-created", {}, window);
    return window;
  }

  /** Bridge and asker, once the first windows are there. */
  function start() {
    const bridge = createBridge(electron.parts, () => windows.map(({ asWindow }) => asWindow), {
      page: PAGE,
      clock,
      onError: (error) => errors.push(error),
      ...options,
    });
    bridge.onRenderConfirmed(() => heard.push("on screen"));
    bridge.onLost(() => heard.push("lost"));
    bridge.onCancel((_requestId, how) => heard.push(String(how)));
    bridge.onAnswer(() => heard.push("answer"));
    const asker = createAsker({ bridge, clock, onError: (error) => errors.push(error) });
    return { bridge, asker };
  }

  return {
    ...electron,
    windows,
    clock,
    errors,
    heard,
    open,
    start,
    openPage: openFakePage,
    settled,
  };
}

/** One that a person answers with yes or no. */
export const QUESTION = {
  questions: [{ id: "go", question: "Deploy now?", type: "confirm" as const }],
};
export const YES = [{ id: "go", values: ["yes"] }];
