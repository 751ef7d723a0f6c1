import { defineCommand, dirFlag, jsonFlag } from "../command.js";

export const verify = defineCommand({
  name: "verify",
  summary: "Run a task, verify it, retry with what failed; then ask you",
  flags: {
    exec: {
      type: "string",
      value: "command",
      summary: "The command that makes an attempt; it reads the task on stdin",
    },
    agent: {
      type: "string",
      choices: ["claude-code", "codex", "gemini", "opencode"],
      summary: "The coding agent that makes an attempt, instead of --exec",
    },
    "agent-args": {
      type: "string",
      value: "args",
      summary: "More arguments for the agent, such as --agent-args='--model x'",
    },
    verify: {
      type: "string",
      value: "command",
      summary: "The command that checks an attempt: exit code 0 passes",
    },
    "done-check": {
      type: "string",
      value: "command",
      summary: "The command that checks, after --verify, whether the task is done",
    },
    "task-id": {
      type: "string",
      value: "id",
      summary: "Id of the task, such as 03-01:task-3; default task",
    },
    name: { type: "string", value: "text", summary: "What the task is called" },
    prompt: {
      type: "string",
      value: "file",
      summary: "File with the task in words; default: its name",
    },
    "max-attempts": { type: "string", value: "number", summary: "Attempts allowed; default 3" },
    timeout: {
      type: "string",
      value: "duration",
      summary: "How long --verify may take; default 2m",
    },
    "exec-timeout": {
      type: "string",
      value: "duration",
      summary: "How long an attempt may take; default 30m",
    },
    "stuck-after": {
      type: "string",
      value: "number",
      summary: "Ask you early, when so many failures in a row are the same",
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
    wait: {
      type: "string",
      value: "duration",
      summary: "How long you have to decide; default 30m",
    },
    "no-open": { type: "boolean", summary: "Never open a browser by itself" },
    plan: { type: "string", value: "file", summary: "Run the tasks of a plan (JSON, or task XML)" },
    jobs: {
      type: "string",
      value: "number",
      summary: "With --plan: how many tasks run at once; default 1",
    },
    resume: { type: "boolean", summary: "With --plan: leave out the tasks that are done" },
    fresh: {
      type: "boolean",
      summary: "Start from the beginning, also when an earlier run was stopped",
    },
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
