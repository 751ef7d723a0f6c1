import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSharedPage, type SharedPage } from "../src/node/shared-page.js";
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

async function open(): Promise<SharedPage> {
  const page = await openSharedPage({
    folder,
    settings: {},
    processes: { self: "here.1.2.self", isGone: () => false },
    openBrowser: false,
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
