import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { type Call, type Fact, HERE, hashesOf, openProject, type Seen } from "./project.js";

// Records the golden folder of a release, as packages/core/test/golden/README.md tells.
const version = process.env.RECORD;
const MINUTE = 60_000;
const T = Date.UTC(2026, 10, 17);

const listed = (content: string, status: string) => ({ todos: [{ content, status }] });
const writes = (after: number, id: string, todo: string, status = "completed"): Call => ({
  ...{ after, event: "PreToolUse", tool_name: "TodoWrite" },
  ...{ tool_use_id: id, tool_input: listed(todo, status) },
});
const written = (after: number, id: string, todo: string): Call => ({
  ...writes(after, id, todo),
  ...{ event: "PostToolUse", tool_response: { newTodos: listed(todo, "completed").todos } },
});
const updates = (after: number, id: string, taskId: string, status = "completed"): Call => ({
  ...{ after, event: "PreToolUse", tool_name: "TaskUpdate" },
  ...{ tool_use_id: id, tool_input: { taskId, status } },
});
const completes = (after: number, task: string): Call => ({
  ...{ after, event: "TaskCompleted", task_id: task, task_subject: `The task ${task}` },
});

/** A todo that waits for a person. */
const stuck = ["t1", "t2", "t3"].map((id) => writes(0, id, "stuck"));
/** Reviewed; allowed; completed; and the same of tasks, with and without a tool call. */
const story: readonly Call[] = [
  writes(0, "t4", "reviewed"),
  writes(0, "t5", "allowed"),
  writes(0, "t6", "allowed"),
  writes(0, "t7", "completed"),
  writes(0, "t8", "completed"),
  written(0, "t8", "completed"),
  completes(0, "3"),
  completes(0, "4"),
  completes(0, "4"),
  updates(0, "t9", "5"),
  updates(0, "t10", "6"),
  updates(0, "t11", "6"),
  completes(0, "7"),
];

const again = (todo: string) => [
  [writes(MINUTE, "n1", todo), writes(2 * MINUTE, "n2", todo)],
  [writes(MINUTE, "n1", todo, "in_progress"), writes(2 * MINUTE, "n2", todo)],
];
const TRIES: readonly (readonly Call[])[] = [
  ...["stuck", "reviewed", "allowed", "completed"].flatMap(again),
  [writes(MINUTE, "t4", "reviewed")],
  ...["3", "4", "5", "6", "7"].flatMap((task) => [
    [completes(MINUTE, task), completes(2 * MINUTE, task)],
    [updates(MINUTE, "n1", task), completes(2 * MINUTE, task)],
    [updates(MINUTE, "n1", task, "in_progress"), completes(2 * MINUTE, task)],
  ]),
  [{ after: MINUTE, event: "Stop", stop_hook_active: false }],
  [{ after: MINUTE, event: "SessionStart", source: "resume" }],
];

it.runIf(version)("records the folder of a release", async () => {
  const recorded = join(HERE, String(version), "claude-code");
  const project = openProject();
  let at = T;
  const play = async (calls: readonly Call[]) => {
    for (const call of calls) {
      at += MINUTE;
      await project.call(at, call);
    }
  };
  project.configure({ maxRetryAttempts: 2, validate: "exit 1" });
  await play(stuck);
  project.configure({});
  await play(story);
  mkdirSync(join(HERE, String(version)));
  cpSync(project.journal, recorded, { recursive: true });
  project.remove();
  const facts: Fact[] = [];
  for (const calls of TRIES) facts.push({ do: calls, sees: await seen(recorded, at, calls) });
  // Another copy of the hook reports the same completion.
  const copy = [completes(1_000, "7"), completes(MINUTE, "7")];
  facts.push({ do: copy, sees: await seen(recorded, at, copy), needsTimes: true });
  const expected = { "claude-code": { at, files: hashesOf(recorded), facts } };
  const path = join(HERE, String(version), "expected.json");
  writeFileSync(path, `${JSON.stringify(expected, null, 1)}\n`);
});

async function seen(from: string, at: number, calls: readonly Call[]): Promise<readonly Seen[]> {
  const project = openProject(from);
  const all: Seen[] = [];
  for (const call of calls) all.push(await project.call(at, call));
  project.remove();
  return all;
}
