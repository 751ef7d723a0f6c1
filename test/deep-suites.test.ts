import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { members, root } from "../scripts/lib/workspace.mjs";
import { suites } from "../scripts/suites.mjs";

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

/** Every test file of the repository that `npm test` leaves out, with `/` between folders. */
function deepFiles(): readonly string[] {
  const folders = [...members().map(({ folder }) => join(folder, "test")), join(root, "test")];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".deep.test.ts") && !name.includes("node_modules"))
        .map((name) => relative(root, join(folder, name)).replaceAll("\\", "/")),
    );
}

/** Whether a suite runs a file: vitest takes parts of paths, and `--project` for where to look. */
function runs(command: readonly string[], file: string): boolean {
  const [tool, , ...rest] = command;
  if (tool !== "vitest") return false;
  const only = rest.indexOf("-t");
  const words = only < 0 ? rest : rest.filter((_, at) => at !== only && at !== only + 1);
  const projects = words.flatMap((word) => /^--project=(.+)/.exec(word)?.[1] ?? []);
  const parts = words.filter((word) => !word.startsWith("-"));
  const isInProject = projects.length === 0 || projects.includes(projectOf(file));
  return isInProject && (parts.length === 0 || parts.some((part) => `/${file}`.includes(part)));
}

/** As vitest calls it: by the name of the package. */
function projectOf(file: string): string {
  const member = members().find(({ folder }) => join(root, file).startsWith(join(folder, "/")));
  return member?.manifest.name ?? "test";
}

it("every deep test file belongs to a suite", () => {
  const files = deepFiles();
  expect(files.length).toBeGreaterThan(50);
  const nobodys = files.filter((file) => !suites.some(({ command }) => runs(command, file)));
  expect(nobodys).toEqual([]);
});
