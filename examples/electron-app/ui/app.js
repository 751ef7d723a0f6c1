import { connectQuestions, defineReadbackQuestions } from "/readback.js";

// The agent's questions: all of it.
defineReadbackQuestions();
connectQuestions(document.querySelector("readback-questions"));

// The app's own part: the agent's steps, and a button.
document.querySelector("#run").addEventListener("click", () => fetch("/run", { method: "POST" }));

const steps = document.querySelector("#steps");
const { body } = await fetch("/steps");
let rest = "";
for await (const text of body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const { kind, text: words } = JSON.parse(line);
    const item = document.createElement("li");
    item.className = kind;
    item.textContent = words;
    steps.append(item);
    item.scrollIntoView();
  }
}
