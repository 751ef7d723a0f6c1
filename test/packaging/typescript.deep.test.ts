import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bin } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import { pack, packages } from "./packages.js";

// Every entry of every package, packed and installed, in whole programs: with each TypeScript that is supported, each
// way to find modules, and exact optional properties or not. Nothing of a library is left out of the check.

const folder = mkdtempSync(join(tmpdir(), "readback-typescript-"));

/** The compilers: the oldest that is supported, the one before the native one, and the newest. */
const COMPILERS = {
  "5.4": () => join(folder, "node_modules/typescript-oldest/bin/tsc"),
  "5.9": () => bin("typescript", "tsc"),
  newest: () => bin("typescript-native", "tsc"),
} as const;

/** What the types of our entries are made with, beside our own packages. */
const PEERS = {
  "@modelcontextprotocol/node": "^2.1.2",
  "@modelcontextprotocol/server": "^2.4.0",
  "@opentelemetry/api": "^1.9.0",
  "@types/node": "^20.19.0",
  electron: "42.0.0",
  "typescript-oldest": "npm:typescript@5.4.5",
};

/** Entries that have types, as an import names them. */
const entries = packages.flatMap(({ name, manifest: { exports = {} } }) =>
  Object.entries(exports).flatMap(([key, target]) => {
    const conditions = target as { readonly types?: string; readonly import?: object };
    return conditions.types || conditions.import ? [`${name}${key.slice(1)}`] : [];
  }),
);

const MODULES = { node16: "node16", nodenext: "nodenext", bundler: "esnext" } as const;
type Resolution = keyof typeof MODULES;

const cases = (Object.keys(COMPILERS) as (keyof typeof COMPILERS)[]).flatMap((compiler) =>
  (Object.keys(MODULES) as Resolution[]).flatMap((moduleResolution) =>
    // Without exact optional properties there are fewer rules: one way to find modules is enough.
    (moduleResolution === "nodenext" ? [true, false] : [true]).map((isExact) => {
      return { compiler, moduleResolution, isExact };
    }),
  ),
);

describe("the types of all packages", () => {
  beforeAll(async () => {
    const manifest = { private: true, type: "module", dependencies: PEERS };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    // The binary of Electron is not needed for its types.
    writeFileSync(join(folder, ".npmrc"), "ignore-scripts=true\n");
    const imports = entries.map((entry, index) => `export * as e${index} from "${entry}";`);
    writeFileSync(join(folder, "all.ts"), `${imports.join("\n")}\n`);
    const tarballs = packages.map((target) => pack(target, join(folder, "tarballs")));
    await installTarballs(folder, await Promise.all(tarballs));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are those of many entries", () => expect(entries.length).toBeGreaterThan(25));

  it.each(cases)(
    "check with TypeScript $compiler, $moduleResolution, exact: $isExact",
    async ({ compiler, moduleResolution, isExact }) => {
      const project = `tsconfig.${compiler}.${moduleResolution}.${isExact}.json`;
      const compilerOptions = {
        target: "ES2022",
        lib: ["ES2022", "DOM"],
        module: MODULES[moduleResolution],
        moduleResolution,
        types: ["node"],
        strict: true,
        exactOptionalPropertyTypes: isExact,
        skipLibCheck: false,
        noEmit: true,
      };
      writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, files: ["all.ts"] }));
      const checked = execute(folder, process.execPath, [COMPILERS[compiler](), "-p", project]);
      const problem = await checked.then(() => "", String);
      // XState's and Restate's own types do not hold with exact optional properties. Everything of ours has to.
      const isOurs = (line: string) =>
        !isExact || !/^node_modules\/(?!@readback\/|readback\/)/.test(line);
      const errors = problem.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
      expect(errors.filter(isOurs)).toEqual([]);
      // A compiler that did not run finds no errors.
      if (problem !== "") expect(errors).not.toEqual([]);
    },
  );
});
