import type { Promised } from "./check.js";
import { TIMES } from "./stand.js";

/** What a person does reaches the agent as it was done, and nothing of it is lost. */
export const ANSWERS: readonly Promised[] = [
  {
    name: "hands over an answer as it was given, once",
    async run(stand) {
      const handle = stand.ask();
      const request = await stand.presented(handle);
      const text = "Zoë & <b>Ana</b>";
      await stand.person.answer(request, text);
      const { outcome, answers } = await stand.result(handle, "the answer of the person");
      stand.expect(
        outcome === "answered" && (answers[0]?.values[0] ?? answers[0]?.custom) === text,
        `answered ${JSON.stringify(text)}`,
        `${outcome} ${JSON.stringify(answers)}`,
      );
      await stand.until(
        "the question goes when its answer is acknowledged",
        async () => !(await stand.sees(handle)),
        () => "the person still sees the question, open to an answer",
      );
      await stand.quiet();
      stand.expect(stand.told("onAnswer") === 1, "onAnswer once");
      stand.expect(stand.told("onCancel") === 0, "no onCancel");
    },
  },
  {
    name: "tells that a person dismissed a question",
    needs: ["cancel"],
    run: (stand) => refusal(stand, "cancel", "cancelled"),
  },
  {
    name: "tells that a person refused to answer",
    needs: ["decline"],
    run: (stand) => refusal(stand, "decline", "declined"),
  },
  {
    name: "tells the person when an answer was not taken, and takes another one",
    needs: ["refuse"],
    // Nobody waits, and late answers are not kept: such an answer is refused.
    terms: { lateAnswerWindow: 0 },
    async run(stand) {
      const first = stand.ask();
      const request = await stand.presented(first);
      first.leave();
      await stand.result(first, "the result of a call that waits no longer");
      await stand.person.answer(request, "nobody");
      const refusals = () => stand.recorder.heard.filter(({ call }) => call === "refuse");
      await stand.until(
        "the answer reaches the asker, who refuses it",
        () => refusals().length > 0,
      );
      const problem = String(refusals().at(-1)?.args[0]);
      await stand.until(
        `the person reads "${problem}"`,
        () => stand.reads(problem),
        async () => `the person reads: ${await stand.person.reads()}`,
      );
      const second = stand.ask();
      await stand.until(
        "the question is asked again, and still open to an answer",
        async () => stand.recorder.joined.length > 0 && (await stand.sees(second)),
        () => "the person does not see it",
      );
      await stand.person.answer(stand.request(second), "somebody");
      const { outcome, answers } = await stand.result(second, "the second answer");
      stand.expect(
        outcome === "answered" && answers[0]?.values[0] === "somebody",
        'answered "somebody"',
        `${outcome} ${JSON.stringify(answers)}`,
      );
    },
  },
  {
    name: "tells that a person types, so that their time starts again",
    needs: ["acknowledge", "type"],
    async run(stand) {
      const handle = stand.ask();
      const request = await stand.onScreen(handle);
      await stand.advance(TIMES.responseTimeout - 1_000);
      await stand.person.type(request, "half a sen");
      await stand.until("onActivity is told", () => stand.told("onActivity") > 0);
      await stand.advance(TIMES.responseTimeout - 1_000);
      stand.expect(
        handle.state === "on_screen",
        "the question is open while the person types",
        `it is "${handle.state}"`,
      );
      stand.expectNoWordOfAPerson("while the person only types");
    },
  },
  {
    name: "keeps what was typed for the next time the question is asked",
    needs: ["draft"],
    async run(stand) {
      const first = stand.ask();
      await stand.person.type(await stand.presented(first), "half a sentence");
      first.abort();
      await stand.until("the question is closed", async () => !(await stand.sees(first)));
      await stand.presented(stand.ask());
      await stand.until(
        'the person reads "half a sentence" in the question that came again',
        () => stand.reads("half a sentence"),
        async () => `the person reads: ${await stand.person.reads()}`,
      );
      stand.expectNoWordOfAPerson("for what was typed and not sent");
    },
  },
  {
    name: "hands over an answer that comes after the end",
    needs: ["late"],
    async run(stand) {
      const first = stand.ask();
      const request = await stand.presented(first);
      first.abort();
      await stand.result(first, "the question ends");
      await stand.person.answer(request, "late");
      await stand.until(
        "onAnswer is told of the late answer",
        () => stand.told("onAnswer", request.requestId) > 0,
      );
      await stand.until("the late answer is acknowledged", () =>
        stand.recorder.heard.some(({ call }) => call === "acknowledge"),
      );
      const second = stand.ask();
      const { outcome, answers } = await stand.result(second, "the next call gets the late answer");
      stand.expect(
        outcome === "answered" && answers[0]?.values[0] === "late",
        'answered "late"',
        `${outcome} ${JSON.stringify(answers)}`,
      );
    },
  },
];

async function refusal(
  stand: Parameters<Promised["run"]>[0],
  how: "cancel" | "decline",
  expected: "cancelled" | "declined",
): Promise<void> {
  const handle = stand.ask();
  await stand.person[how](await stand.presented(handle));
  const { outcome, cause } = await stand.result(handle, `the outcome "${expected}"`);
  stand.expect(
    outcome === expected && cause === "human",
    `the outcome "${expected}", caused by a human`,
    `"${outcome}", caused by ${cause}`,
  );
  await stand.until(
    "the question goes",
    async () => !(await stand.sees(handle)),
    () => "the person still sees the question",
  );
  stand.expect(stand.told("onAnswer") === 0, "no onAnswer");
  stand.expect(stand.told("onCancel") === 1, "onCancel once");
}
