import { type JournalEntry, journalStatistics, type MachineStatistics } from "@readback/core";
import { padEnd, padStart, widthOf, wrap } from "../../terminal/text.js";
import type { Look } from "../look.js";

const NUMBERS = ["started", "attempts", "retries"] as const;

/** What the journal saw, machine by machine. */
export function drawStatistics(entries: Iterable<JournalEntry>, look: Look): readonly string[] {
  const rows = [...journalStatistics(entries)];
  const column = Math.max(...rows.map(([machine]) => widthOf(machine)));
  const row = (name: string, numbers: readonly (string | number)[]) =>
    [`  ${padEnd(name, column)}`, ...numbers.map((it) => padStart(String(it), 8))].join(" ");
  const isNarrow = look.width() < 76;
  return [
    look.style.dim(row("", NUMBERS) + (isNarrow ? "" : "   ended as")),
    ...rows.flatMap(([machine, statistics]) => {
      const numbers = row(
        machine,
        NUMBERS.map((name) => statistics[name]),
      );
      const indent = isNarrow ? 4 : widthOf(numbers) + 3;
      const ended = wrap(endings(statistics), look.width() - indent);
      const [first = "", ...rest] = ended.map((line) => " ".repeat(indent) + line);
      return isNarrow ? [numbers, first, ...rest] : [`${numbers}   ${ended[0]}`, ...rest];
    }),
  ];
}

function endings({ started, outcomes }: MachineStatistics): string {
  const ended = [...outcomes].map(([name, count]) => `${count} ${name}`);
  const open = started - [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  return [...ended, ...(open > 0 ? [`${open} still open`] : [])].join(", ");
}

/** Where to go from here; `command` is how the demo was started. */
export function drawNext(command: string, look: Look): readonly string[] {
  const next = [
    ["README.md", "what each machine is for, and how to use it"],
    ["docs/", "guides, and why things are as they are"],
    [`${command} --chapter verify`, "one chapter again"],
  ] as const;
  const column = Math.max(...next.map(([where]) => widthOf(where))) + 3;
  const width = look.width() - column - 2;
  return next.flatMap(([where, what]) =>
    wrap(what, width).map(
      (line, index) => `  ${padEnd(index === 0 ? where : "", column)}${look.style.dim(line)}`,
    ),
  );
}
