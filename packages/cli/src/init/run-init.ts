import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../arguments.js";
import { printable } from "../terminal/text.js";
import { askWhat, type Wanted } from "./ask-what.js";
import { copyExample } from "./copy-example.js";
import { type Example, examples } from "./examples.js";

interface InitOptions {
  /** The example; empty: not said. */
  readonly name: string;
  readonly into: string | undefined;
  readonly isList: boolean;
}

/** Copies an example into the project, and says what to do next. */
export async function runInit({ name, into, isList }: InitOptions): Promise<number> {
  const all = examples();
  if (isList) {
    console.log(listed(all));
    return 0;
  }
  const wanted = await wantedOf(
    all,
    all.find((one) => one.name === name),
    { name, into },
  );
  if (!wanted) {
    console.log("Nothing was copied.");
    return 1;
  }
  const files = copyExample(wanted.example, wanted.into);
  console.log(
    `Copied ${wanted.example.name} into ${printable(wanted.into)}: ${files.length} files.\n\nNext:\n${next(wanted)}`,
  );
  return 0;
}

async function wantedOf(
  all: readonly Example[],
  example: Example | undefined,
  { name, into }: { readonly name: string; readonly into: string | undefined },
): Promise<Wanted | undefined> {
  if (name !== "" && !example) {
    const names = all.map((one) => one.name);
    throw new UsageError(
      `readback init has no example "${printable(name)}". Possible: ${names.join(", ")}.`,
      { given: name, known: names, prefix: "" },
    );
  }
  if (example && into !== undefined) return { example, into };
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (isTerminal) return askWhat(all, { example, into });
  if (example) return { example, into: example.name };
  throw new UsageError(
    `readback init needs <example>: there is no terminal to ask in.\n${listed(all)}`,
  );
}

function listed(all: readonly Example[]): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, title }) => `${name.padEnd(width)}  ${title}`).join("\n");
}

function next({ example, into }: Wanted): string {
  const steps = [`cd ${JSON.stringify(into)}`, "npm install", startOf(example)];
  return [...steps.map((step) => `  ${step}`), "and read its README.md."].join("\n");
}

/** How an example is run: its first script. */
function startOf({ folder }: Example): string {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const [script = "start"] = Object.keys(JSON.parse(manifest).scripts);
  return script === "start" ? "npm start" : `npm run ${script}`;
}
