import { asyncBatches } from "../../lib/batch.mjs";
import { flakyWork } from "../../lib/flaky-work.mjs";

/** A loop by hand around the same functions. */
export function create() {
  const { execute, verify } = flakyWork();
  return asyncBatches(async () => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await execute();
      if (await verify()) return;
    }
    throw new Error("The work was not done");
  });
}
