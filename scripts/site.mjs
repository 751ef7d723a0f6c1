import { rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./lib/command.mjs";
import { root } from "./lib/workspace.mjs";

/** Where the finished site is: plain files, for any web server. */
const SITE = "site";

/** `npm run docs:site`: makes the site from `docs/`, the examples and the types of the packages. */
export async function main(args) {
  const isBuilt = args.includes("--no-build");
  const built = isBuilt ? 0 : await run("turbo", ["run", "build"]);
  if (built !== 0) return built;
  const { stage } = await import("./site/stage.mjs");
  const work = join(root, ".test/site");
  rmSync(work, { recursive: true, force: true });
  rmSync(join(root, SITE), { recursive: true, force: true });
  await stage(work);
  const made = await run("vitepress", ["build", work, "--outDir", join(root, SITE)]);
  if (made !== 0) return made;
  const { deadAnchors } = await import("./site/anchors.mjs");
  const dead = deadAnchors(join(root, SITE));
  if (dead.length > 0) {
    console.error(`The site has links to places that are not there:\n${dead.join("\n")}`);
    return 1;
  }
  console.log(
    `▸ The site is in ${SITE}/. To look at it: npx vitepress preview .test/site --outDir ../../${SITE}`,
  );
  return 0;
}
