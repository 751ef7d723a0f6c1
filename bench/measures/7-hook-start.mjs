import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createGuardEngine } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median, ratioOf, showRatio } from "../lib/numbers.mjs";

const goal = 1.2;
const require = createRequire(import.meta.url);
const hook = require.resolve("@readback/hooks/hook.cjs");
const cli = join(dirname(require.resolve("readback/package.json")), "dist/cli.cjs");

/** The whole process a coding agent waits for: started, asked about one claim, gone. */
export const hookStart = {
  number: 7,
  title: "Start of the hook",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const empty = join(folder, "empty.cjs");
      writeFileSync(empty, "");
      const small = await projectWith(10, folder);
      const large = await projectWith(10_000, folder);
      const cache = join(folder, "cache");
      const claims = (project, ...argv) => subject(argv, cache, () => claimIn(project));
      const cases = {
        empty: subject([empty], cache, () => ""),
        small: claims(small, hook, "claude-code"),
        large: claims(large, hook, "claude-code"),
        command: claims(small, cli, "hook", "claude-code"),
        other: subject([hook, "claude-code"], cache, () => otherIn(small)),
      };
      // Not timed: the first start keeps what V8 compiled, and disks have caches, too.
      await interleave(cases, 2, () => {});
      const found = await interleave(cases, quick ? 15 : 60, show.rounds);
      const row = (name, measure, hasGoal) => {
        const ratio = ratioOf(found[name], found.empty);
        const result = `${showRatio(ratio)}, ${median(found[name]).toFixed(1)} ms`;
        if (!hasGoal) return { measure, result };
        return { measure, result, goal: `≤ ${goal} ×`, ok: ratio.middle <= goal };
      };
      return [
        row(
          "small",
          "readback hook, a claim, journal of 10 entries, to an empty Node script",
          true,
        ),
        row("large", "the same, journal of 10,000 entries", true),
        row("command", "  through the command: readback hook claude-code"),
        row("other", "  a tool call that is no claim"),
        row("empty", "  the empty script"),
      ];
    }),
};

/** Wall time of a process, in milliseconds. */
function subject(argv, cache, input) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const env = { ...inherited, XDG_CACHE_HOME: cache };
  return {
    step() {
      const text = input();
      const startedAt = performance.now();
      const { status, stderr } = spawnSync(process.execPath, argv, { input: text, env });
      const took = performance.now() - startedAt;
      if (status !== 0 || stderr.length > 0) throw new Error(`${argv}: ${status} ${stderr}`);
      return took;
    },
  };
}

/** A project whose journal holds that many entries about other todos. */
async function projectWith(entries, parent) {
  const project = join(parent, `project-${entries}`);
  mkdirSync(project);
  const folder = join(project, ".readback/journal");
  const journal = createFileJournal({ folder, durable: false });
  const config = { maxRetryAttempts: 5, validationTimeout: 60_000, retention: 604_800_000 };
  const guard = createGuardEngine({ ...config, onGuardFailure: "block" }, undefined, { journal });
  for (let todo = 1; journal.report().entries < entries; todo += 1) {
    const completing = [`An earlier todo, number ${count(todo)}`];
    await guard.check({ session: "bench", toolUseId: `earlier-${todo}`, completing });
  }
  guard.runtime.stop();
  journal.close();
  return project;
}

let calls = 0;
const inputIn = (project, more) =>
  JSON.stringify({
    session_id: "bench",
    transcript_path: join(project, "transcript.jsonl"),
    cwd: project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_use_id: `toolu_${++calls}`,
    ...more,
  });
const claimIn = (project) => {
  const content = `Write the tests of part ${calls}`;
  const todos = [
    { content, status: "completed", activeForm: "Writing tests" },
    { content: "Mend the build", status: "in_progress", activeForm: "Mending the build" },
  ];
  return inputIn(project, { tool_name: "TodoWrite", tool_input: { todos } });
};
const otherIn = (project) => inputIn(project, { tool_name: "Bash", tool_input: { command: "ls" } });
