import type { Promised } from "./check.js";
import { TIMES } from "./stand.js";

/** On screen means on screen. */
export const ACKNOWLEDGEMENT: readonly Promised[] = [
  {
    name: "acknowledges a question when a person sees it, and not before",
    needs: ["acknowledge"],
    async run(stand) {
      const looks: Promise<boolean>[] = [];
      stand.recorder.onAcknowledged = (requestId) => {
        const request = stand.recorder.sent.find((one) => one.requestId === requestId);
        looks.push(Promise.resolve(request !== undefined && stand.person.sees(request)));
      };
      await stand.onScreen(stand.ask());
      const isTrue = (await Promise.all(looks)).every(Boolean);
      stand.expect(
        isTrue,
        "the person sees the question at the moment of onRenderConfirmed",
        "onRenderConfirmed was told of a question that the person did not see",
      );
    },
  },
  {
    name: "acknowledges nothing while nobody can see it, and then does",
    needs: ["acknowledge", "hide"],
    async run(stand) {
      await stand.person.hide();
      const first = stand.ask();
      await stand.sent(first);
      await stand.quiet();
      stand.expect(stand.told("onRenderConfirmed") === 0, "no onRenderConfirmed while hidden");
      await stand.advance(TIMES.renderTimeout);
      const result = await stand.result(first, "the attempt fails when its render time is over");
      stand.expect(
        result.outcome === "not_rendered" && !result.renderConfirmed,
        'the outcome "not_rendered"',
        `"${result.outcome}"`,
      );
      await stand.person.show();
      const second = stand.ask();
      const request = await stand.onScreen(second);
      await stand.person.answer(request, "seen at last");
      const { outcome } = await stand.result(second, "an answer after the surface is shown");
      stand.expect(outcome === "answered", 'the outcome "answered"', `"${outcome}"`);
    },
  },
  {
    name: "shows a question once, however often it is sent",
    async run(stand) {
      const handle = stand.ask();
      const request = await stand.presented(handle);
      stand.host.show();
      stand.host.show();
      await stand.until("the person still sees the question", () => stand.sees(handle));
      await stand.person.answer(request, "once");
      const { outcome } = await stand.result(handle, "the answer of the person");
      stand.expect(outcome === "answered", 'the outcome "answered"', `"${outcome}"`);
      await stand.until(
        "nothing is left of it after the answer",
        async () => !(await stand.sees(handle)),
        () => "the person still sees the question",
      );
    },
  },
  {
    name: "puts a retry in the place of the presentation before it",
    async run(stand) {
      const { first, second } = await asTwoAttempts(stand);
      const request = await stand.presented(second);
      stand.expect(request.attempt === 2, "a second presentation");
      await stand.person.answer(request, "at the second try");
      const { outcome } = await stand.result(second, "the answer to the retry");
      stand.expect(outcome === "answered", 'the outcome "answered"', `"${outcome}"`);
      await stand.until(
        "nothing is left of either presentation after the answer",
        async () => !(await stand.person.sees(first)) && !(await stand.sees(second)),
        () => "the person still sees the question",
      );
    },
  },
  {
    name: "warns the person on a retry",
    needs: ["notice"],
    async run(stand) {
      const { second } = await asTwoAttempts(stand);
      const { notice } = await stand.presented(second);
      await stand.until(
        `the person reads "${notice}"`,
        () => stand.reads(notice ?? ""),
        async () => `the person reads: ${await stand.person.reads()}`,
      );
    },
  },
];

/** A first attempt whose acknowledgement gets lost on its way, and the next one. */
async function asTwoAttempts(stand: Parameters<Promised["run"]>[0]) {
  stand.recorder.isDeaf = true;
  const handle = stand.ask();
  await stand.until("the person sees the question", () => stand.sees(handle));
  const first = stand.request(handle);
  // For a surface that says "queued", the time of a queue has to pass.
  await stand.advance(TIMES.queueCap);
  const { outcome } = await stand.result(handle, "the attempt fails without an acknowledgement");
  stand.expect(outcome === "not_rendered", 'the outcome "not_rendered"', `"${outcome}"`);
  stand.recorder.isDeaf = false;
  const second = stand.ask();
  await stand.until(
    "the retry is sent to the bridge",
    () => stand.request(second).requestId !== first.requestId,
  );
  return { first, second };
}
