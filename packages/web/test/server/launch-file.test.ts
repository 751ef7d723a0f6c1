import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { canBeOthers, useOtherUser } from "../support/other-user.js";
import { useQuestionPage } from "../support/question-page.js";

const open = useQuestionPage();
const asOtherUser = useOtherUser();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-link-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Reads the command lines of all processes until one has to do with the page, and makes the most of it. */
const SPY = `
const { readdirSync, readFileSync } = require("node:fs");
const port = process.argv[1];
const read = (path) => { try { return readFileSync(path, "utf8"); } catch (error) { return error.code; } };
const look = () => {
  for (const pid of readdirSync("/proc").filter((name) => /^\\d+$/.test(name) && name !== String(process.pid))) {
    const found = read("/proc/" + pid + "/cmdline").split("\\0").find((it) => /^(http|file):/.test(it) && it.includes(port));
    if (found === undefined) continue;
    const said = found.startsWith("file:") ? read(require("node:url").fileURLToPath(found)) : found;
    console.log("found " + found + " " + said.replaceAll("\\n", " "));
    return;
  }
  setTimeout(look, 1);
};
look();
`;

describe("the link to the page", () => {
  it.runIf(canBeOthers && process.platform === "linux")(
    "says nothing to another user who reads the browser's command line",
    async () => {
      writeFileSync(join(folder, "xdg-open"), "#!/bin/sh\nsleep 3\n");
      chmodSync(join(folder, "xdg-open"), 0o755);
      vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
      vi.stubEnv("DISPLAY", ":0");
      const page = await open();
      const spy = asOtherUser(SPY, String(page.port));
      expect(await page.openBrowser()).toBe(true);
      const found = await spy.line(/^found /);
      expect(found).not.toContain("launch=");
      expect(found).toMatch(/^found file:\S+ EACCES$/);
    },
  );

  it("is a file for this user alone, gone when the page is", async () => {
    const page = await open({ folder: join(folder, "new") });
    const path = fileURLToPath(page.link());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, "utf8")).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#launch=[\w.-]{43,}"/);
    await page.stop();
    expect(existsSync(path)).toBe(false);
  });

  it("stays the same, and is made again if somebody cleans up", async () => {
    const page = await open({ folder: join(folder, "new") });
    const link = page.link();
    rmSync(join(folder, "new"), { recursive: true });
    expect(page.link()).toBe(link);
    expect(existsSync(fileURLToPath(link))).toBe(true);
  });

  it.each([
    ["that others can read", (path: string) => mkdirSync(path, { mode: 0o755 })],
    ["that is a link", (path: string) => symlinkSync(folder, path)],
    ["that is a file", (path: string) => writeFileSync(path, "")],
  ])("is not put into a folder %s", async (_, make) => {
    const wanted = join(folder, "given");
    make(wanted);
    const path = fileURLToPath((await open({ folder: wanted })).link());
    expect(path.startsWith(folder)).toBe(false);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it("replaces what stands in its place, and does not write through it", async () => {
    const page = await open({ folder });
    const victim = join(folder, "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, join(folder, `readback-${page.port}.html`));
    rmSync(fileURLToPath(page.link()), { force: true });
    expect(readFileSync(victim, "utf8")).toBe("mine");
  });
});
