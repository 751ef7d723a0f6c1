import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useBrowser } from "../../web/test/support/browser.js";
import { cli, run } from "./support/run.js";

const browser = useBrowser();
let folder = "";
const children: ChildProcess[] = [];
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-viz-live-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

/** `readback viz`, the file that opens its page, and the address for apps. */
async function started(...flags: readonly string[]) {
  const child = spawn(process.execPath, [cli, "viz", folder, "--no-open", ...flags], {
    // The key with which this process proves what it writes.
    env: process.env,
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain("Following.");
  const find = (what: RegExp) => what.exec(said)?.[0] ?? expect.fail(said);
  return { link: find(/file:\/\/\S+/), inspect: () => find(/ws:\/\/\S+/) };
}

async function opened(link: string): Promise<Page> {
  const context = await browser.context({ viewport: { width: 1280, height: 720 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

/** Somebody else's app: parallel states, history, an invoked actor, a guard; watched as its maker's docs say. */
const APP = `
import { createWebSocketInspector } from "@statelyai/inspect";
import { assign, createActor, fromPromise, setup } from "xstate";

const player = setup({
  actors: { load: fromPromise(async () => "song.mp3") },
  guards: { isAudible: ({ context }) => context.volume > 0 },
}).createMachine({
  id: "player",
  type: "parallel",
  context: { volume: 3, track: null },
  states: {
    sound: {
      initial: "active",
      states: {
        active: {
          initial: "loading",
          on: { PAUSE: "paused" },
          states: {
            loading: {
              invoke: {
                src: "load",
                onDone: { target: "playing", actions: assign({ track: ({ event }) => event.output }) },
              },
            },
            playing: { on: { STOP: "stopped" } },
            stopped: {},
            last: { type: "history" },
          },
        },
        paused: { on: { RESUME: "active.last" } },
      },
    },
    volume: {
      initial: "normal",
      states: {
        normal: { on: { QUIETER: { guard: "isAudible", target: "muted", actions: assign({ volume: 0 }) } } },
        muted: {},
      },
    },
  },
});
const { inspect } = createWebSocketInspector({ url: new URL(location).searchParams.get("inspect") });
const actor = createActor(player, { inspect });
actor.subscribe(({ value }) => {
  document.title = JSON.stringify(value);
});
actor.start();
document.body.append(
  ...["STOP", "QUIETER", "PAUSE", "RESUME"].map((type) => {
    const button = document.createElement("button");
    button.textContent = type;
    button.onclick = () => actor.send({ type });
    return button;
  }),
);`;

/** The app as its maker's server gives it: on a port of this machine. */
async function servedApp(): Promise<string> {
  const resolveDir = fileURLToPath(new URL("../../visualizer/", import.meta.url));
  const { build } = createRequire(pathToFileURL(join(resolveDir, "package.json")))("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir, loader: "js" },
    ...{ bundle: true, write: false, format: "esm", platform: "browser", logLevel: "error" },
  });
  const server = createServer(({ url = "" }, response) => {
    const isScript = url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    const html =
      '<!doctype html><title>app</title><body><script type="module" src="/app.js"></script>';
    response.end(isScript ? outputFiles[0].text : html);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it("shows an app of somebody else that runs in a browser, and travels in it", async () => {
  const viz = await started("--inspect", "0");
  const page = await opened(viz.link);
  const app = await opened(`${await servedApp()}?inspect=${encodeURIComponent(viz.inspect())}`);
  await expect.poll(() => app.title()).toContain('"active":"playing"');
  for (const name of ["STOP", "QUIETER", "PAUSE", "RESUME"])
    await app.getByRole("button", { name }).click();

  await page.locator(".rows a", { hasText: "player" }).first().click();
  await page.locator("[data-node='sound.active.stopped'].current").waitFor({ state: "attached" });
  await page.locator("[data-node='volume.muted'].current").waitFor({ state: "attached" });
  // The pause before it was resumed, and then where it began.
  await page.keyboard.press("ArrowLeft");
  await page.locator("[data-node='sound.paused'].current").waitFor({ state: "attached" });
  await page.keyboard.press("Home");
  await page.locator("[data-node='sound.active.loading'].current").waitFor({ state: "attached" });
  await page.locator("[data-node='volume.normal'].current").waitFor({ state: "attached" });
  await page.getByRole("tab", { name: "Proof" }).click();
  await page.getByText(/there is nothing to fold/).waitFor();

  // It is saved as one file, which shows it without the program.
  await page.getByText("Take away").click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Run as one page", exact: true }).click(),
  ]);
  const file = join(folder, "player.html");
  await saved.saveAs(file);
  const again = await opened(pathToFileURL(file).href);
  await again.locator(".rows a", { hasText: "player" }).first().click();
  await again.locator("[data-node='sound.active.stopped'].current").waitFor({ state: "attached" });
});

it("turns away an app that was not given the address, and says so on the page", async () => {
  const viz = await started("--inspect", "0");
  const page = await opened(viz.link);
  const { host } = new URL(viz.inspect());
  const app = await opened(`${await servedApp()}?inspect=${encodeURIComponent(`ws://${host}`)}`);
  await expect.poll(() => app.title()).toContain('"active":"playing"');
  await page.getByRole("link", { name: /\d+ problems?$/ }).click();
  await page
    .getByText(/Wrong address: send to the one that readback viz printed/)
    .first()
    .waitFor();
  expect(await page.locator(".rows a").count()).toBe(0);
  browser.expectProblems();
});

it("lets a person approve a todo from the page with --control, as theirs, and nobody without", async () => {
  const journal = join(folder, ".readback", "journal");
  const claim = async (toolUseId: string) => {
    const kept = createFileJournal({ folder: journal });
    const guard = createTodoGuard({ journal: kept, maxRetryAttempts: 1 });
    const verdict = await guard.check({ session: "s", toolUseId, completing: ["Write tests"] });
    const entries = [...kept.read()];
    guard.dispose();
    kept.close();
    return { verdict, entries };
  };
  await claim("t1");
  expect((await claim("t2")).verdict.decision).toBe("block");

  const reading = await opened((await started()).link);
  await reading.locator(".rows a", { hasText: "Write tests" }).click();
  await reading.getByText("Take away").waitFor();
  expect(await reading.locator(".do > button").count()).toBe(0);

  const page = await opened((await started("--control")).link);
  await page.locator(".rows a", { hasText: "Write tests" }).click();
  await page.locator(".do > button", { hasText: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("journaled as done by a person").waitFor();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.locator("[data-node='approved'].current").waitFor({ state: "attached" });
  // Both pages follow the journal; and so does the guard of another process.
  await reading.locator("[data-node='approved'].current").waitFor({ state: "attached" });
  const { verdict, entries } = await claim("t3");
  expect(verdict.decision).toBe("allow");
  expect(entries.find(({ event }) => event === "APPROVE")).toMatchObject({
    cause: "human",
    to: "approved",
  });
});

it("refuses --control in the shell of a coding agent", async () => {
  const refused = await run(["viz", folder, "--no-open", "--control"], { CLAUDECODE: "1" });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("viz --control is for the person");
});
