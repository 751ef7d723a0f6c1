import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openInBrowser } from "../../src/server/open-browser.js";

const url = "http://127.0.0.1:1234/#token=secret";

// A real program stands in for the desktop's own.
describe.runIf(process.platform === "linux")("opening a browser", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "readback-opener-"));
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
    vi.stubEnv("DISPLAY", ":0");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  function installOpener(script: string): void {
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "xdg-open"), 0o755);
  }

  it("hands the address over as one argument", async () => {
    installOpener(`printf '%s|%s' "$#" "$1" > ${folder}/args`);
    expect(await openInBrowser(url)).toBe(true);
    expect(readFileSync(join(folder, "args"), "utf8")).toBe(`1|${url}`);
  });

  it("says when that failed", async () => {
    installOpener("exit 3");
    expect(await openInBrowser(url)).toBe(false);
  });

  it("says when there is no such program", async () => {
    vi.stubEnv("PATH", folder);
    expect(await openInBrowser(url)).toBe(false);
  });

  it("does not try without a screen", async () => {
    installOpener(`touch ${folder}/called`);
    for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"]) {
      vi.stubEnv(name, "");
    }
    expect(await openInBrowser(url)).toBe(false);
    expect(() => readFileSync(join(folder, "called"))).toThrow();
  });
});
