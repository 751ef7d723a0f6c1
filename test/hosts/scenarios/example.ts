import { type Action, claim, notTold, say, told } from "../action.js";
import type { Scenario } from "../scenario.js";

// The example that people copy, as it stands in the repository: only its own files say what happens.

const TODO = "Round the invoice total to cents";
const TOTAL = "work/total.mjs";
const SUM = "lines.reduce((sum, line) => sum + line, 0)";
const wrong = `export const total = (lines) => ${SUM};`;
const right = `export const total = (lines) => Math.round(${SUM} * 100) / 100;`;

/** The agent claims the todo in one of its ways, and is sent back until the work is done. */
const played = (name: string, hasTasks: boolean, claims: Action, first: readonly Action[] = []) =>
  ({
    name,
    installs: { example: "claude-code-todo-guard" },
    hosts: ["claude-code"],
    world: { hasTasks },
    // The settings of the example have to turn the tools on.
    env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: "0" },
    parts: [
      {
        async before(world) {
          world.write(world.path(TOTAL), wrong);
        },
        stories: {
          main: [
            ...first,
            claims,
            told(new RegExp(`Review your work first: check that '${TODO}' is really done`)),
            claims,
            told(
              new RegExp(
                `Validation failed for '${TODO}' \\(attempt 2 of 3\\)[\\s\\S]*should be 0.3`,
              ),
            ),
            { kind: "tool", tool: "Bash", input: { command: `echo '${right}' > ${TOTAL}` } },
            claims,
            notTold(/Review your work first|Validation failed|blocked|denied/),
            say("Done."),
          ],
        },
      },
    ],
  }) satisfies Scenario;

export const exampleScenarios: readonly Scenario[] = [
  played("examples/claude-code-todo-guard blocks, with TodoWrite", false, claim(TODO)),
  played("examples/claude-code-todo-guard blocks, with Task tools", true, { kind: "finish-task" }, [
    { kind: "create-task", subject: TODO },
  ]),
];
