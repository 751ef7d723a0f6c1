import { bridgeChecks } from "@readback/core/testing";
import { describe, it } from "vitest";
import { createFakeStage } from "./support/stage.js";

// The same promises as every other surface; here in windows that are not there.
describe("the bridge keeps the promises of a QuestionBridge", () => {
  for (const { name, notApplicable, run } of bridgeChecks({
    create: createFakeStage,
    quiet: 30,
  })) {
    it.skipIf(notApplicable !== null)(name, run);
  }
});
