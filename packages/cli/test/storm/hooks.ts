import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256Hex } from "@readback/core/host";
import { laterBy } from "../../../hooks/test/support/hook-process.js";
import { problemsFor } from "../../../hooks/test/support/host-schemas.js";
import { answerIn, fixture, type Input, todosIn } from "../../../hooks/test/support/project.js";
import { type Fate, isRunning, runToItsEnd } from "./fate.js";
import { inLanes, pause, type Row, type Storm } from "./tally.js";

// Thousands of hooks, as coding agents start them, on journals that they share.

const HOOK = fileURLToPath(new URL("../../../hooks/dist/hook.cjs", import.meta.url));
const BOUND = 5;
/** A guard keeps the bound and twenty more claims in mind: what it forgets, nobody could check. */
const MOST_CLAIMS = BOUND + 15;
const LANES = 4;
/** How much later each call is than the one before: claims that are closer together are one. */
const APART = 3_000;
const NIGHT = 25 * 60 * 60 * 1_000;
const LIMIT = 90_000;

/** Leaves a file for each run, named after the todo, the attempt and the process. */
const VALIDATOR = [
  ': > "validators/$READBACK_TODO.$READBACK_ATTEMPT.$$"',
  'case "$READBACK_TODO" in *slow*) sleep 0.1;; esac',
  'case "$READBACK_TODO" in *fails*) exit 1;; esac',
].join("; ");

/** One tool call of an agent, which one or more hooks are told of. */
interface Call {
  readonly host: "claude-code" | "codex" | "gemini";
  readonly event: string;
  readonly session: string;
  readonly todos: readonly string[];
  /** Under which the guard knows it. */
  readonly id: string;
  readonly input: Input;
  /** How much later than now it is. */
  readonly later: number;
  readonly began: number;
  readonly answers: Answer[];
}

interface Answer {
  readonly ended: number;
  readonly stdout: string;
  readonly reason: string;
}

