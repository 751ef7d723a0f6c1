import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test("npm run restate tells its story on three nodes to the end, and ends by itself", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/run.cjs", "restate", "--auto"],
    { cwd: root },
  );
  const said = stdout.split("\n").filter((line) => line !== "");
  expect(said.slice(-5)).toEqual([
    "Three nodes run, and an endpoint.",
    "Two replicas of the MCP server run.",
    "The replica that asked was killed while the person thinks. The agent calls the other one.",
    "The answer: answered, next, on attempt 1",
    "Everything has ended.",
  ]);
});
