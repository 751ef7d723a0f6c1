import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A project that can be copied. */
export interface Example {
  readonly name: string;
  /** What it shows: the heading of its README. */
  readonly title: string;
  readonly folder: string;
}

/** The examples that came with this program, by name. */
export function examples(): readonly Example[] {
  const root = fileURLToPath(new URL("examples", import.meta.url));
  return readdirSync(root)
    .sort()
    .map((name) => {
      const folder = join(root, name);
      const [heading = ""] = readFileSync(join(folder, "README.md"), "utf8").split("\n");
      return { name, title: heading.replace(/^#+\s*/, ""), folder };
    });
}

/** The files of an example, by their path in it. */
export function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesOf(join(folder, entry.name)).map((path) => join(entry.name, path))
      : [entry.name],
  );
}