/** Plays hooks on one project until so many have run. */
export async function stormHooks(storm: Storm, row: Row, projects: number, runs: number) {
  const cache = mkdtempSync(join(tmpdir(), "readback-storm-cache-"));
  try {
    for (let n = 1; n <= projects; n += 1) {
      await stormProject(storm, row, cache, n, Math.round((runs * n) / projects));
    }
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

async function stormProject(storm: Storm, row: Row, cache: string, n: number, upTo: number) {
  const { random } = storm;
  const folder = mkdtempSync(join(tmpdir(), "readback-storm-hooks-"));
  mkdirSync(join(folder, "validators"));
  const guard = { maxRetryAttempts: BOUND, validate: VALIDATOR, validationTimeout: 120_000 };
  writeFileSync(join(folder, "readback.config.json"), JSON.stringify({ guard }));
  const calls: Call[] = [];
  const claims = new Map<string, number>();
  const validations = () => readdirSync(join(folder, "validators"));
  const beforeNight = row.runs + (upTo - row.runs) / 2;
  /** How long a hook takes here and now: signals come within that time. */
  let usual = 400;

  function nextTodo(host: string, isPair: boolean): string {
    for (;;) {
      const kind = isPair ? "pair" : ["passes", "fails", "slow-fails", "slow"][random.below(4)];
      const todo = `${host}-${random.below(2)}-${kind}-${random.below(2)}-${Math.floor(calls.length / 300)}`;
      const made = claims.get(todo) ?? 0;
      if (made >= MOST_CLAIMS && !isPair) continue;
      claims.set(todo, made + 1);
      return todo;
    }
  }

  function nextCall(): Call {
    const host = (["claude-code", "codex", "gemini"] as const)[random.below(3)] ?? "codex";
    const night = row.runs > beforeNight ? NIGHT : 0;
    const later = APART * calls.length + night;
    const base = { host, later, began: performance.now(), answers: [] };
    if (random.chance(0.04)) {
      const event = random.chance(0.5) ? "session-start" : "stop";
      const name = event === "stop" && host === "gemini" ? "after-agent" : event;
      const input = fixture(`${host}/${name}`, folder, { session_id: `${host}-0` });
      const call = { ...base, event: String(input.hook_event_name), session: "", todos: [] };
      return { ...call, id: "", input };
    }
    const first = nextTodo(host, false);
    const todos = random.chance(0.1) ? [first, nextTodo(host, true)] : [first];
    const session = todos[0]?.split("-", host === "claude-code" ? 3 : 2).join("-") ?? "";
    const given = `call-${n}-${calls.length}`;
    const { input, id } = writeOf(host, folder, session, todos, given);
    return { ...base, event: String(input.hook_event_name), session, todos, id, input };
  }

  function nextFate({ todos }: Call): Fate {
    const dice = random.next();
    const after = random.next() * 1.1 * usual;
    if (dice < 0.22) return { kind: "kill", after };
    if (dice < 0.32) {
      const before = new Set(validations());
      const isOurs = (name: string) => !before.has(name) && todos.some((t) => name.startsWith(t));
      return { kind: "kill when", isTime: () => validations().some(isOurs) };
    }
    if (dice < 0.43) return { kind: "stop", after, hold: 20 + random.below(300) };
    return { kind: "live" };
  }

  async function report(call: Call): Promise<boolean> {
    const {
      NODE_EXTRA_CA_CERTS: _,
      CLAUDE_PROJECT_DIR: __,
      READBACK_DIR: ___,
      ...env
    } = process.env;
    const fate = nextFate(call);
    const ended = await runToItsEnd({
      args: [HOOK, call.host],
      env: { ...env, XDG_CACHE_HOME: cache, ...laterBy(call.later) },
      input: JSON.stringify(call.input),
      fate,
      limit: LIMIT,
      row,
    });
    if (ended.wasStuck) storm.note(`hook of ${call.id}: no answer after ${LIMIT} ms`);
    if (ended.wasKilled || ended.wasStuck) return false;
    if (fate.kind === "live") usual += (ended.took - usual) / 20;
    const output = { ...ended, exitCode: ended.exitCode ?? -1 };
    const problems = problemsFor(call.host, call.event, output);
    const { reason } = answerIn(ended.stdout, ended.stderr);
    const isFailure = reason.includes("The todo guard itself failed") || ended.stderr !== "";
    if (problems.length > 0 || isFailure) {
      row.lost += 1;
      storm.note(`hook of ${call.id}: ${problems.join()} ${reason} ${ended.stderr}`);
    }
    call.answers.push({ ended: performance.now(), stdout: ended.stdout, reason });
    return true;
  }

  await inLanes(LANES, async () => {
    if (row.runs >= upTo) return false;
    const call = nextCall();
    calls.push(call);
    if (call.todos.length > 0) row.work += 1;
    // Some calls are reported by two processes at once, and some that were not answered again.
    const reports = random.chance(0.12) ? [report(call), report(call)] : [report(call)];
    const answered = await Promise.all(reports);
    if (calls.length % 200 === 0) {
      console.log(`storm: ${row.runs} hooks, ${row.killed} killed, ${row.stopped} stopped`);
    }
    if (!answered.includes(true) && random.chance(0.5)) await report(call);
    else if (random.chance(0.05)) await report(call);
    return true;
  });

  judge(storm, row, join(folder, ".readback", "journal"), calls, validations());
  const pids = validations().map((name) => Number(name.split(".").at(-1)));
  for (let left = 100; pids.some(isRunning) && left > 0; left -= 1) await pause(50);
  for (const pid of pids.filter(isRunning)) {
    row.stuck += 1;
    storm.note(`validator ${pid} outlived its hook`);
    process.kill(-pid, "SIGKILL");
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A write that completes these todos, as a host tells its hook. */
function writeOf(
  host: Call["host"],
  folder: string,
  session: string,
  todos: readonly string[],
  given: string,
): { readonly input: Input; readonly id: string } {
  const done = (name: string) => todos.map((todo) => ({ [name]: todo, status: "completed" }));
  const more = { session_id: session, tool_use_id: given };
  switch (host) {
    case "claude-code": {
      const tool_input = { todos: done("content") };
      return {
        id: given,
        input: fixture("claude-code/todo-write", folder, { ...more, tool_input }),
      };
    }
    case "codex": {
      const tool_input = { plan: done("step") };
      return { id: given, input: fixture("codex/update-plan", folder, { ...more, tool_input }) };
    }
    case "gemini": {
      // It gives its calls no id.
      const tool_input = { todos: done("description") };
      const told = { session_id: session, timestamp: given, tool_input };
      const id = sha256Hex(JSON.stringify([tool_input, given]));
      return { id, input: fixture("gemini/write-todos", folder, told) };
    }
  }
}

/** Compares what the agents were told with what the journal says. */
function judge(
  storm: Storm,
  row: Row,
  journal: string,
  calls: readonly Call[],
  validations: readonly string[],
): void {
  const lost = (what: string) => {
    row.lost += 1;
    storm.note(`lost: ${what}`);
  };
  const twice = (what: string) => {
    row.twice += 1;
    storm.note(`twice: ${what}`);
  };
  const guards = new Map(todosIn(journal).map((one) => [`${one.session} ${one.todo}`, one]));

  for (const { todo, attempt, claims } of guards.values()) {
    const ids = claims.map(({ toolUseId }) => toolUseId);
    if (new Set(ids).size < ids.length) twice(`a call of ${todo}: ${ids.join()}`);
    if (attempt > BOUND) twice(`attempt ${attempt} of ${todo}`);
    const counted = claims.filter(({ verdict, twinOf, attempt: made }) => {
      const isGivenBack = verdict?.kind === "withheld" && verdict.attempt !== made;
      return verdict?.kind !== "exhausted" && twinOf === undefined && !isGivenBack;
    });
    const numbers = counted.map((claim) => claim.attempt);
    if (new Set(numbers).size < numbers.length) twice(`an attempt of ${todo}: ${numbers.join()}`);
    if (numbers.some((number) => number > BOUND)) twice(`more than ${BOUND} of ${todo}`);
  }

  const passed = new Set(
    calls.flatMap(({ session, todos, answers }) =>
      answers[0]?.stdout === "" ? todos.map((todo) => `${session} ${todo}`) : [],
    ),
  );
  for (const { session, todos, id, answers } of calls) {
    const [first] = answers;
    if (!first || todos.length === 0) continue;
    for (const { stdout } of answers) {
      if (stdout !== first.stdout) twice(`${id} got ${first.stdout} and ${stdout}`);
    }
    for (const todo of todos) {
      const guard = guards.get(`${session} ${todo}`);
      const verdict = guard?.claims.find(({ toolUseId }) => toolUseId === id)?.verdict;
      // A list that shows again what was allowed ends its guard: that is no claim, and the guard is
      // forgotten some day.
      const wasAllowed = guard
        ? guard.claims.some((claim) => claim.verdict?.decision === "allow")
        : passed.has(`${session} ${todo}`);
      const isAgain = wasAllowed && !todo.includes("fails");
      if (!verdict && !isAgain) lost(`${id} about ${todo}: ${first.reason || "allowed"}`);
      else if (verdict && todos.length === 1) {
        const told = Number(/attempt (\d+) of/.exec(first.reason)?.[1] ?? verdict.attempt);
        const isAllowed = first.stdout === "";
        if (told !== verdict.attempt || isAllowed !== (verdict.decision === "allow")) {
          lost(`${id} about ${todo}: told ${first.reason}, kept ${verdict.reason}`);
        }
      }
    }
  }

  // An attempt is validated by one process, and no other one repeats that. What another todo of its
  // write held up is given back and validated again.
  const seen = new Set<string>();
  const paired = new Set(calls.flatMap(({ todos }) => (todos.length > 1 ? todos : [])));
  for (const name of validations) {
    const [todo = "", attempt] = name.split(".");
    if (paired.has(todo)) continue;
    if (seen.has(`${todo} ${attempt}`)) twice(`validation ${attempt} of ${todo}`);
    seen.add(`${todo} ${attempt}`);
  }

  // Who is told once that nothing is left is never told anything else afterwards.
  const spent = new Map<string, number>();
  const isSpent = ({ reason }: Answer) => reason.includes("Maximum retry attempts");
  const single = calls.flatMap(({ session, todos, began, answers }) =>
    todos.length === 1
      ? answers.map((answer) => ({ key: `${session} ${todos[0]}`, began, answer }))
      : [],
  );
  for (const { key, answer } of single) {
    if (isSpent(answer)) spent.set(key, Math.min(answer.ended, spent.get(key) ?? Infinity));
  }
  for (const { key, began, answer } of single) {
    if (began > (spent.get(key) ?? Infinity) && !isSpent(answer)) {
      twice(`${key} after its end: ${answer.reason || "allowed"}`);
    }
  }
}
