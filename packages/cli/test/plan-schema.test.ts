import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { InvalidInputError } from "@readback/core";
import { readPlan } from "@readback/core/formats";
import { describe, expect, it } from "vitest";

// What an editor checks a plan with, beside what `readback verify --plan` says of it.

const schema = JSON.parse(
  readFileSync(new URL("../dist/plan.schema.json", import.meta.url), "utf8"),
);
const validate = new AjvJsonSchemaValidator().getValidator(schema);

const task = { id: "task-1", name: "Create PlannerId" };
const second = { id: "task-2", name: "Use it" };
const plan = (more: object = {}) => ({ id: "03-01", tasks: [task], ...more });
const withTask = (more: object) => plan({ tasks: [task, { ...second, ...more }] });

/** The fields that are named for a plan; none: it can be run. */
function fieldsNamed(value: unknown): readonly string[] {
  try {
    readPlan(value);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    for (const { field } of error.problems) expect(error.message).toContain(field);
    return error.problems.map(({ field }) => field);
  }
}

const GOOD: readonly (readonly [string, unknown])[] = [
  ["one task and nothing else", plan()],
  ["what stands in the guide", planInTheGuide()],
  [
    "every field",
    plan({
      $schema: "./node_modules/readback/dist/plan.schema.json",
      tasks: [{ ...task, exec: "make", prompt: "Do it", promptFile: "1.md", dependsOn: [] }],
      ...{ agent: "codex", verify: "npm test", doneCheck: "node gate.js", maxAttempts: 5 },
      ...{ timeout: "90s", execTimeout: "2m", onEscalate: "skip", stuckAfter: 2 },
    }),
  ],
  ["ids with the plan's before them", withTask({ dependsOn: ["03-01:task-1"] })],
];

/** What is wrong, and the field it is in. */
const BAD: readonly (readonly [string, unknown])[] = [
  ["id", { tasks: [task] }],
  ["id", plan({ id: "" })],
  ["id", plan({ id: "a b" })],
  ["id", plan({ id: "a:b" })],
  ["tasks", { id: "03-01" }],
  ["tasks", plan({ tasks: [] })],
  ["tasks", plan({ tasks: { task } })],
  ["tasks[0]", plan({ tasks: ["task-1"] })],
  ["tasks[0].id", plan({ tasks: [{ name: "A" }] })],
  ["tasks[0].name", plan({ tasks: [{ id: "a" }] })],
  ["tasks[1].id", withTask({ id: "a b" })],
  ["tasks[1].id", withTask({ id: 2 })],
  ["tasks[1].name", withTask({ name: "" })],
  ["tasks[1].prompt", withTask({ prompt: ["one"] })],
  ["tasks[1].promptFile", withTask({ promptFile: "" })],
  ["tasks[1].dependsOn", withTask({ dependsOn: "task-1" })],
  ["tasks[1].dependsOn[0]", withTask({ dependsOn: [1] })],
  ["tasks[1].dependson", withTask({ dependson: ["task-1"] })],
  ["tasks[1].$schema", withTask({ $schema: "x" })],
  ...["exec", "agent", "verify", "doneCheck"].flatMap((name): [string, unknown][] => [
    [name, plan({ [name]: "" })],
    [`tasks[1].${name}`, withTask({ [name]: false })],
  ]),
  ["maxAttempts", plan({ maxAttempts: 0 })],
  ["maxAttempts", plan({ maxAttempts: 1.5 })],
  ["tasks[1].maxAttempts", withTask({ maxAttempts: "3" })],
  ["timeout", plan({ timeout: 120 })],
  ["timeout", plan({ timeout: "2 min" })],
  ["tasks[1].execTimeout", withTask({ execTimeout: "-1s" })],
  ["onEscalate", plan({ onEscalate: "retry" })],
  ["stuckAfter", plan({ stuckAfter: 1 })],
  ["taks", { ...plan(), taks: [] }],
];

/** What only the plan as a whole shows. */
const SENSELESS: readonly (readonly [string, unknown])[] = [
  ["tasks[1].id", withTask({ id: "task-1" })],
  ["tasks[1].dependsOn", withTask({ dependsOn: ["task-3"] })],
  ["tasks[1].agent", withTask({ exec: "make", agent: "codex" })],
  ["agent", plan({ exec: "make", agent: "codex" })],
  ["tasks.dependsOn", withTask({ dependsOn: ["task-2"] })],
];

describe("the JSON Schema of a plan", () => {
  it.each(GOOD)("takes %s, and so does readback verify", (_, value) => {
    expect(fieldsNamed(value)).toEqual([]);
    expect(validate(value)).toMatchObject({ valid: true });
  });

  it.each(BAD)("refuses a wrong %s, which readback verify names: %j", (field, value) => {
    expect(fieldsNamed(value)).toEqual([field]);
    expect(validate(value).valid).toBe(false);
  });

  it("refuses what is no plan at all", () => {
    for (const value of [null, [], "plan", 3]) {
      expect(validate(value).valid).toBe(false);
      expect(() => readPlan(value)).toThrow(/^Invalid plan: must be an object/);
    }
  });
});

it.each(SENSELESS)("a plan that makes no sense as a whole has %s named: %j", (field, value) => {
  expect(fieldsNamed(value)).toEqual([field]);
});

/** The plan that `docs/verify.md` shows. */
function planInTheGuide(): unknown {
  const guide = readFileSync(new URL("../../../docs/verify.md", import.meta.url), "utf8");
  return JSON.parse(/## Plans\n\n```json\n(.*?)```/s.exec(guide)?.[1] ?? "");
}
