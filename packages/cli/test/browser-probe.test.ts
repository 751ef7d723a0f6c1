import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { problemWithBrowser } from "../src/doctor/browser-probe.js";

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), "readback-browsers-"));
  vi.stubEnv("PATH", bin);
  vi.stubEnv("DISPLAY", ":99");
  for (const name of ["WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"]) vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(bin, { recursive: true });
});

function add(name: string, does = ":"): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`);
  chmodSync(join(bin, name), 0o755);
}

it("is that there is no screen", async () => {
  vi.stubEnv("DISPLAY", "");
  expect(await problemWithBrowser()).toMatchObject({
    problem: expect.stringContaining("no screen"),
  });
});

it("is that nothing opens browsers", async () => {
  expect(await problemWithBrowser()).toMatchObject({
    problem: expect.stringContaining("no xdg-open"),
  });
});

it("is that there is no browser to open", async () => {
  add("xdg-open");
  add("xdg-mime");
  expect(await problemWithBrowser()).toEqual({
    problem: "xdg-open finds no browser here",
    fix: "install one",
  });
});

it.each([
  ["the desktop names one", () => add("xdg-mime", "echo firefox.desktop")],
  ["one is installed", () => [add("xdg-mime"), add("chromium")]],
  ["a variable names one", () => [add("xdg-mime"), vi.stubEnv("BROWSER", "lynx")]],
  ["the desktop cannot be asked", () => {}],
  ["the desktop does not know", () => add("xdg-mime", "exit 4")],
])("is not there when %s", async (_, prepare) => {
  add("xdg-open");
  prepare();
  expect(await problemWithBrowser()).toBeUndefined();
});
