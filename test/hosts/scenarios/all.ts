import type { HostName } from "../install.js";
import type { Scenario } from "../scenario.js";
import { exampleScenarios } from "./example.js";
import { guardScenarios } from "./guard.js";
import { installedScenarios } from "./installed.js";
import { instructionScenarios } from "./instructions.js";
import { questionScenarios } from "./questions.js";

/** Everything that is played without a terminal, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  ...installedScenarios,
  ...guardScenarios,
  ...exampleScenarios,
  ...instructionScenarios,
  ...questionScenarios,
];

/** A line of the table. */
export interface Row {
  readonly name: string;
  /** The hosts that have what it takes. Default: all. */
  readonly hosts?: readonly HostName[];
}

/** The host's own form, in its interactive program. */
export const FORM: Row = {
  name: "interactive, the client's own form: answered, and dismissed, by a person",
  hosts: ["claude-code", "codex"],
};

/** The host goes on while the question is open, and its agent is told of the answer. */
export const TASK: Row = {
  name: "interactive, as a task in the background: answered, and the agent is told",
  hosts: ["claude-code"],
};

/** The host as the one who does the work of `readback verify`. */
export const VERIFY: Row = { name: "readback verify drives it, and tells it what failed" };

/** A test that it can only fix because it is told what failed. */
export const FIX: Row = {
  name: "readback verify: a failing test is fixed with what the retry context tells, and not without it",
  hosts: ["claude-code"],
};

/** Everything in the table. */
export const ROWS: readonly Row[] = [...scenarios, FORM, TASK, VERIFY, FIX];
