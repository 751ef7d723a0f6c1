import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { root } from "../scripts/lib/workspace.mjs";

const folder = mkdtempSync(join(tmpdir(), "readback-suites-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const suite = (name: string, code: string, minutes = 1) => ({
  name,
  minutes,
  command: [process.execPath, "-e", code],
});
const steady = suite("steady", "");
const broken = suite("broken", "process.exit(3)");
const endless = suite("endless", "setInterval(() => {}, 1000)", 0.01);
/** Fails in its first run only. */
const moody = suite(
  "moody",
  `const fs = require("node:fs"), file = ${JSON.stringify(join(folder, "ran"))};
   if (!fs.existsSync(file)) { fs.writeFileSync(file, ""); process.exit(1); }`,
);

function run(suites: readonly object[]) {
  const script = pathToFileURL(join(root, "scripts/deep.mjs")).href;
  const program = `const { runSuites } = await import(${JSON.stringify(script)});
    process.exitCode = await runSuites(${JSON.stringify(suites)});`;
  const args = ["--input-type=module", "-e", program];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, lines: stdout.trim().split("\n") };
}

it("a deep suite that fails is run once more; one that then passes is called flaky", () => {
  const { status, lines } = run([steady, moody]);
  expect(status).toBe(0);
  expect(lines.slice(-3)).toEqual([
    "FLAKY moody",
    "FLAKY moody: failed, then passed",
    "suites: 2 passed, 0 failed",
  ]);
});

it("a deep suite that fails twice, or comes to no end, fails the run; the others still run", () => {
  const { status, lines } = run([broken, endless, steady]);
  expect(status).toBe(1);
  expect(lines.slice(-3)).toEqual([
    "FAILED broken: failed twice",
    "FAILED endless: failed twice",
    "suites: 1 passed, 2 failed",
  ]);
  expect(lines.join("\n")).toMatch(/suite 2 of 3: endless: took too long, ended after \d+ s/);
});
