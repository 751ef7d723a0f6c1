import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { filesChanged, filesSeen } from "../src/commands/git-files.js";

it("has looked for whoever came first when a later look is done", async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "readback-git-")));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q"], { cwd });
  // Slow to list: a look at no folder at all would be over sooner.
  for (let nth = 0; nth < 3_000; nth += 1) writeFileSync(join(cwd, `${nth}.txt`), "");

  const first = filesSeen(cwd);
  await filesSeen(join(cwd, "..", "no such folder"));
  writeFileSync(join(cwd, "new.txt"), "new\n");
  expect(await filesChanged(cwd, await first)).toMatchObject([{ path: "new.txt" }]);
});
