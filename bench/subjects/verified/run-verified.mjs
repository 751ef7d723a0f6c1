import { runVerified } from "@readback/core";
import { asyncBatches } from "../../lib/batch.mjs";
import { flakyWork } from "../../lib/flaky-work.mjs";

/** With everything it does by default: a journal in memory, timeouts, `<retry_context>`. */
export function create() {
  const work = flakyWork();
  const task = { id: "03-01:task-3", name: "Create the class" };
  return asyncBatches(async () => {
    const { status } = await runVerified({ task, ...work });
    if (status !== "done") throw new Error("The work was not done");
  });
}
