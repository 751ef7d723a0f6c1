import type { JournalEntry } from "@readback/core";
import type { Plan } from "@readback/core/formats";
import { oneLine } from "@readback/core/printable";
import type { Style } from "@readback/terminal/style";
import { createLiveRegion } from "../terminal/live-region.js";
import { styleOf } from "../terminal/screen.js";
import { cut, padEnd, printable, widthOf } from "../terminal/text.js";
import { type AgentPreset, agentView } from "./agents.js";
import { elapsed } from "./durations.js";
import { lineSplitter, shownLine, whenDrained } from "./live-output.js";

/** What a person sees while a plan runs: a row for each task. */
export interface PlanTable {
  readonly style: Style;
  output(id: string, chunk: Uint8Array): Promise<void> | undefined;
  entry(id: string, entry: JournalEntry): void;
  /** A task stands so, without having run here. */
  mark(id: string, status: string, note: string): void;
  /** Waits while drawing is stopped: the terminal is somebody else's. */
  say(text: string): void;
  pause(): () => void;
  end(): void;
}

interface Row {
  status: string;
  attempt: string;
  note: string;
  since: number;
  took: number | undefined;
  readonly push: (chunk: Uint8Array) => void;
  readonly endLines: () => void;
}

const TICK = 500;
const WORKING = ["executing", "verifying", "retrying", "escalated"];
const PAINT: Readonly<Record<string, keyof Style>> = {
  done: "green",
  executing: "cyan",
  verifying: "cyan",
  retrying: "yellow",
  escalated: "red",
  undecided: "red",
  aborted: "red",
  blocked: "yellow",
  skipped: "yellow",
  waiting: "dim",
};

/**
 * Shows all tasks of a plan at once on standard error: state, attempts, time, and the last line of output.
 * Without a terminal, every change is a line.
 */
export function createPlanTable(
  plan: Plan,
  agentOf: (id: string) => AgentPreset | undefined,
  noColor: boolean,
): PlanTable {
  const { stderr: out } = process;
  const isLive = out.isTTY === true && process.env.TERM !== "dumb";
  const style = styleOf(noColor, out);
  const rows = new Map(plan.tasks.map(({ id }) => [id, newRow(id)]));
  const region = createLiveRegion(out);
  let isPaused = false;
  const unsaid: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function newRow(id: string): Row {
    const show = (line: string) => {
      const shown = shownLine(line, false);
      const row = rows.get(id);
      if (row && shown.trim() !== "") row.note = shown;
      if (!isLive) out.write(`${printable(id)} | ${shown}\n`);
    };
    const agent = agentOf(id);
    const view = agent && agentView(agent, show);
    const lines = lineSplitter(view ? view.line : show);
    return {
      status: "waiting",
      attempt: "",
      note: "",
      since: Date.now(),
      took: undefined,
      push: lines.push,
      endLines() {
        lines.end();
        view?.end();
      },
    };
  }

  function draw(): void {
    if (!isLive || isPaused) return;
    const width = (out.columns ?? 80) - 1;
    const most = Math.max(1, (out.rows ?? 24) - 2);
    // What moves is what a person wants to see.
    const all = plan.tasks.filter(({ id }) => rows.has(id));
    const moving = all.filter(({ id }) => WORKING.includes(rows.get(id)?.status ?? ""));
    const shown =
      all.length <= most
        ? all
        : [...moving, ...all.filter((one) => !moving.includes(one))].slice(0, most - 1);
    const lines = shown.map(({ id, name }) => drawRow(rows.get(id), name, width));
    if (shown.length < all.length) lines.push(style.dim(`… and ${all.length - shown.length} more`));
    region.draw(lines);
  }

  function drawRow(row: Row | undefined, name: string, width: number): string {
    if (!row) return "";
    const { status, attempt, note, since, took } = row;
    const isWorking = WORKING.includes(status);
    const time = took ?? (isWorking ? Date.now() - since : undefined);
    const start = `${padEnd(status, 9)}  ${padEnd(attempt, 6)}  ${padEnd(time === undefined ? "" : elapsed(time), 11)}  `;
    const room = Math.max(10, width - start.length);
    const title = cut(oneLine(name), Math.min(40, room));
    const rest = room - widthOf(title) - 2;
    const painted = style[PAINT[status] ?? "bold"](start);
    return note !== "" && rest > 12
      ? `${painted}${title}  ${style.dim(cut(note.trim(), rest))}`
      : `${painted}${title}`;
  }

  function change(id: string, status: string, note: string, attempt?: string): void {
    const row = rows.get(id);
    if (!row) return;
    row.endLines();
    const wasWorking = WORKING.includes(row.status);
    const isWorking = WORKING.includes(status);
    if (isWorking && !wasWorking) row.since = Date.now();
    if (!isWorking && wasWorking) row.took = Date.now() - row.since;
    row.status = status;
    row.note = note;
    row.attempt = attempt ?? row.attempt;
    if (isLive) draw();
    else out.write(`${printable(id)} ${[status, row.attempt, note].filter(Boolean).join(" · ")}\n`);
  }

  function start(): void {
    if (!isLive || timer) return;
    timer = setInterval(draw, TICK);
    timer.unref();
    draw();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function say(text: string): void {
    if (isPaused) {
      unsaid.push(text);
      return;
    }
    region.clear();
    out.write(`${text.split("\n").map(printable).join("\n")}\n`);
    draw();
  }

  start();
  return {
    style,
    output(id, chunk) {
      rows.get(id)?.push(chunk);
      return whenDrained(out);
    },
    entry(id, { to, attempt, bound, payload }) {
      const why = to === "blocked" ? payload?.detail : undefined;
      change(id, to, typeof why === "string" ? oneLine(why) : "", `${attempt} of ${bound}`);
    },
    mark: (id, status, note) => change(id, status, note),
    say,
    pause() {
      isPaused = true;
      stop();
      region.clear();
      return () => {
        isPaused = false;
        unsaid.splice(0).forEach(say);
        start();
      };
    },
    end() {
      stop();
      draw();
      region.leave();
    },
  };
}
