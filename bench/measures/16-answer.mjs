import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { median, ratioOf, showRatio } from "../lib/numbers.mjs";

const goal = 2;
const require = createRequire(import.meta.url);
const cli = join(dirname(require.resolve("readback/package.json")), "dist/cli.cjs");

/** What a person waits for who types `readback answer`. */
export const answerStart = {
  number: 16,
  title: "Start of readback answer",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const empty = join(folder, "empty.cjs");
      writeFileSync(empty, 'process.stdout.write("┌");\n');
      const project = join(folder, "project");
      mkdirSync(project);
      const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
      const subject = (argv) => ({
        step: () => firstFrame(argv, project, { ...env, LANG: "C.UTF-8" }),
      });
      const cases = { empty: subject([empty]), answer: subject([cli, "answer"]) };
      await interleave(cases, 2, () => {});
      const found = await interleave(cases, quick ? 9 : 31, show.rounds);
      const ratio = ratioOf(found.answer, found.empty);
      return [
        {
          measure: "First frame of readback answer, to an empty Node script",
          result: `${showRatio(ratio)}, ${median(found.answer).toFixed(0)} ms`,
          goal: `≤ ${goal} ×`,
          ok: ratio.middle <= goal,
        },
        { measure: "  the empty script", result: `${median(found.empty).toFixed(0)} ms` },
      ];
    }),
};

/** Wall time from the start of a process in a terminal until it draws, in milliseconds. */
function firstFrame(argv, cwd, env) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, argv, { cwd, env, cols: 80, rows: 24 });
    let took;
    let seen = "";
    child.onData((data) => {
      seen += data;
      if (took !== undefined || !seen.includes("┌")) return;
      took = performance.now() - startedAt;
      // Ctrl-D leaves it.
      child.write("\u0004");
    });
    child.onExit(() => {
      if (took === undefined) throw new Error(`${argv} drew nothing: ${seen}`);
      resolve(took);
    });
  });
}
