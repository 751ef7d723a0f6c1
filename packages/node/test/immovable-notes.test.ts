import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ownNotes } from "../src/own-notes.js";

const busy = () => Object.assign(new Error("EBUSY: injected"), { code: "EBUSY" });

/** A file system in which nothing can be moved, as a mount point or what is in a sticky folder of another user. */
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  let links = 0;
  return {
    ...fs,
    renameSync() {
      throw busy();
    },
    linkSync(from: string, to: string) {
      links += 1;
      if (links > 10_000) throw new Error("it goes on forever");
      fs.linkSync(from, to);
    },
  };
});

it("gives up a note in whose place there is something that can be neither read nor moved", () => {
  const folder = mkdtempSync(join(tmpdir(), "readback-immovable-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "note"), "of a stranger");
  expect(() => ownNotes(folder).writeFirst("note", "ours")).toThrow(
    `${join(folder, "note")} can be neither read nor moved: remove it`,
  );
  expect(readdirSync(folder)).toEqual(["note"]);
});
