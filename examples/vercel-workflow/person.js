import { promptBridge } from "@readback/core";

/** The person, played. In a program of yours this is the page of @readback/web, or a bridge to your own interface. */
export function person() {
  globalThis.asked = [];
  return promptBridge(({ questions: [question] }, { shown }) => {
    shown();
    const text = question.question.replaceAll(/\s+/g, " ");
    const answer = text.startsWith("May") ? "Yes, run it" : "staging";
    globalThis.asked.push(text);
    console.log(`asked | ${text}\nperson | ${answer}`);
    return [{ id: question.id, values: [answer] }];
  });
}
