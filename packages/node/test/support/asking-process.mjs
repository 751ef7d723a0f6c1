// One process of several on a journal: asks, or shows and answers, as its arguments say.
import { createAsker } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { createFileJournal } from "@readback/node";

const [role, folder, question = "Deploy now?"] = process.argv.slice(2);
const journal = createFileJournal({ folder, whenDeleted: "begin again" });
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const listeners = createBridgeListeners();
/** The person of this process: reads, and answers when told to on standard input. */
const page = {
  ...listeners.methods,
  sendQuestion({ requestId, questions }) {
    say({ shown: requestId, question: questions[0]?.question });
    listeners.emit("onRenderConfirmed", requestId);
  },
  acknowledge: (requestId) => say({ acknowledged: requestId, at: Date.now() }),
  close: (requestId, reason) => say({ closed: requestId, reason }),
};
const onError = (error) => say({ error: String(error) });
const asker = createAsker({ bridge: role === "page" ? page : null, journal, onError });
asker.recover();
if (role === "caller") {
  const result = await asker.ask({ questions: [{ question }] }, { session: "shared" });
  say({ outcome: result.outcome, values: result.answers[0]?.values, at: Date.now() });
  asker.dispose();
  journal.close();
} else {
  say({ ready: true });
  process.stdin.setEncoding("utf8").on("data", (text) => {
    for (const line of text.split("\n").filter(Boolean)) {
      const { answer, requestId } = JSON.parse(line);
      listeners.emit("onAnswer", requestId, [{ id: "q1", values: [answer] }]);
    }
  });
  process.stdin.on("end", () => process.exit(0));
}
