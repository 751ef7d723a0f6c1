import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import type { Package } from "./packages.js";

/** A stranger's empty project, outside the workspace, with one package installed by npm. */
export interface Consumer {
  /** Runs a JavaScript file of the project. */
  node(file: string): Promise<string>;
  /** Type checks `types.ts` the way a project with this `moduleResolution` does. */
  typecheck(moduleResolution: "node16" | "bundler"): Promise<string>;
  /** Runs a command that the package installed. */
  command(name: string, ...args: string[]): Promise<string>;
  remove(): void;
}

export async function createConsumer(
  target: Package,
  tarballs: readonly string[],
): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), "readback-consumer-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  writeDefaults(folder, target.name);
  if (existsSync(target.fixtures)) cpSync(target.fixtures, folder, { recursive: true });

  await installTarballs(folder, tarballs).catch((error: unknown) => {
    remove();
    throw error;
  });

  return {
    node: (file) => execute(folder, process.execPath, [file]),
    typecheck(moduleResolution) {
      const project = `tsconfig.${moduleResolution}.json`;
      const compilerOptions = {
        target: "ES2022",
        module: moduleResolution === "node16" ? "node16" : "esnext",
        moduleResolution,
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      };
      const config = { compilerOptions, files: ["types.ts"] };
      writeFileSync(join(folder, project), JSON.stringify(config));
      return execute(folder, process.execPath, [bin("typescript", "tsc"), "-p", project]);
    },
    command: (name, ...args) => execute(folder, join(folder, "node_modules/.bin", name), args),
    remove,
  };
}

/** What every package with a main entry must bear; its own fixtures can ask for more. */
function writeDefaults(folder: string, name: string): void {
  const check = "if (Object.keys(it).length === 0) throw new Error('no exports');\n";
  writeFileSync(join(folder, "esm.mjs"), `import * as it from "${name}";\n${check}`);
  writeFileSync(join(folder, "cjs.cjs"), `const it = require("${name}");\n${check}`);
  writeFileSync(
    join(folder, "types.ts"),
    `import * as it from "${name}";\nexport const all = it;\n`,
  );
}
