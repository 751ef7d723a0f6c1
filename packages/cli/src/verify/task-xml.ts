import { basename } from "node:path";
import { InvalidInputError } from "@readback/core";
import { SaxesParser } from "saxes";

interface Read {
  id?: string;
  dependsOn: readonly string[];
  fields: Record<string, string>;
  start: number;
}

/** The elements of a task that are read; the executor gets all of it, as it stands. */
const FIELDS = new Set(["name", "verify", "done-check", "depends"]);

/**
 * Reads the tasks of a plan in XML, as a plan for `readPlan`. They may stand in a Markdown file: what is before
 * the first and after the last of them is left alone, but for `phase:` and `plan:`, which make the plan's id.
 */
export function planInXml(text: string, path: string): unknown {
  const from = text.search(/<(?:plan|tasks|task)[\s>]/);
  if (from < 0) throw malformed('has no <task>, and is no JSON: write { "id", "tasks" }');
  const end = Math.max(...["</plan>", "</tasks>", "</task>"].map((tag) => text.lastIndexOf(tag)));
  const to = end < 0 ? text.length : text.indexOf(">", end) + 1;
  // Several tasks without one element around them are no document.
  const open = "<readback>";
  const xml = `${open}${text.slice(from, to)}</readback>`;
  const line = text.slice(0, from).split("\n").length;
  const { id, tasks } = readTasks(xml, line);
  return {
    id:
      id ??
      idIn(text.slice(0, from)) ??
      (basename(path)
        .replace(/\.[^.]*$/, "")
        .replace(/[\s[\]:]+/g, "-") ||
        "plan"),
    tasks: tasks.map((task, index) => ({
      id: task.id ?? `task-${index + 1}`,
      name: task.fields.name?.trim() || `Task ${index + 1}`,
      prompt: task.source,
      dependsOn: [...task.dependsOn, ...words(task.fields.depends)],
      ...optional("verify", task.fields.verify),
      ...optional("doneCheck", task.fields["done-check"]),
    })),
  };
}

function readTasks(xml: string, line: number) {
  const tasks: (Read & { readonly source: string })[] = [];
  const path: string[] = [];
  let plan: string | undefined;
  let task: Read | undefined;
  let problem: string | undefined;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    problem ??= error.message;
  });
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    if (name === "plan") plan = attributes.id;
    if (name !== "task" || task) return;
    const start = xml.lastIndexOf("<task", parser.position - 1);
    const { id, depends, depends_on } = attributes;
    task = { dependsOn: words(depends ?? depends_on), fields: {}, start, ...(id && { id }) };
  });
  const addText = (text: string) => {
    const field = path.slice(path.lastIndexOf("task") + 1)[0];
    if (task && field !== undefined && FIELDS.has(field)) {
      task.fields[field] = (task.fields[field] ?? "") + text;
    }
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    path.pop();
    if (name !== "task" || !task) return;
    tasks.push({ ...task, source: xml.slice(task.start, parser.position) });
    task = undefined;
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    problem ??= (error as Error).message;
  }
  if (problem !== undefined) {
    const [, row = "1", column = "", what = problem] = /^(\d+):(\d+): (.*)$/s.exec(problem) ?? [];
    throw malformed(
      `is not well-formed at line ${Number(row) + line - 1}, column ${column}: ${what}`,
    );
  }
  return { id: plan, tasks };
}

/** `03-01` of `phase: 03` and `plan: 01`. */
function idIn(head: string): string | undefined {
  const value = (name: string) => new RegExp(`^${name}: *["']?([\\w.-]+)`, "m").exec(head)?.[1];
  const parts = [value("phase"), value("plan")].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join("-") : undefined;
}

function words(text: string | undefined): readonly string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

function optional(name: string, text: string | undefined): Record<string, string> {
  const value = text?.trim();
  return value ? { [name]: value } : {};
}

function malformed(problem: string): InvalidInputError {
  return new InvalidInputError("plan", [{ field: "", problem }]);
}
