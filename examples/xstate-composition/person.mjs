// What the ask machine wants done, and what it has to be told: the part that a user interface plays.
export function connectPerson(ask) {
  ask.on("ask.present", ({ request }) => {
    const [{ id, question, options }] = request.questions;
    const { requestId, attempt } = request;
    console.log(`screen  | attempt ${attempt}: ${question}`);
    queueMicrotask(() => {
      // The first time the window does not open; the machine presents the question again.
      if (attempt === 1) {
        ask.send({ type: "PRESENT_FAILED", requestId, hint: "the window did not open" });
        return;
      }
      ask.send({ type: "RENDERED", requestId });
      const { label } = options[0];
      console.log(`person  | ${label}`);
      ask.send({
        type: "ANSWER",
        requestId,
        answers: [{ id, values: [label], custom: null }],
      });
    });
  });
  ask.on("ask.told", ({ result: { outcome, attempt } }) => {
    console.log(`ask     | ${outcome}, attempt ${attempt}`);
  });
}
