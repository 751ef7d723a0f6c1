// A session with Claude Code, replayed: each line of recorded.jsonl is what Claude Code wrote to the
// hook. It goes to the command that .claude/settings.json names, just as Claude Code would run it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const project = import.meta.dirname;
const state = mkdtempSync(join(tmpdir(), "readback-example-"));
const { hooks } = JSON.parse(readFileSync(join(project, ".claude/settings.json"), "utf8"));
const recorded = readFileSync(join(project, "recorded.jsonl"), "utf8").trim().split("\n");

// The state of this replay is its own, and the person in it is played: no shell of an agent.
const bin = join(project, "node_modules", ".bin");
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  CLAUDE_PROJECT_DIR: project,
  READBACK_DIR: state,
  NO_COLOR: "1",
};
delete env.CLAUDECODE;

function run(command, input) {
  const options = { cwd: project, env, input, shell: true, encoding: "utf8" };
  const { status, stdout, stderr } = spawnSync(command, options);
  if (status === 0) return stdout.trim();
  throw new Error(`${command}\n${stderr}\nIs everything installed? npm install`);
}

/** Hands the next recorded input to the hook and tells what came of it. */
function agent(says) {
  think();
  console.log(`\nagent   ${says}`);
  const input = { ...JSON.parse(recorded.shift()), cwd: project };
  const answer = hook(input);
  const { hookSpecificOutput: verdict = {} } = answer ? JSON.parse(answer) : {};
  const reason = verdict.permissionDecisionReason ?? verdict.additionalContext;
  const label = verdict.permissionDecision === "deny" ? "BLOCKED" : reason ? "told" : "passes";
  show(label, wrapped(reason ?? ""));
  // A tool call that is let through happens, and the hook is told.
  if (input.tool_name && label === "passes") hook({ ...input, hook_event_name: "PostToolUse" });
}

/** As long as a model needs at least: two claims within two seconds come from one response, and count once. */
function think() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200);
}

function hook(input) {
  const group = hooks[input.hook_event_name].find(
    ({ matcher }) => !matcher || new RegExp(`^(${matcher})$`).test(input.tool_name),
  );
  return run(group.hooks[0].command, JSON.stringify(input));
}

/** The person types a command. */
function person(command) {
  console.log(`\nperson  $ npx ${command}`);
  show("", run(command));
}

/** Prints a text beside a label. */
function show(label, text) {
  for (const [index, line] of text.split("\n").entries()) {
    console.log(`${(index === 0 ? label : "").padEnd(8)}${line}`.trimEnd());
  }
}

function wrapped(text) {
  return text.replace(/(.{1,70})( +|$)/gm, (_, words, blank) => words + (blank && "\n"));
}

function work(file, text) {
  mkdirSync(join(project, "work"), { recursive: true });
  writeFileSync(join(project, "work", file), text);
}

console.log("A session of Claude Code, replayed against the real hook:");
try {
  work(
    "total.mjs",
    "export const total = (lines) => lines.reduce((sum, line) => sum + line, 0);\n",
  );
  work("old-importer.mjs", "// nobody knows who still needs this\n");

  agent("starts");
  agent("begins to round the invoice total");
  agent("says it is done");
  agent("says again that it is done, without having looked");
  work(
    "total.mjs",
    "export const total = (lines) =>\n  Math.round(lines.reduce((sum, line) => sum + line, 0) * 100) / 100;\n",
  );
  agent("has rounded, and says it is done");
  agent("begins to remove the old importer");
  agent("says it is done");
  agent("says it again");
  agent("and again");
  agent("and once more");
  person("readback guard list");
  agent("comes back the next day");
  person('readback guard approve "Remove the old importer"');
  agent("says it is done");
  person("readback guard list");
} finally {
  rmSync(join(project, "work"), { recursive: true, force: true });
  rmSync(state, { recursive: true, force: true });
}
