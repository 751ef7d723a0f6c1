// A person at some desks, as a process of its own, to be killed: `node person.mjs <ingress> <desk>…`. Each question is
// answered by what its text says, and each answer that the cluster acknowledges is said in a line.
import { createBridgeListeners } from "@readback/core/surfaces";
import { connectDesk } from "@readback/restate/client";

const [ingress, ...desks] = process.argv.slice(2);
const say = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);

function bridgeOf() {
  const listeners = createBridgeListeners();
  const seen = new Set();
  const texts = new Map();
  return {
    ...listeners.methods,
    surfaceOf: () => "test",
    acknowledge: (requestId) => say({ sent: texts.get(requestId) }),
    sendQuestion({ requestId, questions: [{ question }] }) {
      texts.set(requestId, question);
      if (question.startsWith("ignore")) return;
      listeners.emit("onRenderConfirmed", requestId);
      if (seen.has(requestId)) return;
      seen.add(requestId);
      const act = () => {
        if (question.startsWith("cancel")) listeners.emit("onCancel", requestId);
        else
          listeners.emit("onAnswer", requestId, [{ id: "q", values: [`answer to ${question}`] }]);
      };
      setTimeout(act, 500 + Math.random() * 8_000);
    },
  };
}

const connected = desks.map((desk) =>
  connectDesk({
    ingress: ingress.split(","),
    desk,
    bridge: bridgeOf(),
    patience: 10_000,
    retryFor: 240_000,
    onError: (error) => say({ problem: String(error) }),
  }),
);
await Promise.all(connected.map(({ ready }) => ready));
say({ ready: true });
process.stdin.resume().on("end", () => process.exit(0));
