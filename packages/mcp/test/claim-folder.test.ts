import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimFolder } from "../src/node/claim-folder.js";
import { secretFile } from "../src/node/secret-file.js";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "readback-claim-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

const claimedBy = (owner: string) => {
  mkdirSync(join(parent, "1"), { mode: 0o700 });
  writeFileSync(join(parent, "1/owner"), owner);
};

describe("the folder of a server", () => {
  it("is its own while it runs, and free again afterwards", () => {
    const first = claimFolder(parent);
    const second = claimFolder(parent);
    expect([first.path, second.path]).toEqual([join(parent, "1"), join(parent, "2")]);
    first.release();
    expect(claimFolder(parent).path).toBe(first.path);
  });

  it.skipIf(process.platform === "win32")(
    "is not one that others could have filled: what came with a repository answers nothing",
    () => {
      mkdirSync(join(parent, "1"), { mode: 0o755 });
      mkdirSync(join(parent, "elsewhere"), { mode: 0o700 });
      symlinkSync(join(parent, "elsewhere"), join(parent, "2"));
      expect(claimFolder(parent).path).toBe(join(parent, "3"));
      expect(readdirSync(join(parent, "1"))).toEqual([]);
      expect(readdirSync(join(parent, "elsewhere"))).toEqual([]);
    },
  );

  it("is taken over from a process that is gone", () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    claimedBy(`${pid} 1`);
    expect(claimFolder(parent).path).toBe(join(parent, "1"));
    expect(readdirSync(join(parent, "1"))).toEqual(["owner"]);
  });

  it.skipIf(process.platform !== "linux")(
    "is taken over when its process id belongs to another process now",
    () => {
      claimedBy(`${process.pid} 1`);
      expect(claimFolder(parent).path).toBe(join(parent, "1"));
    },
  );

  it.each(["", "nonsense", "-1", "0 5"])("is taken over from an owner called %j", (owner) => {
    claimedBy(owner);
    expect(claimFolder(parent).path).toBe(join(parent, "1"));
  });

  it("is given to one of many that start at once", async () => {
    const folders = join(parent, "mcp");
    mkdirSync(join(folders, "1"), { recursive: true, mode: 0o700 });
    writeFileSync(join(folders, "1/owner"), "999999999 1");
    const script = join(import.meta.dirname, "support/server.mjs");
    const settings = JSON.stringify({ dir: parent, surface: "elicitation" });
    const servers = Array.from({ length: 5 }, () =>
      spawn(process.execPath, [script, settings], { stdio: ["pipe", "ignore", "pipe"] }),
    );
    await Promise.all(servers.map(({ stderr }) => once(stderr, "data")));
    const owners = ["1", "2", "3", "4", "5"].map((number) => {
      const owner = readFileSync(join(folders, number, "owner"), "utf8");
      return Number(owner.split(" ")[0]);
    });
    expect(owners.sort()).toEqual(servers.map(({ pid }) => pid).sort());
    for (const server of servers) server.stdin.end();
    await Promise.all(servers.map((server) => once(server, "exit")));
  });
});

describe("a secret in a file", () => {
  it("is made once, kept, and private", () => {
    const path = join(parent, "key");
    const secret = secretFile(path);
    expect(secret).toHaveLength(32);
    expect(secretFile(path)).toEqual(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is made anew when the file was cut short", () => {
    const path = join(parent, "key");
    writeFileSync(path, "short", { mode: 0o600 });
    expect(secretFile(path)).toHaveLength(32);
    expect(secretFile(path)).toEqual(secretFile(path));
  });

  it.skipIf(process.platform === "win32")(
    "is made anew when others could read it, or it leads elsewhere",
    () => {
      const known = Buffer.alloc(32, 7);
      const shipped = join(parent, "shipped");
      writeFileSync(shipped, known.toString("base64url"), { mode: 0o644 });
      const link = join(parent, "link");
      symlinkSync(shipped, link);
      for (const path of [shipped, link]) {
        const secret = secretFile(path);
        expect(secret).not.toEqual(known);
        expect(secretFile(path)).toEqual(secret);
        expect(lstatSync(path).isFile()).toBe(true);
      }
    },
  );
});
