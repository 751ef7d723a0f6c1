// An agent in the page itself: no build, no server part.
import { approve, createAsker } from "@readback/core";
import { defineReadbackQuestions } from "@readback/web";

defineReadbackQuestions();
const asker = createAsker({ bridge: document.querySelector("readback-questions") });

document.querySelector("#tidy").addEventListener("click", async () => {
  const { answered, values } = await asker.ask(
    {
      questions: [
        { id: "folder", question: "Which folder?", options: ["Drafts", "Old"], custom: false },
      ],
    },
    { from: "Tidy", retry: "host" },
  );
  if (!answered) return say("Nothing was tidied.");
  const input = { folder: values.folder };
  const call = { tool: "empty_folder", input, callId: crypto.randomUUID() };
  const approval = await approve(asker, call, { from: "Tidy" });
  say(approval.approved ? `${values.folder} is empty.` : `Not done. ${approval.reason}`);
});

function say(text) {
  const item = document.createElement("li");
  item.textContent = text;
  document.querySelector("#log").append(item);
}
