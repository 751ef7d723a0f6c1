import { defineReadbackQuestions } from "@readback/web";

defineReadbackQuestions();
const element = document.querySelector("readback-questions");

// From the object to the person: the element has the methods of a bridge, so a message is a call.
const calls = ["sendQuestion", "close", "acknowledge", "refuse"];
const answered = new Set();
new EventSource("/questions").onmessage = ({ data }) => {
  const { call, args } = JSON.parse(data);
  // Every page hears of an answer; only the one that sent it may say "sent".
  if (call === "acknowledge" && !answered.has(args[0])) element.close(args[0], "answered");
  else if (calls.includes(call)) element[call](...args);
};
element.onAnswer((requestId) => answered.add(requestId));

// And back.
for (const event of ["onRenderConfirmed", "onAnswer", "onCancel", "onQueued", "onActivity"]) {
  element[event]((...args) =>
    fetch("/questions", { method: "POST", body: JSON.stringify({ event, args }) }),
  );
}
