import { expect } from "vitest";
import { claim, notTold, say, todos, together, told } from "../action.js";
import { SETTINGS } from "../inputs.js";
import type { Scenario } from "../scenario.js";
import type { World } from "../world.js";

const DOCS = "Write the docs";
const TESTS = "Write the tests";

/** The hosts that let a hook hold an agent that wants to stop. */
const REMIND = ["claude-code", "codex", "gemini"] as const;

/** A validator that never passes, and says why. */
const FAILING = "echo 'two tests fail' >&2; exit 1";

interface ListedTodo {
  readonly todo: string;
  readonly state: string;
  readonly attempt: number;
}

async function listed(world: World): Promise<readonly ListedTodo[]> {
  const { stdout } = await world.readback("guard", "list", "--json");
  return JSON.parse(stdout) as ListedTodo[];
}

export const guardScenarios: readonly Scenario[] = [
  {
    name: "review, then pass",
    installs: "guard",
    parts: [
      {
        stories: {
          main: [
            todos({ todo: DOCS, status: "in_progress" }),
            claim(DOCS),
            told(/Review your work first: check that 'Write the docs' is really done/),
            claim(DOCS),
            notTold(/Review your work first|blocked|denied/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "failing validator to the limit, then a person approves",
    installs: "guard",
    guard: { maxRetryAttempts: 2, validate: FAILING },
    parts: [
      {
        stories: {
          main: [
            claim(DOCS),
            told(/Review your work first/),
            claim(DOCS),
            told(/Validation failed for 'Write the docs' \(attempt 2 of 2\)[\s\S]*two tests fail/),
            claim(DOCS),
            told(
              /Maximum retry attempts \(2\) exceeded for: 'Write the docs'\. Please wait for user guidance or manually mark as completed\.[\s\S]*Only the person can/,
            ),
            say("I wait for you."),
          ],
        },
      },
      {
        isResumed: true,
        async before(world) {
          const [todo] = await listed(world);
          expect(todo).toMatchObject({ todo: DOCS, attempt: 2 });
          const { code, stderr } = await world.readback("guard", "approve", DOCS);
          expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        },
        stories: { main: [claim(DOCS), notTold(/Maximum retry|Validation failed/), say("Done.")] },
      },
    ],
  },
  {
    name: "reminded at the end",
    installs: "guard",
    hosts: REMIND,
    parts: [
      {
        stories: {
          main: [
            claim(DOCS),
            told(/Review your work first/),
            say("I stop here."),
            told(/'Write the docs' \(attempt 1 of 5\)/),
            claim(DOCS),
            notTold(/Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "twins in one response",
    installs: "guard",
    parts: [
      {
        stories: {
          main: [
            together(claim(DOCS), claim(DOCS)),
            told(/Review your work first[\s\S]*Review your work first/),
            claim(DOCS),
            notTold(/Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "a list with one blocked",
    installs: "guard",
    guard: { maxRetryAttempts: 2 },
    parts: [
      {
        stories: {
          main: [
            claim(TESTS),
            told(/Review your work first/),
            claim(TESTS, DOCS),
            told(/'Write the tests' waits because the same update is blocked by/),
            claim(TESTS),
            notTold(/Maximum retry|waits because|Validation failed/),
            say("Docs stay open."),
          ],
        },
      },
    ],
  },
  {
    name: "stopped, then resumed",
    installs: "guard",
    guard: { maxRetryAttempts: 1, validate: FAILING },
    parts: [
      {
        stories: {
          main: [
            claim(DOCS),
            told(/Review your work first/),
            claim(DOCS),
            told(/Maximum/),
            say("I wait."),
          ],
        },
      },
      {
        isResumed: true,
        stories: {
          main: [claim(DOCS), told(/Maximum retry attempts \(1\) exceeded/), say("I still wait.")],
        },
      },
    ],
  },
  {
    name: "tasks are known by their subject",
    installs: "guard",
    hosts: ["claude-code", "gemini"],
    world: { hasTasks: true },
    guard: { validate: `[ "$READBACK_TODO" = "${DOCS}" ]` },
    parts: [
      {
        stories: {
          main: [
            { kind: "create-task", subject: DOCS },
            { kind: "finish-task" },
            told(/Review your work first: check that 'Write the docs' is really done/),
            { kind: "finish-task" },
            notTold(/Validation failed|Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "a task that is older than the hook is known by its subject",
    installs: "guard",
    hosts: ["claude-code", "gemini"],
    world: { hasTasks: true },
    guard: { validate: `[ "$READBACK_TODO" = "${DOCS}" ]` },
    parts: [
      {
        async before(world, { name }) {
          const file = world.path(SETTINGS[name] ?? "");
          world.write(`${file}.aside`, world.read(file));
          world.write(file, "{}");
        },
        stories: { main: [{ kind: "create-task", subject: DOCS }, say("I begin tomorrow.")] },
      },
      {
        isResumed: true,
        async before(world, { name }) {
          const file = world.path(SETTINGS[name] ?? "");
          world.write(file, world.read(`${file}.aside`));
        },
        stories: {
          main: [
            { kind: "finish-task" },
            told(/Review your work first: check that 'Write the docs' is really done/),
            { kind: "finish-task" },
            notTold(/Validation failed|Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "goals are guarded",
    installs: "guard",
    hosts: ["codex"],
    guard: { validate: `[ "$READBACK_TODO" = "${DOCS}" ]` },
    parts: [
      {
        stories: {
          main: [
            { kind: "create-goal", objective: DOCS },
            { kind: "finish-goal" },
            told(/Review your work first: check that 'Write the docs' is really done/),
            { kind: "finish-goal" },
            notTold(/Validation failed|Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
  {
    name: "a sub-agent cannot complete what is at its limit",
    installs: "guard",
    hosts: ["claude-code", "gemini"],
    world: { hasTasks: true },
    guard: { maxRetryAttempts: 1, validate: FAILING },
    parts: [
      {
        stories: {
          main: [
            { kind: "create-task", subject: DOCS },
            { kind: "finish-task" },
            told(/Review your work first/),
            { kind: "finish-task" },
            told(/Maximum retry attempts \(1\) exceeded for: 'Write the docs'/),
            { kind: "delegate", prompt: "[helper] Complete task 1." },
            say("I wait."),
          ],
          helper: [
            { kind: "finish-task" },
            told(/Maximum retry attempts \(1\) exceeded for: 'Write the docs'/),
            { kind: "report", text: "I could not." },
          ],
        },
      },
    ],
  },
  {
    name: "a sub-agent's claims are guarded",
    installs: "guard",
    hosts: ["claude-code", "gemini", "opencode"],
    parts: [
      {
        stories: {
          main: [{ kind: "delegate", prompt: "[helper] Plan and do it." }, say("Done.")],
          helper: [
            claim(TESTS),
            told(/Review your work first: check that 'Write the tests' is really done/),
            claim(TESTS),
            notTold(/Review your work first|blocked|denied/),
            { kind: "report", text: "Done." },
          ],
        },
      },
    ],
  },
  {
    name: "the agent is reminded of what its sub-agent claimed in their one list",
    installs: "guard",
    hosts: ["claude-code", "gemini"],
    world: { hasTasks: true },
    parts: [
      {
        stories: {
          main: [
            { kind: "create-task", subject: DOCS },
            { kind: "delegate", prompt: "[helper] Complete task 1." },
            say("Done."),
            told(/'Write the docs' \(attempt 1 of 5\)/),
            { kind: "finish-task" },
            notTold(/Review your work first/),
            say("Done."),
          ],
          helper: [
            { kind: "finish-task" },
            told(/Review your work first/),
            { kind: "report", text: "I stop." },
          ],
        },
      },
    ],
  },
  {
    name: "a sub-agent is reminded of its own plan",
    installs: "guard",
    hosts: ["codex"],
    parts: [
      {
        stories: {
          main: [
            { kind: "delegate", prompt: "[helper] Plan and do it." },
            { kind: "await-helper" },
            say("Done."),
          ],
          helper: [
            claim(TESTS),
            told(/Review your work first/),
            say("I stop."),
            told(/'Write the tests' \(attempt 1 of 5\)/),
            claim(TESTS),
            notTold(/Review your work first/),
            say("Done."),
          ],
        },
      },
    ],
  },
];
