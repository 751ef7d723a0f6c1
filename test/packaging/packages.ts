import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { bin, members } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | object>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of the workspace that gets published. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly folderName: string;
  /** The folder of files that a consumer of this package tries; it need not exist. */
  readonly fixtures: string;
  readonly manifest: Manifest;
}

/** Every package in `packages/` that is not marked private. New ones are found by themselves. */
export const packages: readonly Package[] = (members() as { folder: string; manifest: Manifest }[])
  .filter(({ manifest }) => !manifest.private)
  .map(({ folder, manifest }) => ({
    name: manifest.name,
    folder,
    folderName: basename(folder),
    fixtures: join(import.meta.dirname, "fixtures", basename(folder)),
    manifest,
  }));

/** The package itself and the workspace packages it needs, near and far. */
export function withDependencies(target: Package): Package[] {
  const found = new Set([target]);
  for (const each of found) {
    const { dependencies, peerDependencies } = each.manifest;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const dependency = packages.find((candidate) => candidate.name === name);
      if (dependency) found.add(dependency);
    }
  }
  return [...found];
}

/** Packs a package as publishing would and returns the tarball's path. */
export async function pack(target: Package, destination: string): Promise<string> {
  const folder = join(destination, target.folderName);
  await execute(target.folder, process.execPath, [
    bin("pnpm"),
    "pack",
    "--pack-destination",
    folder,
  ]);
  return join(folder, readdirSync(folder)[0] as string);
}

/** Whether a consumer can try this: the package has its main entry for it, or a fixture of its own. */
export function canTry(target: Package, file: "esm.mjs" | "cjs.cjs" | "types.ts"): boolean {
  if (existsSync(join(target.fixtures, file))) return true;
  const entry = target.manifest.exports?.["."];
  return typeof entry === "object" && (file === "cjs.cjs" ? "require" : "import") in entry;
}
