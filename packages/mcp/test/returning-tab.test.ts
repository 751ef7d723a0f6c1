import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageNote } from "../src/node/page-note.js";
import { withReturningTab } from "../src/node/returning-tab.js";
import { createDesk } from "./support/desk.js";

describe("a tab that was open before a restart", () => {
  const folder = mkdtempSync(join(tmpdir(), "readback-tab-"));
  const notes = pageNote(folder);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    notes.noteTab(null);
  });

  function start(tabs: number) {
    const page = { tabs };
    const opened: string[] = [];
    const isReachable = () => {
      if (page.tabs === 0) opened.push("a browser");
      return true;
    };
    const place = { name: "page", bridge: createDesk(), hint: "", isReachable };
    return { page, opened, surface: withReturningTab(place, page, notes, "a process") };
  }

  it("is waited for, and nothing else is opened", async () => {
    expect(start(1).surface.isReachable()).toBe(true);
    const { page, opened, surface } = start(0);
    const reached = surface.isReachable();
    await vi.advanceTimersByTimeAsync(5_000);
    page.tabs = 1;
    await vi.advanceTimersByTimeAsync(100);
    expect(await reached).toBe(true);
    expect(opened).toEqual([]);
  });

  it("is given up after a while, and then not waited for again", async () => {
    start(1).surface.isReachable();
    const { opened, surface } = start(0);
    const reached = surface.isReachable();
    await vi.advanceTimersByTimeAsync(7_000);
    await reached;
    await start(0).surface.isReachable();
    expect(opened).toEqual(["a browser"]);
  });

  it("is not waited for once it was seen again: then it was closed", async () => {
    start(1).surface.isReachable();
    const { page, opened, surface } = start(1);
    surface.isReachable();
    page.tabs = 0;
    await surface.isReachable();
    expect(opened).toEqual(["a browser"]);
  });

  it("costs no question when it cannot be remembered", () => {
    const page = { tabs: 1 };
    const place = { name: "page", bridge: createDesk(), hint: "", isReachable: () => true };
    const nowhere = pageNote(join(folder, "gone"));
    expect(withReturningTab(place, page, nowhere, "a process").isReachable()).toBe(true);
  });

  it("is not waited for when there was none", async () => {
    const { opened, surface } = start(0);
    await surface.isReachable();
    expect(opened).toEqual(["a browser"]);
  });
});
