import { npmCommand } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";

/** Installs packed packages into a project with npm. */
export async function installTarballs(folder: string, tarballs: readonly string[]): Promise<void> {
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1"];
  const [npm, npmArgs] = npmCommand(["install", ...options, ...tarballs]);
  await execute(folder, npm, npmArgs);
}
