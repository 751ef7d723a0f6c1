import { run } from "./lib/command.mjs";
import { rewriteExampleRanges } from "./lib/example-ranges.mjs";

/** `npm run changeset`: the tool itself; after `version` the examples ask for the versions that are made. */
export async function main(args) {
  const code = await run("changeset", args);
  if (code === 0 && args[0] === "version") rewriteExampleRanges();
  return code;
}
