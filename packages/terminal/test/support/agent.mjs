// An agent in a terminal, for the tests: asks what it is given, and says what became of it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createAsker } from "@readback/core";
import { createAskUserQuestionTool, createTerminalBridge } from "../../dist/index.js";

const {
  questions,
  title,
  from,
  mode = "ask",
  options = {},
  asker = {},
  log,
} = JSON.parse(process.argv[2]);
const note = (what) => log && appendFileSync(log, `${JSON.stringify(what)}\n`);
const say = (what) => {
  note(what);
  console.log(JSON.stringify(what));
};

// As `npx` does: the agent is a child, and the terminal is shared.
if (mode === "child") {
  const task = JSON.stringify({ ...JSON.parse(process.argv[2]), mode: "ask" });
  let heard = null;
  process.on("SIGINT", (signal) => {
    heard = signal;
  });
  const child = spawn(process.execPath, [process.argv[1], task], { stdio: "inherit" });
  const [code, signal] = await once(child, "exit");
  // A signal that came just before is told in the next turn.
  await new Promise(setImmediate);
  note({ parent: heard, child: signal });
  process.exit(code ?? 3);
}
if (mode === "interrupted") process.on("SIGINT", (heard) => note({ heard }));

// As an agent that takes its tasks line by line.
const own = mode === "prompt" && createInterface({ input: process.stdin, output: process.stdout });
if (own) {
  own.setPrompt("you> ");
  own.prompt();
  own.on("line", (line) => note({ line }));
  await once(own, "line");
}

const bridge = createTerminalBridge({ rest: 0, ...options });
for (const event of ["onRenderConfirmed", "onCancel", "onQueued"]) {
  bridge[event]((...args) => note({ event, args }));
}

if (mode === "tool") {
  const { tool, missing, dispose } = createAskUserQuestionTool({ bridge, asker });
  if (!tool) say({ missing });
  else {
    const calls = questions.map((list, nth) =>
      tool.execute(`call-${nth}`, list).then(
        (result) => say({ result }),
        (error) => say({ error: error.message }),
      ),
    );
    await Promise.all(calls);
  }
  dispose();
} else {
  const asking = createAsker({
    ...asker,
    bridge,
    onError: (error) => say({ error: String(error) }),
  });
  if (mode === "survives") process.on("SIGHUP", () => {});
  if (mode === "throw")
    setTimeout(() => {
      throw new Error("thrown on purpose");
    }, 300);
  const result = await asking.ask({ questions, title }, { from });
  say({ outcome: result.outcome, answers: result.answers, error: result.error });
  if (mode === "twice") {
    const again = await asking.ask({ questions: [{ question: "And now?" }] });
    say({ outcome: again.outcome, answers: again.answers });
  }
  if (own) {
    own.prompt();
    await once(own, "line");
    own.close();
  }
  asking.dispose();
  bridge.dispose();
}
