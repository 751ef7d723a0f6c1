import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isOurPage } from "../../web/src/server/is-our-page.js";
import { type AskUserHost, openAskUser } from "../src/node/open-ask-user.js";

/** What a server of version 0.1 kept in the project. */
const NAMES = ["page-secret", "http-token", "request-state-key"];
const planted = Buffer.alloc(32, 7).toString("base64url");

let dir: string;
let folder: string;
let host: AskUserHost | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "readback-planted-"));
  folder = join(dir, "mcp");
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  rmSync(dir, { recursive: true });
});

const open = async () => {
  host = await openAskUser({ dir, openBrowser: false });
  return host;
};

describe("secrets that came with a project", () => {
  it("have no effect, and the project gets none", async () => {
    for (const name of NAMES) writeFileSync(join(folder, name), `${planted}\n`, { mode: 0o600 });
    const { page } = await open();
    expect(await isOurPage(page?.port ?? 0, planted)).toBe(false);
    for (const name of NAMES) rmSync(join(folder, name));
    await host?.close();
    await open();
    expect(readdirSync(folder).filter((name) => NAMES.includes(name))).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("hang nobody when they are pipes", async () => {
    for (const name of [...NAMES, "page-port"]) execFileSync("mkfifo", [join(folder, name)]);
    const { page } = await open();
    expect(page?.isServing).toBe(true);
  });
});
