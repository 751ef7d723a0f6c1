import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { claimFolder } from "../src/node/claim-folder.js";

// As on FAT, and in some containers: every folder is open to everybody, whatever it was made with.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const lstatSync = (path: string) => {
    const status = fs.lstatSync(path);
    status.mode |= 0o077;
    return status;
  };
  return { ...fs, lstatSync };
});

const parent = mkdtempSync(join(tmpdir(), "readback-claim-"));
afterEach(() => rmSync(parent, { recursive: true }));

it("where no folder can be private, a server still gets one, and the next the same", () => {
  const first = claimFolder(parent);
  expect(first.path).toBe(join(parent, "1"));
  first.release();
  expect(claimFolder(parent).path).toBe(first.path);
  expect(readdirSync(parent)).toEqual(["1"]);
});
