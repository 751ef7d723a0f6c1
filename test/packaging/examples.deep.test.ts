import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium } from "../../scripts/lib/chromium.mjs";
import {
  confinedCommand,
  findElectron,
  installDisplay,
  NO_ELECTRON,
} from "../../scripts/lib/electron.mjs";
import { npmCommand, readJson, root } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import { type Package, pack, packages, withDependencies } from "./packages.js";

interface ExampleManifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folder = join(root, "examples");
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "package.json")))
  : [];

const workFolder = mkdtempSync(join(tmpdir(), "readback-examples-"));
const tarballs = new Map<Package, Promise<string>>();

function tarballOf(target: Package): Promise<string> {
  const tarball = tarballs.get(target) ?? pack(target, join(workFolder, "tarballs"));
  tarballs.set(target, tarball);
  return tarball;
}

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

/** The packages of this repository that an example needs, near and far. */
function neededBy({ dependencies, devDependencies }: ExampleManifest): readonly Package[] {
  const named = Object.keys({ ...dependencies, ...devDependencies });
  const near = packages.filter(({ name }) => named.includes(name));
  return [...new Set(near.flatMap(withDependencies))];
}

// Each example is copied, installed from tarballs as a stranger would, and run.
describe.for(names)("example %s", (name) => {
  const original = join(folder, name);
  const copy = join(workFolder, name);
  const manifest: ExampleManifest = readJson(join(original, "package.json"));
  const npm = (...args: string[]) => {
    const [command, npmArgs] = npmCommand(args);
    return execute(copy, command, npmArgs);
  };

  beforeAll(async () => {
    if (manifest.devDependencies?.["playwright-core"]) process.env.CHROME_PATH = await chromium();
    if (!manifest.devDependencies?.electron) return;
    const electron = findElectron();
    if (!electron) return console.warn(NO_ELECTRON);
    await installDisplay();
    // Electron runs as a user who has to read the example.
    const own = mkdtempSync(join(workFolder, "electron-"));
    for (const each of [workFolder, own]) chmodSync(each, 0o755);
    process.env.ELECTRON_PATH = confinedCommand(electron, own);
  });

  it("installs with npm", async () => {
    cpSync(original, copy, {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|\.readback)$/.test(path),
    });
    await installTarballs(copy, await Promise.all(neededBy(manifest).map(tarballOf)));
  });

  if (manifest.scripts?.start) {
    it("does with npm start what it says", async () => {
      const output = await npm("start", "--silent");
      const expected = join(original, "expected-output.txt");
      if (existsSync(expected)) expect(output).toBe(readFileSync(expected, "utf8"));
    });
  }

  if (manifest.scripts?.test) {
    it("passes its own npm test", async () => {
      await npm("test", "--silent");
    });
  }

  if (existsSync(join(original, ".claude/settings.json"))) {
    it("has the hooks that readback installs", async () => {
      const command = join(copy, "node_modules/.bin/readback");
      const output = await execute(copy, command, ["hook", "install", "claude-code"]);
      expect(output).toContain("Already installed");
    });
  }
});
