import { expect, it } from "vitest";
import { createProject } from "./support/project.js";
import { base, counting, failing } from "./support/verify.js";

it("readback verify reports through the OpenTelemetry that was set up before it", async () => {
  const project = createProject();
  const preload = new URL("./support/telemetry.mjs", import.meta.url).href;
  const { code, stderr } = await project.run(
    [...base, ...counting, ...failing, "--max-attempts", "2", "--ask", "stdin"],
    { NODE_OPTIONS: `--import ${preload}`, READBACK_TEST_TELEMETRY: project.path("telemetry") },
    "skip\n",
  );
  expect(code, stderr).toBe(4);
  const lines = project
    .read("telemetry")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const spans = lines.flatMap(({ span }) => (typeof span === "string" ? [span] : []));
  expect(spans.filter((name) => name === "verify-retry-escalate executing")).toHaveLength(2);
  expect(spans).toContain("verify-retry-escalate escalated");
  // The question is an ask of its own.
  expect(lines).toContainEqual({
    span: "ask-with-render-ack",
    attributes: expect.objectContaining({
      "readback.outcome": "answered",
      "readback.cause": "human",
    }),
  });
  const of = { "readback.machine": "verify-retry-escalate" };
  expect(lines).toContainEqual({ metric: "readback.attempts", attributes: of, value: 2 });
  expect(lines).toContainEqual({ metric: "readback.retries", attributes: of, value: 1 });
});
