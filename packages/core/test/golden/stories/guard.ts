import type { Step } from "../stage.js";
import { by, DAY, MINUTE, recover, restart, type Story, T, to } from "./story.js";

const TESTS = "Write tests";
const BUG = "Fix the bug";

const claims = (claim: string, ...todos: string[]): Step => ({ check: todos, claim });
const person = (does: "approves" | "resets", todo = TESTS): Step => ({ person: does, todo });
const look: Step = { list: "look" };
const listed = (status: string, todo = TESTS) => ({ todos: [{ content: todo, status }] });
const sees = (status: string, todo = TESTS): Step => ({ list: "seen", ...listed(status, todo) });
const writes = (claim: string, status: string, todo = TESTS): Step => ({
  ...{ list: "written", claim },
  ...listed(status, todo),
});

interface Script {
  readonly settings?: Step;
  readonly steps: readonly Step[];
  /** The todo that is claimed again afterwards. */
  readonly todo?: string;
  /** The claims made, which may be reported again. */
  readonly claims?: readonly string[];
  readonly deadlines?: readonly number[];
}

/** Long enough for what is tried while something is validated. */
const VALIDATION = 10 * MINUTE;

function story({
  settings = {},
  steps,
  todo = TESTS,
  claims: made = [],
  deadlines = [],
}: Script): Story {
  const { validator: _, ...kept } = settings;
  const later = by(MINUTE);
  const further = (n: number) => [later, claims(`new${n}`, todo)];
  const tries: { with?: Step; do: readonly Step[] }[] = [
    { do: [look] },
    ...made.map((claim) => ({ do: [claims(claim, todo), look] })),
    { do: [...further(1), look] },
    { with: { validator: "passes" }, do: [...further(1), look] },
    { with: { validator: "fails" }, do: [1, 2, 3, 4, 5, 6].flatMap(further) },
    { do: [person("approves", todo), ...further(1), ...further(2)] },
    { do: [person("resets", todo), look, ...further(1), ...further(2)] },
    { do: [sees("completed", todo), look, ...further(1)] },
    { with: { rememberCompleted: true }, do: [later, writes("list1", "completed", todo), look] },
    {
      with: { rememberCompleted: true },
      do: [later, writes("list1", "in_progress", todo), look, ...further(1)],
    },
    { do: [{ endSession: true }, look] },
    ...deadlines.flatMap((at) => [{ do: [to(at - 1), look] }, { do: [to(at), look] }]),
    ...deadlines.flatMap((at) =>
      made.slice(-1).map((id) => ({ do: [claims(id, todo), to(at - 1), to(at)] })),
    ),
  ];
  return {
    settings: { validationTimeout: VALIDATION, ...settings },
    steps,
    tries: tries.map((one) => ({ with: { ...kept, ...one.with }, do: [recover, ...one.do] })),
  };
}

const reviewed = [claims("t1", TESTS), by(MINUTE)];
const allowed = [...reviewed, claims("t2", TESTS), by(MINUTE)];
const untilLimit = ["t1", "t2", "t3"].flatMap((id) => [claims(id, TESTS), by(MINUTE)]);
const failing = { maxRetryAttempts: 3, validator: "fails" };
const exhausted = [...untilLimit, claims("t4", TESTS), by(MINUTE)];
const remembering = { rememberCompleted: true };
const remembered = [writes("t1", "completed"), by(MINUTE), writes("t2", "completed"), by(MINUTE)];

