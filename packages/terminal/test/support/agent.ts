import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import {
  hasTerminals,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from "../../../cli/test/support/terminal.js";

export { hasTerminals };

const program = fileURLToPath(new URL("./agent.mjs", import.meta.url));

/** What the agent in the terminal does; see agent.mjs. */
export interface AgentTask {
  readonly questions: readonly unknown[];
  readonly title?: string;
  readonly from?: string;
  readonly mode?:
    | "ask"
    | "tool"
    | "throw"
    | "twice"
    | "survives"
    | "child"
    | "interrupted"
    | "prompt";
  readonly options?: object;
  readonly asker?: object;
}

export interface Agent extends Terminal {
  /** What the agent noted so far, line by line. */
  noted(): readonly Record<string, unknown>[];
}

/** Starts an agent in a real terminal. */
export function startAgent(task: AgentTask, options: TerminalOptions = {}): Agent {
  const folder = mkdtempSync(join(tmpdir(), "readback-terminal-"));
  const log = join(folder, "log");
  const terminal = openTerminal([JSON.stringify({ ...task, log })], { ...options, program });
  onTestFinished(() => {
    terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return Object.assign(terminal, {
    noted() {
      try {
        const lines = readFileSync(log, "utf8").trim().split("\n");
        return lines.map((line) => JSON.parse(line));
      } catch {
        return [];
      }
    },
  });
}
