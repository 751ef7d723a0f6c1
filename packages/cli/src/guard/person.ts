import { Failure } from "../failure.js";

/** What coding agents set in the shells in which they run commands. */
const AGENT_SHELLS = {
  CLAUDECODE: "Claude Code",
  GEMINI_CLI: "Gemini CLI",
  CODEX_SANDBOX: "Codex",
};

/**
 * Past the limit only a person moves a todo. An agent that can run commands finds this one sooner or
 * later; in its shell, and without a terminal, the answer is no. That is a reminder, not a lock: who
 * wants one denies the command in the agent's permissions.
 */
export function requirePerson(command: string): void {
  if (process.stdin.isTTY) return;
  for (const [name, agent] of Object.entries(AGENT_SHELLS)) {
    if (!process.env[name]) continue;
    throw new Failure(
      [
        `readback ${command} is for the person, and this is a shell of ${agent} (${name} is set).`,
        "Nothing was changed. Ask the person to run it in a terminal of their own.",
      ].join("\n"),
    );
  }
}
