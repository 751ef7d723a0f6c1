import { defineCommand, dirFlag, jsonFlag } from "../command.js";

export const verify = defineCommand({
  name: "verify",
  summary: "Run a task, verify it, retry with what failed, then ask you",
  flags: {
    exec: {
      type: "string",
      value: "command",
      summary: "Makes an attempt; reads the task on stdin",
    },
    agent: {
      type: "string",
      choices: ["claude-code", "codex", "gemini", "opencode"],
      summary: "Makes an attempt: a coding agent, without a person",
    },
    "agent-args": {
      type: "string",
      value: "args",
      summary: "More arguments for the agent: ='--model x'",
    },
    verify: { type: "string", value: "command", summary: "Decides: exit code 0 passes" },
    "done-check": {
      type: "string",
      value: "command",
      summary: "Decides after --verify whether the done criteria are met",
    },
    "task-id": { type: "string", value: "id", summary: "Such as 03-01:task-3; default task" },
    name: { type: "string", value: "text", summary: "What the task is called" },
    prompt: { type: "string", value: "file", summary: "The task; default: its name" },
    "max-attempts": { type: "string", value: "number", summary: "Attempts allowed; default 3" },
    timeout: { type: "string", value: "duration", summary: "For --verify; default 2m" },
    "exec-timeout": { type: "string", value: "duration", summary: "For --exec; default 30m" },
    "stuck-after": {
      type: "string",
      value: "number",
      summary: "Ask when so many failures in a row are the same",
    },
    "on-escalate": {
      type: "string",
      choices: ["ask", "abort", "skip"],
      summary: "What follows when the attempts are used up; default ask",
    },
    ask: {
      type: "string",
      choices: ["auto", "terminal", "page", "file", "stdin"],
      summary: "Where you are asked; default: this terminal, else the page",
    },
    wait: { type: "string", value: "duration", summary: "How long you have; default 30m" },
    "no-open": { type: "boolean", summary: "Never open a browser by itself" },
    plan: { type: "string", value: "file", summary: "Run the tasks of a plan (JSON, or task XML)" },
    jobs: {
      type: "string",
      value: "number",
      summary: "With --plan: tasks side by side; default 1",
    },
    resume: { type: "boolean", summary: "With --plan: leave out what is done" },
    fresh: { type: "boolean", summary: "Begin again where an earlier run stopped" },
    ...dirFlag,
    ...jsonFlag,
  },
  details: `A run that was killed goes on when the same command is run again; the attempt that was under way
counts. Exit codes: 0 done, 2 bad input, 3 escalated and nobody decided, 4 skipped, 5 aborted, 6 blocked,
1 the program itself failed. More: docs/verify.md`,
  async run(values) {
    const { runVerify } = await import("../verify/run-verify.js");
    return runVerify(values);
  },
});
