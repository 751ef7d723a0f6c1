import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openingsIn } from "../src/node/openings.js";
import { openSharedPage, type SharedPage } from "../src/node/shared-page.js";
import type { PageLike } from "../src/page-surface.js";
import { createProject } from "./support/server.js";

const project = createProject();
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-shared-page-"));
});
const opened: SharedPage[] = [];
afterEach(async () => {
  for (const page of opened.splice(0)) await page.stop();
  await project.end();
  rmSync(folder, { recursive: true, force: true });
});

async function open(
  name = "self",
  opener?: (url: string) => Promise<boolean>,
): Promise<SharedPage> {
  const page = await openSharedPage({
    folder,
    settings: opener ? { opener } : {},
    processes: { self: `here.1.2.${name}`, isGone: () => false },
    openBrowser: opener !== undefined,
    onServe() {},
    onError() {},
  });
  opened.push(page);
  return page;
}

it("stays on its port while the process that serves it stands still", async () => {
  const one = await project.start({ client: "v1", over: "HTTP" });
  process.kill(one.pid, "SIGSTOP");
  try {
    const two = await project.start({ client: "v1", over: "stdio" });
    expect(two.page).toBe(one.page);
  } finally {
    process.kill(one.pid, "SIGCONT");
  }
});

it("stays on its port when somebody has that for a moment only", async () => {
  const { port } = await open();
  await opened.pop()?.stop();
  const passer = createServer((socket) => {
    passer.close();
    socket.on("error", () => {}).destroy();
  });
  await once(passer.listen(port, "127.0.0.1"), "listening");
  expect((await open()).port).toBe(port);
});

it("leaves its port to a stranger who keeps it", async () => {
  const { port } = await open();
  await opened.pop()?.stop();
  const stranger = createServer((socket) => void socket.on("error", () => {}).end("hello"));
  await once(stranger.listen(port, "127.0.0.1"), "listening");
  try {
    expect((await open()).port).not.toBe(port);
  } finally {
    stranger.close();
  }
});

describe("a window that is on its way", () => {
  /** A browser that takes its time, and how often it was opened. */
  function browser(comesUp = true) {
    const opened: string[] = [];
    let show = () => {};
    const started = new Promise<void>((resolve) => {
      show = resolve;
    });
    const opener = async (url: string) => {
      opened.push(url);
      await started;
      return comesUp;
    };
    return { opened, opener, show: () => show() };
  }

  it("is not opened a second time, by no process and for no question", async () => {
    const { opened: windows, opener, show } = browser();
    const [one, two] = [await open("one", opener), await open("two", opener)];
    const asked = [one, two, one, two].map((page) => page.surface.isReachable());
    await expect.poll(() => windows.length).toBe(1);
    show();
    expect(await Promise.all(asked)).toEqual([true, true, true, true]);
    // Its tab is not there yet.
    expect(await two.surface.isReachable()).toBe(true);
    expect(await one.surface.isReachable()).toBe(true);
    expect(windows).toHaveLength(1);
  });

  it("is tried by the others, too, when it cannot be opened", async () => {
    const { opened: windows, opener, show } = browser(false);
    const [one, two] = [await open("one", opener), await open("two", opener)];
    const asked = [one, two].map((page) => page.surface.isReachable());
    show();
    expect(await Promise.all(asked)).toEqual([false, false]);
    expect(windows).toHaveLength(2);
  });

  it("is opened again once its tab was there and was closed", async () => {
    const { opened: windows, opener, show } = browser();
    show();
    const one = await open("one", opener);
    await one.surface.isReachable();
    const openings = openingsIn(join(folder, "page-opening"), {
      self: "here.1.2.one",
      isGone: () => false,
    });
    openings.done();
    await one.surface.isReachable();
    expect(windows).toHaveLength(2);
  });

  it.each([
    ["it did not come up", "here.1.2.two opened", 11],
    ["the process that opened it has ended", "here.1.2.gone opening", 0],
  ])("is opened again when %s", async (_, text, seconds) => {
    const path = join(folder, "page-opening");
    writeFileSync(path, text);
    const then = new Date(Date.now() - seconds * 1_000);
    utimesSync(path, then, then);
    const isGone = (name: string) => name.endsWith("gone");
    let windows = 0;
    const page = openingsIn(path, { self: "here.1.2.one", isGone }).once({
      openBrowser: async () => Boolean(++windows),
    } as PageLike);
    expect(await page.openBrowser()).toBe(true);
    expect(windows).toBe(1);
  });
});
