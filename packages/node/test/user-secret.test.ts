import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userSecret, writeUserSecret } from "../src/user-secret.js";

let home: string;
let folder: string;
const before = process.env.XDG_STATE_HOME;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "readback-home-"));
  folder = mkdtempSync(join(tmpdir(), "readback-project-"));
  process.env.XDG_STATE_HOME = home;
});
afterEach(() => {
  process.env.XDG_STATE_HOME = before;
  for (const path of [home, folder]) rmSync(path, { recursive: true });
});

describe("a secret of the user", () => {
  it("is the same whichever way leads to the folder, and another one elsewhere", () => {
    const link = join(home, "link");
    symlinkSync(folder, link);
    const secret = userSecret("page", folder);
    expect(secret).toHaveLength(32);
    expect(userSecret("page", link)).toEqual(secret);
    expect(userSecret("http-token", folder)).not.toEqual(secret);
    expect(userSecret("page", home)).not.toEqual(secret);
    process.env.XDG_STATE_HOME = join(home, "another");
    expect(userSecret("page", folder)).not.toEqual(secret);
  });

  it("is written down for the person alone, over whatever is there, and is never read back", () => {
    const secret = Buffer.from(userSecret("http-token", folder)).toString("base64url");
    const path = writeUserSecret("http-token", folder);
    expect(dirname(path)).toBe(join(home, "readback"));
    expect(readFileSync(path, "utf8")).toBe(`${secret}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const elsewhere = join(folder, "elsewhere");
    rmSync(path);
    symlinkSync(elsewhere, path);
    expect(writeUserSecret("http-token", folder)).toBe(path);
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(`${secret}\n`);
    expect(Buffer.from(userSecret("http-token", folder)).toString("base64url")).toBe(secret);
  });
});
