// Judges a claim: exit code 0 passes, and what is printed is told to the agent. A real project would
// run its tests here; this one looks at what the session in session.mjs leaves in work/.
import { existsSync } from "node:fs";

const checks = {
  async "Round the invoice total to cents"() {
    const { total } = await import("./work/total.mjs");
    const sum = total([0.1, 0.2]);
    return sum === 0.3 ? undefined : `total([0.1, 0.2]) is ${sum}, and should be 0.3`;
  },
  "Remove the old importer"() {
    const file = "work/old-importer.mjs";
    return existsSync(file) ? `${file} is still there` : undefined;
  },
};

// The agent may tick off several todos at once: then one run judges all of them.
for (const todo of JSON.parse(process.env.READBACK_TODOS)) {
  const problem = await checks[todo]?.();
  if (!problem) continue;
  console.log(problem);
  process.exitCode = 1;
}
