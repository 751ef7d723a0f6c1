import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import {
  type Asker,
  type AskHandle,
  createAsker,
  runVerified,
  type VerifiedOutcome,
} from "@readback/core";
import { escalationQuestion, escalationResponse } from "@readback/core/formats";
import { bridgeChecks } from "@readback/core/testing";
import { app, BrowserWindow, type BrowserWindowConstructorOptions } from "electron";
import {
  createElectronBridge,
  type ElectronBridge,
  type ElectronBridgeOptions,
} from "../../src/main.js";
import { createRealStage } from "./stage.js";

// A main process that does what the tests send it, line by line. Not Playwright's: under that driver every
// window says that it is visible.

declare const __dirname: string;

const page = pathToFileURL(`${__dirname}/page.html`).href;
const windows: BrowserWindow[] = [];

/** What the functions of a test get. */
export interface World {
  readonly app: typeof app;
  readonly BrowserWindow: typeof BrowserWindow;
  readonly windows: BrowserWindow[];
  readonly page: string;
  /** Path of a file of this app. */
  file(name: string): string;
  readonly heard: string[];
  readonly errors: string[];
  bridge: ElectronBridge;
  asker: Asker;
  handle: AskHandle;
  /** Opens a window with the page in it. */
  open(options?: BrowserWindowConstructorOptions): Promise<BrowserWindow>;
  /** Makes bridge and asker. */
  start(renderTimeout: number, options?: Partial<ElectronBridgeOptions>): void;
  /** Asks, and keeps the handle; what is to be seen may get more time for it. */
  ask(question?: string, renderTimeout?: number): AskHandle;
  /** Runs a task that always fails; each escalation is asked in the windows. */
  verify(): void;
  /** What the attempts of that task were told, and how it ended. */
  readonly contexts: (string | null)[];
  verified: Promise<VerifiedOutcome<unknown>>;
  /** Runs a check of the conformance kit. */
  check(name: string): Promise<void>;
  /** Closes everything, for the next test. */
  reset(): Promise<void>;
}

const world = {
  app,
  BrowserWindow,
  windows,
  page,
  file: (name: string) => `${__dirname}/${name}`,
  heard: [] as string[],
  errors: [] as string[],
  async open(options: BrowserWindowConstructorOptions = {}) {
    const window = new BrowserWindow({
      width: 500,
      height: 500,
      x: 50,
      y: 50,
      ...options,
      webPreferences: { preload: `${__dirname}/preload.cjs`, ...options.webPreferences },
    });
    windows.push(window);
    window.webContents.on("console-message", ({ message }) => console.error(`PAGE ${message}`));
    window.on("closed", () => windows.splice(windows.indexOf(window), 1));
    await window.loadURL(page);
    return window;
  },
  start(renderTimeout: number, options: Partial<ElectronBridgeOptions> = {}) {
    world.bridge = createElectronBridge(() => windows, {
      page,
      ...options,
      onError: (error) => world.errors.push(String(error)),
    });
    world.bridge.onRenderConfirmed(() => world.heard.push("on screen"));
    world.bridge.onLost(() => world.heard.push("lost"));
    world.bridge.onCancel((_id, how) => world.heard.push(String(how)));
    world.bridge.onAnswer(() => world.heard.push("answer"));
    world.asker = createAsker({ bridge: world.bridge, renderTimeout });
  },
  ask(question = "Deploy now?", renderTimeout?: number) {
    world.handle = world.asker.open({
      questions: [{ id: "go", question, type: "confirm" }],
      ...(renderTimeout !== undefined && { renderTimeout }),
    });
    return world.handle;
  },
  contexts: [] as (string | null)[],
  verify() {
    world.verified = runVerified({
      task: { id: "03-01:task-3", name: "Create the class" },
      execute: ({ retryContext }) => void world.contexts.push(retryContext),
      verify: () => ({ passed: false, error: "2 tests failed" }),
      async escalate(escalation) {
        const { task, signal } = escalation;
        const of = { session: task.id, retry: "host", signal } as const;
        return escalationResponse(await world.asker.ask(escalationQuestion(escalation), of));
      },
    });
  },
  async check(name: string) {
    const checks = bridgeChecks({
      create: () => createRealStage(page, () => world.open()),
      patience: 30_000,
      quiet: 300,
    });
    await checks.find((one) => one.name === name)?.run();
  },
  async reset() {
    world.asker?.dispose();
    world.bridge?.dispose();
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    world.heard.length = 0;
    world.errors.length = 0;
    world.contexts.length = 0;
  },
} as World;

// A window that was closed is a case to test, not the end.
app.on("window-all-closed", () => {});

void app.whenReady().then(() => {
  console.log("READY");
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const { id, code, arg } = JSON.parse(line);
    const reply = await Promise.resolve()
      .then(() => new Function(`return (${code})`)()(world, arg))
      .then((result) => ({ id, result }))
      .catch((error) => ({ id, error: String(error?.stack ?? error) }));
    console.log(`REPLY ${JSON.stringify(reply)}`);
  });
});
