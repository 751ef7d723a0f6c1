// An agent in a terminal, for the tests: asks what it is given, and says what became of it.
import { appendFileSync } from "node:fs";
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
const say = (what) => {
  const line = JSON.stringify(what);
  if (log) appendFileSync(log, `${line}\n`);
  console.log(line);
};
const bridge = createTerminalBridge({ rest: 0, ...options });
for (const event of ["onRenderConfirmed", "onCancel", "onQueued"]) {
  bridge[event]((...args) => log && appendFileSync(log, `${JSON.stringify({ event, args })}\n`));
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
  asking.dispose();
  bridge.dispose();
}
