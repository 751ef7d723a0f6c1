import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownNotes } from "@readback/node";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openingsIn } from "../src/node/openings.js";
import { type PageNote, pageNote } from "../src/node/page-note.js";
import { openSharedPage, type PageSettings, type SharedPage } from "../src/node/shared-page.js";
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
  isGone = (_name: string) => false,
  settings: Pick<PageSettings, "title" | "opener"> = {},
  name = "self",
): Promise<SharedPage> {
  const page = await openSharedPage({
    folder,
    settings,
    processes: { self: `here.1.2.${name}`, isGone },
    openBrowser: settings.opener !== undefined,
    onServe() {},
    onError() {},
  });
  opened.push(page);
  return page;
}

it("is taken over at the first look after its process has ended: within half a second, and two at most", async () => {
  // Timers pass only here, so a slow machine changes nothing, and a look that comes later never comes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const one = await open();
    const two = await open();
    expect([one.isServing, two.isServing, two.port]).toEqual([true, false, one.port]);
    await one.stop();
    vi.advanceTimersByTime(500);
    const until = performance.now() + 30_000;
    while (!two.isServing && performance.now() < until) await new Promise(setImmediate);
    expect(two.isServing).toBe(true);
    expect(two.port).toBe(one.port);
  } finally {
    vi.useRealTimers();
  }
});

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

it("is noted by whoever takes it over before the port is taken: in between nobody may think of a stranger", async () => {
  const { port } = await open();
  await opened.pop()?.stop();
  const note = pageNote(folder);
  note.noteHost(port, "here.3.4.before", "file:///page.html");
  const hosts: (string | undefined)[] = [];
  // Nothing of the page is listening yet when its settings are read.
  const settings = {
    get title() {
      hosts.push(note.host(port));
      return "Readback";
    },
  };
  expect((await open(() => true, settings)).port).toBe(port);
  expect(hosts[0]).toBe("here.1.2.self");
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

it.each([
  ["was killed", (_note, ended) => void ended.add("here.3.4.host")],
  ["has left", (note, _ended, port) => note.noteHost(port)],
] satisfies [string, (note: PageNote, ended: Set<string>, port: number) => void][])(
  "leaves its port to a stranger who was quicker than all who could take it over when its process %s",
  async (_, end) => {
    const stranger = createServer((socket) => void socket.on("error", () => {}).end("hello"));
    await once(stranger.listen(0, "127.0.0.1"), "listening");
    const { port } = stranger.address() as { port: number };
    const note = pageNote(folder);
    note.notePort(port, true);
    note.noteHost(port, "here.3.4.host", "file:///page.html");
    const ended = new Set<string>();
    try {
      const page = await open((name) => ended.has(name));
      expect([page.isServing, page.port, page.link()]).toEqual([false, port, "file:///page.html"]);
      end(note, ended, port);
      await expect.poll(() => page.isServing, { timeout: 30_000 }).toBe(true);
      expect(page.port).not.toBe(port);
    } finally {
      stranger.close();
    }
  },
);

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
    const window = (name: string) => open(() => false, { opener }, name);
    return { opened, window, show: () => show() };
  }

  it("is not opened a second time, by no process and for no question", async () => {
    const { opened: windows, window, show } = browser();
    const [one, two] = [await window("one"), await window("two")];
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
    const { opened: windows, window, show } = browser(false);
    const [one, two] = [await window("one"), await window("two")];
    const asked = [one, two].map((page) => page.surface.isReachable());
    show();
    expect(await Promise.all(asked)).toEqual([false, false]);
    expect(windows).toHaveLength(2);
  });

  it("is opened again once its tab was there and was closed", async () => {
    const { opened: windows, window, show } = browser();
    show();
    const one = await window("one");
    await one.surface.isReachable();
    const openings = openingsIn(folder, {
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
    ownNotes(folder).write("page-opening", `${text} ${Date.now() - seconds * 1_000}`);
    const isGone = (name: string) => name.endsWith("gone");
    let windows = 0;
    const page = openingsIn(folder, { self: "here.1.2.one", isGone }).once({
      openBrowser: async () => Boolean(++windows),
    } as PageLike);
    expect(await page.openBrowser()).toBe(true);
    expect(windows).toBe(1);
  });
});
