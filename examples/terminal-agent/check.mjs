// Runs the agent without a terminal, as in CI: it has no tool then, says why, and does not hang.
import { spawnSync } from "node:child_process";

const { status, stdout } = spawnSync(process.execPath, ["agent.mjs"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
  timeout: 60_000,
});
const isRight = status === 0 && stdout.startsWith("Tools: none\nNo terminal:");
console.log(
  isRight ? "Without a terminal there is no tool." : `Unexpected (${status}):\n${stdout}`,
);
process.exitCode = isRight ? 0 : 1;
