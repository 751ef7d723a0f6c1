import type { JournalEntry } from "@readback/core";
import type { Style } from "@readback/terminal/style";
import { styleOf } from "../terminal/screen.js";
import { cut, printable } from "../terminal/text.js";
import { type AgentPreset, agentView } from "./agents.js";
import { elapsed } from "./durations.js";
import { lineSplitter, shownLine, whenDrained } from "./live-output.js";

/** What a person sees while a task runs. */
export interface Progress {
  readonly style: Style;
  output(chunk: Uint8Array): Promise<void> | undefined;
  entry(entry: JournalEntry): void;
  /** Waits while drawing is stopped: the terminal is somebody else's. */
  say(text: string): void;
  /** Stops drawing, until the returned function is called. */
  pause(): () => void;
  end(): void;
}

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const TICK = 250;

interface Settings {
  readonly name: string;
  readonly noColor: boolean;
  /** What runs in a state: the command. */
  readonly commands: Readonly<Record<string, string | undefined>>;
  readonly agent?: AgentPreset | undefined;
}

/**
 * Shows the output of one task as it comes, on standard error, and below it a line that says which attempt
 * this is, what runs and for how long. Without a terminal, that line is printed when it changes.
 */
export function createProgress({ name, noColor, commands, agent }: Settings): Progress {
  const { stderr: out } = process;
  const isLive = out.isTTY === true && process.env.TERM !== "dumb";
  const style = styleOf(noColor, out);
  const hasColor = style.bold("x") !== "x";
  const view = agent && agentView(agent, show);
  const lines = lineSplitter(view ? view.line : show);
  let doing = "";
  let since = Date.now();
  let frame = 0;
  let isDrawn = false;
  let isPaused = false;
  const unsaid: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function clear(): void {
    if (isDrawn) out.write("\r\u001b[2K");
    isDrawn = false;
  }

  function draw(): void {
    if (!isLive || isPaused || doing === "") return;
    const mark = FRAMES[frame % FRAMES.length] ?? "";
    const text = `${mark} ${doing} · ${elapsed(Date.now() - since)}`;
    out.write(`\r\u001b[2K${style.cyan(cut(text, (out.columns ?? 80) - 1))}`);
    isDrawn = true;
  }

  function print(text: string): void {
    clear();
    out.write(`${text}\n`);
  }

  function show(line: string): void {
    print(`${style.dim("│")} ${shownLine(line, hasColor)}`);
  }

  function endLines(): void {
    lines.end();
    view?.end();
  }

  function start(): void {
    if (!isLive || timer) return;
    timer = setInterval(() => {
      frame += 1;
      draw();
    }, TICK);
    timer.unref();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    clear();
  }

  function say(text: string): void {
    if (isPaused) {
      unsaid.push(text);
      return;
    }
    print(text.split("\n").map(printable).join("\n"));
    draw();
  }

  return {
    style,
    output(chunk) {
      lines.push(chunk);
      draw();
      return whenDrained(out);
    },
    entry({ to, attempt, bound }) {
      endLines();
      const command = commands[to];
      doing = "";
      if (command === undefined) return stop();
      doing = `attempt ${attempt} of ${bound} · ${to}: ${printable(command)}`;
      since = Date.now();
      print(`${style.bold(printable(name))} ${doing}`);
      start();
      draw();
    },
    say,
    pause() {
      isPaused = true;
      stop();
      return () => {
        isPaused = false;
        unsaid.splice(0).forEach(say);
        start();
      };
    },
    end() {
      endLines();
      doing = "";
      stop();
    },
  };
}
