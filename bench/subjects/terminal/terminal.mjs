import { EventEmitter } from "node:events";
import { askInputSchema } from "@readback/core/tools";

export const KEYS_PER_STEP = 200;

/** The question that both subjects show. */
export const request = {
  requestId: "request-1",
  askId: "ask-1",
  replaces: null,
  caller: "bench",
  session: "bench",
  from: "claude-code in shop",
  title: "Release 2.0",
  attempt: 1,
  maxRetries: 3,
  notice: null,
  questions: askInputSchema.parse({
    questions: [
      {
        header: "Database",
        question: "Which database should the new service use?",
        custom: false,
        options: [
          { label: "PostgreSQL", description: "Relational, we run it already" },
          { label: "SQLite", description: "One file, no server" },
          { label: "MongoDB", description: "Documents, one more thing to run" },
          { label: "None yet", description: "Keep it in memory, decide later" },
        ],
      },
    ],
  }).questions,
};

/** A terminal that takes everything at once. */
export function createTerminal() {
  const input = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: () => input,
    resume: () => input,
    pause: () => input,
  });
  const terminal = {
    input,
    last: "",
    writes: 0,
    output: Object.assign(new EventEmitter(), {
      isTTY: true,
      columns: 80,
      rows: 24,
      write(text, done) {
        terminal.writes += 1;
        terminal.last += text;
        done?.();
        return true;
      },
    }),
    /** CPU time of one key, in microseconds. Every key has to change the screen. */
    measure(press, keys) {
      const before = process.cpuUsage();
      for (let nth = 0; nth < keys; nth += 1) {
        terminal.last = "";
        press();
        if (terminal.last === "") throw new Error("A key has changed nothing");
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / keys;
    },
  };
  return terminal;
}
