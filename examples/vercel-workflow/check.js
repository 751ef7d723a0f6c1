import { expect, it } from "vitest";
import { start } from "workflow/api";
import { release } from "./workflows/release.js";

it("asks once, though the step that asks is tried twice", async () => {
  const run = await start(release, ["v2.4"]);
  expect(await run.returnValue).toBe("v2.4 is in staging");
  expect(globalThis.asked).toEqual([
    "Where does v2.4 go?",
    'May "publish" run with this input? { "version": "v2.4", "where": "staging" }',
  ]);
});
