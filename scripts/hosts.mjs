import { chromium } from "./lib/chromium.mjs";
import { run } from "./lib/command.mjs";
import { Failure } from "./lib/failure.mjs";
import { readJson, root } from "./lib/workspace.mjs";

/**
 * `npm run test:hosts`: the real coding agents against a scripted model. `-- --host codex` runs one of
 * them, `-- --record` writes what was seen to `docs/hosts.md`; other words are vitest's.
 */
export async function main(args) {
  const known = Object.keys(readJson(`${root}/test/hosts/versions.json`));
  const at = args.indexOf("--host");
  const host = at === -1 ? undefined : args[at + 1];
  if (at !== -1 && !known.includes(host)) {
    throw new Failure(`--host: must be one of ${known.join(", ")}.`);
  }
  const record = args.includes("--record");
  const isOurs = (arg, index) =>
    arg === "--record" || (at !== -1 && (index === at || index === at + 1));
  const rest = args.filter((arg, index) => !isOurs(arg, index));
  const built = await run("turbo", ["run", "build"]);
  if (built !== 0) return built;
  await chromium();
  const env = {
    READBACK_DEEP: "1",
    ...(host && { READBACK_HOST: host }),
    ...(record && { READBACK_RECORD: "1" }),
  };
  return run("vitest", ["run", "test/hosts/", ...rest], { env });
}
