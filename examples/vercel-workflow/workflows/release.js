import { approve } from "@readback/core";
import { FatalError, getStepMetadata } from "workflow";
import { asker } from "../asker.js";

/** Asks a person where a version goes, waits for a yes, and releases it. */
export async function release(version) {
  "use workflow";
  const where = await askWhere(version);
  return publish(version, where);
}

async function askWhere(version) {
  "use step";
  // The id of the step is the same in each of its tries: a step that runs again gets the person's answer again.
  const { stepId: key, attempt } = getStepMetadata();
  const result = await asker().ask(
    {
      questions: [
        { id: "where", question: `Where does ${version} go?`, options: ["staging", "production"] },
      ],
    },
    { key, retry: "host" },
  );
  if (!result.answered) throw new FatalError(result.error ?? result.outcome);
  // What can go wrong after the answer, does: the network is gone the first time.
  if (attempt === 1) throw new Error("The network is gone");
  return result.values.where;
}

async function publish(version, where) {
  "use step";
  const { stepId: callId } = getStepMetadata();
  const approval = await approve(asker(), { tool: "publish", input: { version, where }, callId });
  if (!approval.approved) throw new FatalError(`Not published. ${approval.reason}`);
  return `${version} is in ${where}`;
}
