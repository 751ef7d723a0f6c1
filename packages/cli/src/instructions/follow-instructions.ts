import { instructionMachine, type JournalEntry } from "@readback/core";
import { createReplay, stateName } from "@readback/core/host";
import { oneLine } from "@readback/core/printable";
import { BoundedMap } from "@readback/core/surfaces";
import type { FileJournal } from "@readback/node";
import { printableJson } from "../terminal/json.js";
import { createLiveRegion } from "../terminal/live-region.js";
import { styleOf } from "../terminal/screen.js";
import { cut, padEnd, printable } from "../terminal/text.js";
import { elapsed } from "../verify/durations.js";
import { paintFor, type Shown, STATE_WIDTH, shownOf, wordsFor } from "./shown.js";

/** An instruction, and since when it stands so. */
interface Row extends Shown {
  readonly since: number;
}

const TICK = 1_000;
/** How many that have ended are remembered, for a person to see. */
const ENDED = 100;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * `readback instructions list --follow`: a table that shows what becomes of each instruction, until Ctrl-C. Without a
 * terminal, and as JSON, every change is a line.
 */
export async function followInstructions(
  journal: FileJournal,
  { json = false, "no-color": noColor = false }: { json?: boolean; "no-color"?: boolean },
): Promise<number> {
  const { stdout: out } = process;
  const isLive = !json && out.isTTY === true && process.env.TERM !== "dumb";
  const rows = rowsOf();
  const show = isLive ? createTable(noColor) : undefined;

  function take(entries: Iterable<JournalEntry>): void {
    for (const entry of entries) {
      const row = rows.apply(entry);
      if (!row || show) continue;
      const { since: _, ...shown } = row;
      console.log(json ? printableJson(shown, 0) : lineOf(row));
    }
    show?.draw(rows);
  }

  // What has ended before is nothing to see.
  for (const entry of journal.read()) rows.apply(entry);
  rows.forgetEnded();
  for (const row of isLive ? [] : rows.open()) {
    const { since: _, ...shown } = row;
    console.log(json ? printableJson(shown, 0) : lineOf(row));
  }
  show?.draw(rows);
  const unwatch = journal.watch(() => take(journal.catchUp()));
  // Watching alone keeps no process alive.
  const ticking = setInterval(() => show?.draw(rows), TICK);
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
  clearInterval(ticking);
  unwatch();
  return 0;
}

/** What is known of the instructions, entry by entry. */
function rowsOf() {
  const replay = createReplay([instructionMachine]);
  const since = new Map<string, number>();
  const ended = new BoundedMap<string, Row>(ENDED);

  return {
    /** The instruction that an entry changes, as it is then. */
    apply(entry: JournalEntry): Row | undefined {
      const { instance, machine, time } = entry;
      if (machine !== instructionMachine.id) return undefined;
      const before = replay.instances.get(instance)?.snapshot;
      const was = before && stateName(before.value);
      replay.apply(entry);
      const now = replay.instances.get(instance)?.snapshot;
      if (now && was === stateName(now.value)) return undefined;
      ended.delete(instance);
      since.delete(instance);
      if (now) {
        since.set(instance, time);
        return { ...shownOf(now), since: time };
      }
      if (!before) return undefined;
      const row = { ...shownOf(before), state: entry.to, since: time };
      ended.set(instance, row);
      return row;
    },
    forgetEnded: () => ended.clear(),
    /** Those that have not ended. */
    open: (): readonly Row[] =>
      replay.instances
        .all()
        .map(({ id, snapshot }) => ({ ...shownOf(snapshot), since: since.get(id) ?? 0 })),
    ended: (): readonly Row[] => [...ended.values()],
  };
}

function lineOf({ id, state, dispatches, max_dispatches, content }: Row): string {
  const count = `${dispatches} of ${max_dispatches}`;
  return [printable(id), wordsFor(state), count, oneLine(content)].join(" · ");
}

function createTable(noColor: boolean) {
  const { stdout: out } = process;
  const style = styleOf(noColor);
  const region = createLiveRegion(out);
  return {
    draw(rows: ReturnType<typeof rowsOf>): void {
      const width = (out.columns ?? 80) - 1;
      const most = Math.max(2, (out.rows ?? 24) - 3);
      const [open, ended] = [rows.open(), rows.ended()];
      // What has ended makes room first, the oldest of it.
      const room = Math.max(0, most - open.length);
      const all = [...open, ...(room === 0 ? [] : ended.slice(-room))];
      const shown = all.length <= most ? all : all.slice(0, most - 1);
      const lines = shown.map((row) => draw(row, width));
      if (lines.length === 0) lines.push(style.dim("No instructions wait."));
      const left = open.length + ended.length - shown.length;
      if (left > 0) lines.push(style.dim(`… and ${left} more`));
      const advice = open.some(({ state }) => state === "failed")
        ? "readback instructions failed shows the ids to redrive or discard. "
        : "";
      lines.push(style.dim(cut(`${advice}Ctrl-C ends this view.`, width)));
      region.draw(lines);
    },
  };

  function draw({ state, dispatches, max_dispatches, content, since }: Row, width: number): string {
    const time = elapsed(Math.max(0, Date.now() - since));
    const count = `${dispatches} of ${max_dispatches}`;
    const start = cut(
      `${padEnd(wordsFor(state), STATE_WIDTH)}  ${padEnd(count, 8)}  ${padEnd(time, 11)}  `,
      width,
    );
    return style[paintFor(state)](start) + cut(oneLine(content), Math.max(0, width - start.length));
  }
}