const SCRIPTS: Readonly<Record<string, Script>> = {
  reviewing: { steps: reviewed, claims: ["t1"], deadlines: [T + 7 * DAY] },
  "reviewing-soon-forgotten": {
    settings: { retention: MINUTE * 60 },
    steps: reviewed,
    claims: ["t1"],
    deadlines: [T + 60 * MINUTE],
  },
  "reviewing-odd-spelling": {
    todo: "  Write\tthe  TESTS (e\u0301tape 2) ",
    steps: [claims("t1", "  Write\tthe  TESTS (e\u0301tape 2) ")],
    claims: ["t1"],
  },
  "reviewing-another-session": {
    steps: [{ ...claims("t1", TESTS), session: "other" }, ...reviewed],
    claims: ["t1"],
  },
  validating: {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), by(MINUTE)],
    claims: ["t1", "t2"],
    deadlines: [T + MINUTE + VALIDATION],
  },
  "validating-two-claims": {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), by(MINUTE), claims("t3", TESTS), by(MINUTE)],
    claims: ["t1", "t2", "t3"],
    deadlines: [T + 2 * MINUTE + VALIDATION],
  },
  "validating-past-the-limit": {
    settings: { validator: "waits", maxRetryAttempts: 2 },
    steps: [...reviewed, claims("t2", TESTS), by(MINUTE), claims("t3", TESTS), by(MINUTE)],
    claims: ["t2", "t3"],
    deadlines: [T + MINUTE + VALIDATION],
  },
  "validating-after-restart": {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), by(MINUTE), restart],
    claims: ["t2"],
    deadlines: [T + MINUTE + VALIDATION],
  },
  "validation-timed-out": {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), by(VALIDATION)],
    claims: ["t2"],
  },
  "validation-given-up": {
    settings: { validator: "waits" },
    steps: [...reviewed, { ...claims("t2", TESTS), patience: 1_000 }, by(MINUTE)],
    claims: ["t2"],
  },
  "guard-failed": {
    settings: { validator: "breaks" },
    steps: allowed,
    claims: ["t1", "t2"],
  },
  "guard-failed-and-allows": {
    settings: { validator: "breaks", onGuardFailure: "allow" },
    steps: allowed,
    claims: ["t2"],
  },
  blocked: { settings: { validator: "fails" }, steps: allowed, claims: ["t1", "t2"] },
  "blocked-at-the-limit": { settings: failing, steps: untilLimit, claims: ["t3"] },
  exhausted: {
    settings: failing,
    steps: exhausted,
    claims: ["t1", "t4"],
    deadlines: [T + 30 * DAY],
  },
  "exhausted-after-one": {
    settings: { maxRetryAttempts: 1 },
    steps: [claims("t1", TESTS), by(MINUTE), claims("t2", TESTS)],
    claims: ["t1", "t2"],
  },
  "exhausted-claimed-on": {
    settings: failing,
    steps: [...exhausted, ...[5, 6, 7].flatMap((n) => [claims(`t${n}`, TESTS), by(MINUTE)])],
    claims: ["t4", "t7"],
  },
  allowed: { steps: allowed, claims: ["t1", "t2"], deadlines: [T + MINUTE + 7 * DAY] },
  "allowed-by-validator": { settings: { validator: "passes" }, steps: allowed, claims: ["t2"] },
  "allowed-reported-twice": { steps: [...allowed, claims("t2", TESTS)], claims: ["t1", "t2"] },
  withheld: {
    steps: [...reviewed, claims("t2", TESTS, BUG), by(MINUTE)],
    claims: ["t1", "t2"],
  },
  overruled: {
    settings: { validator: TESTS },
    steps: [claims("t1", TESTS, BUG), by(MINUTE), claims("t2", TESTS, BUG), by(MINUTE)],
    claims: ["t1", "t2"],
  },
  approved: { settings: failing, steps: [...exhausted, person("approves")], claims: ["t3", "t4"] },
  "approved-before-any-claim": {
    steps: [person("approves"), by(MINUTE)],
    deadlines: [T + 7 * DAY],
  },
  "approved-then-claimed": {
    settings: failing,
    steps: [...exhausted, person("approves"), by(MINUTE), claims("t5", TESTS), by(MINUTE)],
    claims: ["t4", "t5"],
  },
  "approved-while-validating": {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), person("approves")],
    claims: ["t2"],
  },
  "approved-and-remembered": {
    settings: remembering,
    steps: [
      writes("t1", "completed"),
      person("approves"),
      by(MINUTE),
      writes("t2", "completed"),
      by(MINUTE),
      writes("t3", "completed"),
    ],
    claims: ["t1", "t2"],
  },
  reset: {
    settings: failing,
    steps: [...exhausted, person("resets"), by(MINUTE)],
    claims: ["t1", "t4"],
  },
  "reset-then-claimed": {
    settings: failing,
    steps: [...exhausted, person("resets"), by(MINUTE), claims("t5", TESTS)],
    claims: ["t4", "t5"],
  },
  "reset-while-validating": {
    settings: { validator: "waits" },
    steps: [...reviewed, claims("t2", TESTS), person("resets")],
    claims: ["t1", "t2"],
  },
  remembered: {
    settings: remembering,
    steps: [...remembered, { confirm: "t2" }],
    claims: ["t1", "t2"],
    deadlines: [T + 2 * MINUTE + 7 * DAY],
  },
  "remembered-by-a-later-list": {
    settings: remembering,
    steps: [...remembered, writes("t3", "completed")],
    claims: ["t2"],
  },
  reopened: {
    settings: remembering,
    steps: [...remembered, { confirm: "t2" }, writes("t3", "in_progress"), by(MINUTE)],
    claims: ["t1", "t2"],
  },
  "reopened-and-claimed": {
    settings: remembering,
    steps: [
      ...remembered,
      { confirm: "t2" },
      writes("t3", "pending"),
      by(MINUTE),
      writes("t4", "completed"),
    ],
    claims: ["t2", "t4"],
  },
  "reopened-before-it-happened": {
    settings: remembering,
    steps: [...remembered, writes("t3", "in_progress"), by(MINUTE)],
    claims: ["t2"],
  },
  completed: { steps: [...allowed, sees("completed")], claims: ["t2"] },
  "completed-then-claimed": {
    steps: [...allowed, { confirm: "t2" }, by(MINUTE), claims("t3", TESTS)],
    claims: ["t2", "t3"],
  },
  "session-ended": { steps: [...reviewed, { endSession: true }], claims: ["t1"] },
  forgotten: { settings: { retention: MINUTE }, steps: [claims("t1", TESTS), by(2 * MINUTE)] },
  // Completions that come without an id: the hook makes one up.
  "completion-reviewing": {
    settings: remembering,
    todo: "Task #7",
    steps: [claims("TaskCompleted:Task #7:1", "Task #7"), by(MINUTE)],
    claims: ["TaskCompleted:Task #7:1"],
  },
  "completion-blocked": {
    settings: { ...remembering, validator: "fails" },
    todo: "Task #7",
    steps: [1, 2].flatMap((n) => [claims(`TaskCompleted:Task #7:${n}`, "Task #7"), by(MINUTE)]),
    claims: ["TaskCompleted:Task #7:1", "TaskCompleted:Task #7:2"],
  },
  "completion-remembered": {
    settings: remembering,
    todo: "Task #7",
    steps: [
      ...[1, 2].flatMap((n) => [claims(`TaskCompleted:Task #7:${n}`, "Task #7"), by(MINUTE)]),
      sees("completed", "Task #7"),
    ],
    claims: ["TaskCompleted:Task #7:1", "TaskCompleted:Task #7:2"],
  },
  "completion-after-tool-call": {
    settings: remembering,
    todo: "Task #7",
    steps: [
      writes("t1", "completed", "Task #7"),
      by(MINUTE),
      claims("TaskCompleted:Task #7:1", "Task #7"),
      by(MINUTE),
    ],
    claims: ["t1", "TaskCompleted:Task #7:1"],
  },
};

export const guard: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, script]) => [name, story(script)]),
);
