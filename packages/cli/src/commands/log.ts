import { defineCommand, dirFlag, jsonFlag } from "../command.js";

export const log = defineCommand({
  name: "log",
  summary: "See what happened to the tasks of readback verify",
  flags: {
    follow: { type: "boolean", short: "f", summary: "Show new lines as they come, until Ctrl-C" },
    task: { type: "string", value: "id", summary: "Only this task" },
    lines: { type: "string", value: "number", summary: "How many lines; default 50" },
    ...dirFlag,
    ...jsonFlag,
  },
  async run(values) {
    const { runLog } = await import("../retry-log/run-log.js");
    return runLog(values);
  },
});

export const stats = defineCommand({
  name: "stats",
  summary: "Sum up the tasks of readback verify",
  flags: {
    plan: { type: "string", value: "id", summary: "Only this plan, such as 03-01" },
    ...dirFlag,
    ...jsonFlag,
  },
  details: "Prints Markdown, or JSON with --json.",
  async run(values) {
    const { runStats } = await import("../retry-log/run-stats.js");
    return runStats(values);
  },
});
