import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 2;
const require = createRequire(import.meta.url);
const cli = join(dirname(require.resolve("readback/package.json")), "dist/cli.cjs");

/** Entries about other questions. After them, the file in use is not far from being compacted. */
const LONG = 15_800;

/** What a person waits for who types `readback answer`. */
export const answerStart = {
  number: 16,
  title: "Start of readback answer",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const empty = join(folder, "empty.cjs");
      writeFileSync(empty, 'process.stdout.write("┌");\n');
      const projects = ["nothing", "short", "long"].map((name) => join(folder, name));
      for (const project of projects) mkdirSync(project);
      const [nothing, short, long] = projects;
      const waiting = (project, entries) => [
        "terminal/waiting",
        { folder: join(project, ".readback/mcp/journal"), entries },
      ];
      const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
      const subject = (argv, project, text) => ({
        step: () => firstFrame(argv, text, project, { ...env, LANG: "C.UTF-8" }),
      });
      const answer = [cli, "answer"];
      const cases = {
        empty: subject([empty], nothing, "┌"),
        nothing: subject(answer, nothing, "Nothing waits"),
        short: subject(answer, short, "Which one waits?"),
        long: subject(answer, long, "Which one waits?"),
      };
      const asking = { short: waiting(short, 0), long: waiting(long, LONG) };
      const found = await withSubjects(asking, async (asked) => {
        const files = await asked.long.step();
        await interleave(cases, 2, () => {});
        const times = await interleave(cases, quick ? 9 : 31, show.rounds);
        if ((await asked.long.step()) !== files) throw new Error("The long journal was compacted");
        return { ...times, files };
      });
      const row = (measure, name, isGoal = true) => {
        const ratio = ratioOf(found[name], found.empty);
        return {
          measure,
          result: `${showRatio(ratio)}, ${median(found[name]).toFixed(0)} ms`,
          ...(isGoal && { goal: `≤ ${goal} ×`, ok: ratio.middle <= goal }),
        };
      };
      return [
        row("First frame of readback answer, to an empty Node script: nothing waits", "nothing"),
        row("  a question waits", "short"),
        row(
          `  a question waits behind ${count(LONG)} entries about others, in ${found.files} files`,
          "long",
          false,
        ),
        { measure: "  the empty script", result: `${median(found.empty).toFixed(0)} ms` },
      ];
    }),
};

/** Wall time from the start of a process in a terminal until this text stands there, in milliseconds. */
function firstFrame(argv, text, cwd, env) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, argv, { cwd, env, cols: 80, rows: 24 });
    let took;
    let seen = "";
    child.onData((data) => {
      seen += data;
      if (took !== undefined || !seen.includes(text)) return;
      took = performance.now() - startedAt;
      // Ctrl-D leaves it.
      child.write("\u0004");
    });
    child.onExit(() => {
      if (took === undefined) reject(new Error(`${argv} never drew ${text}: ${seen}`));
      else resolve(took);
    });
  });
}
