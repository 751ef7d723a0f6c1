// The person, played: what they are asked is printed, and they answer what `answers` says. In a program of yours this is
// the page of @readback/web, a terminal, or a bridge to your own user interface.
import { createAsker, promptBridge } from "@readback/core";

const answers = { "Which folder?": "drafts", delete_file: "Yes, run it" };

export const asker = createAsker({
  bridge: promptBridge(({ questions: [question] }, { shown }) => {
    shown();
    const [, answer] = Object.entries(answers).find(([name]) => question.question.includes(name));
    console.log(`asked    | ${question.question.replaceAll(/\s+/g, " ")}`);
    console.log(`person   | ${answer}`);
    return [{ id: question.id, values: [answer] }];
  }),
});
