import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, describe, expect, it } from "vitest";
import { bin, root } from "../../scripts/lib/workspace.mjs";
import { type Consumer, createConsumer } from "./consumer.js";
import { execute } from "./execute.js";
import { canTry, type Package, pack, packages, withDependencies } from "./packages.js";

const workFolder = mkdtempSync(join(tmpdir(), "readback-tarballs-"));
const tarballs = new Map<Package, Promise<string>>();

function tarballOf(target: Package): Promise<string> {
  const tarball = tarballs.get(target) ?? pack(target, workFolder);
  tarballs.set(target, tarball);
  return tarball;
}

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

describe.for(packages)("$folderName, packed", (target) => {
  it("holds its build, manifest and licence, and nothing else", async () => {
    const listing = await execute(workFolder, "tar", ["-tzf", await tarballOf(target)]);
    const files = listing.trim().split("\n");
    expect(files).toContain("package/LICENSE");
    const allowed =
      /^package\/(dist\/.+|package\.json|LICENSE|readback\.config\.schema\.json|README\.md|CHANGELOG\.md)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it.runIf(target.name === "readback")("carries every example, whole", async () => {
    const tracked = await execute(root, "git", ["ls-files", "examples"]);
    const listing = await execute(workFolder, "tar", ["-tzf", await tarballOf(target)]);
    const carried = listing
      .split("\n")
      .flatMap((file) => file.split("package/dist/")[1] ?? [])
      .map((file) => file.replace(/\/gitignore$/, "/.gitignore"));
    expect(tracked.trim().split("\n").length).toBeGreaterThan(50);
    expect(carried).toEqual(expect.arrayContaining(tracked.trim().split("\n")));
  });

  it("satisfies publint", async () => {
    const { buffer } = Uint8Array.from(readFileSync(await tarballOf(target)));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  if (Object.keys(target.manifest.exports ?? {}).some((path) => path !== "./package.json")) {
    it("has the right types for every resolution", async () => {
      const config = join(target.folder, ".attw.json");
      const options = existsSync(config) ? ["--config-path", config] : [];
      const attw = bin("@arethetypeswrong/cli", "attw");
      await execute(workFolder, process.execPath, [attw, await tarballOf(target), ...options]);
    });
  }
});

describe.for(packages)("$folderName, installed", (target) => {
  let consumer: Consumer | undefined;
  const installed = () => consumer ?? expect.fail("The package did not install.");

  afterAll(() => consumer?.remove());

  it("installs with npm into an empty project", async () => {
    const needed = await Promise.all(withDependencies(target).map(tarballOf));
    consumer = await createConsumer(target, needed);
  });

  if (canTry(target, "esm.mjs")) {
    it("works from an ES module", async () => {
      await installed().node("esm.mjs");
    });
  }

  if (canTry(target, "cjs.cjs")) {
    it("works from CommonJS", async () => {
      await installed().node("cjs.cjs");
    });
  }

  // attw has looked at the types already; a whole program with each resolution takes much longer.
  if (process.env.READBACK_DEEP && canTry(target, "types.ts")) {
    it("type checks under moduleResolution node16 and bundler", async () => {
      const { typecheck } = installed();
      await Promise.all([typecheck("node16"), typecheck("bundler")]);
    });
  }

  for (const command of Object.keys(target.manifest.bin ?? {})) {
    it(`runs the command ${command}`, async () => {
      const { command: run } = installed();
      expect(await run(command, "--version")).toContain(target.manifest.version);
      expect(await run(command, "--help")).toContain(command);
    });
  }
});
