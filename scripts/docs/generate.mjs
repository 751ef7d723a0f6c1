import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../lib/workspace.mjs";
import { filled } from "./markdown.mjs";
import { optionsTable } from "./options.mjs";
import { askOutcomes, endStates, verdicts } from "./outcomes.mjs";

const distribution = join(root, "packages/core/dist");

/** What the options without a doc comment are. */
const OTHER_WORDS = {
  session: "Whose todos these are.",
  task: "The task: `id`, `name`, and `dependants`, the ids of the tasks that build on it.",
  execute: "Does the work of one attempt. Throwing is a failure, too.",
  verify: "Checks the work of one attempt. Throwing is a failure, too.",
  signal: "Aborts the run.",
};

const core = () => import(pathToFileURL(join(distribution, "index.js")).href);
const visualizer = (entry) =>
  import(pathToFileURL(join(root, "packages/visualizer/dist", `${entry}.js`)).href);

/** The machines, from the built core: build first. */
async function machines() {
  const { askMachine, guardMachine, instructionMachine, verifyMachine } = await core();
  return [askMachine, guardMachine, instructionMachine, verifyMachine];
}

/** Everything that is generated, as path → contents; nothing is written. */
export async function generate() {
  const { ASK_OUTCOMES, askMachine } = await core();
  const { chartOf, mermaidOf, svgOf } = await visualizer("chart");
  const { createLayouts } = await visualizer("layout");
  const layouts = createLayouts();
  const tables = {
    outcomes: (machine) =>
      machine === askMachine ? askOutcomes(ASK_OUTCOMES, machine) : endStates(machine),
    verdicts,
    diagram: (machine) => diagramBlock(machine.id, mermaidOf(chartOf(machine))),
    options: (_, name) => optionsTable(distribution, name, OTHER_WORDS),
  };
  const files = new Map();
  for (const machine of await machines()) {
    const page = `docs/${machine.id}.md`;
    const diagram = `docs/machines/${machine.id}`;
    const chart = chartOf(machine);
    files.set(`${diagram}.mmd`, mermaidOf(chart));
    files.set(`${diagram}.svg`, svgOf(await layouts.of(chart)));
    files.set(
      page,
      filled(readFileSync(join(root, page), "utf8"), (what) => {
        const [kind, ...rest] = what.split(" ");
        if (!Object.hasOwn(tables, kind)) throw new Error(`${page}: nothing generates "${what}"`);
        return tables[kind](machine, ...rest);
      }),
    );
  }
  return files;
}

function diagramBlock(id, mermaid) {
  return [
    `![Diagram of ${id}](machines/${id}.svg)`,
    "",
    "<details>",
    "<summary>The same as Mermaid</summary>",
    "",
    "```mermaid",
    mermaid.trimEnd(),
    "```",
    "",
    "</details>",
  ].join("\n");
}
