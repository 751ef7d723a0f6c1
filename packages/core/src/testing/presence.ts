import type { AskHandle } from "../ask-with-render-ack/asker-options.js";
import type { AskOutcome } from "../ask-with-render-ack/result.js";
import type { Promised } from "./check.js";
import { type Stand, TIMES } from "./stand.js";

/** What a call may come to when there is no surface. */
const NOWHERE: readonly AskOutcome[] = ["no_surface", "not_rendered", "exhausted"];

/** Surfaces that go and come, and listeners that go. */
export const PRESENCE: readonly Promised[] = [
  {
    name: "shows and acknowledges nothing where there is no surface",
    needs: ["lose"],
    async run(stand) {
      await stand.person.lose();
      const first = stand.ask();
      await expectNowhere(stand, first);
      await stand.person.find();
      await expectAnswered(stand, stand.ask());
    },
  },
  {
    name: "tells that a question is on screen no more, and shows it again",
    needs: ["acknowledge", "lose"],
    async run(stand) {
      const first = stand.ask();
      await stand.onScreen(first);
      await stand.person.lose();
      await stand.until(
        "onLost is told when the surface goes",
        () => first.state !== "on_screen",
        () => `the asker still holds the question to be on screen; ${stand.story()}`,
      );
      await stand.quiet();
      stand.expectNoWordOfAPerson("when the surface goes");
      await stand.person.find();
      // That there was no surface may take its time on the way to where the question lives.
      await stand.until(
        "the question is on screen again, or over",
        () => first.state === "on_screen" || first.state === "settled",
        () => `the question is "${first.state}"; ${stand.story()}`,
      );
      if (first.state === "settled") {
        const { outcome } = await first.result;
        stand.expect(NOWHERE.includes(outcome), `one of ${NOWHERE.join(", ")}`, `"${outcome}"`);
      }
      const second = first.state === "settled" ? stand.ask() : first;
      await stand.onScreen(second);
      await expectAnswered(stand, second);
    },
  },
  {
    name: "tells everybody who listens, and nobody who has stopped",
    async run(stand) {
      const { bridge } = stand;
      const heard = new Set<string>();
      const stop = bridge.onAnswer(() => heard.add("one"));
      bridge.onAnswer(() => heard.add("another"));
      await expectAnswered(stand, stand.ask("First name?"));
      stand.expect(heard.size === 2, "two listeners hear the answer", `${heard.size} heard it`);
      stop();
      stop();
      heard.clear();
      await expectAnswered(stand, stand.ask("Second name?"));
      stand.expect(
        !heard.has("one") && heard.has("another"),
        "who has stopped listening hears nothing, and others do",
        `heard by: ${[...heard].join(", ") || "nobody"}`,
      );
    },
  },
  {
    name: "lets go of an asker that is disposed of",
    async run(stand) {
      const handle = stand.ask();
      const request = await stand.presented(handle);
      await stand.host.dispose();
      if (await stand.person.sees(request)) await stand.person.answer(request, "to nobody");
      await stand.quiet();
      stand.expect(
        stand.recorder.unwanted.length === 0,
        "nothing is told to those who have unsubscribed",
        stand.recorder.unwanted.map(({ call }) => call).join(", "),
      );
    },
  },
  {
    name: "says nothing in the person's name when it is disposed of, and shows nothing afterwards",
    needs: ["dispose"],
    async run(stand) {
      const first = stand.ask("First name?");
      await stand.presented(first);
      await stand.stage.dispose?.();
      await stand.until(
        "the question goes",
        async () => !(await stand.sees(first)),
        () => "the person still sees the question, open to an answer",
      );
      await stand.quiet();
      stand.expectNoWordOfAPerson("when the bridge is disposed of");
      const before = stand.told("onRenderConfirmed");
      await expectNowhere(stand, stand.ask("Second name?"), before);
      await stand.stage.dispose?.();
    },
  },
];

/** The question cannot be shown: that is said, at once or when its render time is over. */
async function expectNowhere(stand: Stand, handle: AskHandle, acknowledged = 0): Promise<void> {
  await stand.sent(handle);
  await stand.quiet();
  stand.expect(
    stand.told("onRenderConfirmed") === acknowledged,
    "no onRenderConfirmed without a surface",
  );
  await stand.advance(TIMES.queueCap);
  const { outcome } = await stand.result(handle, `one of ${NOWHERE.join(", ")}`);
  stand.expect(NOWHERE.includes(outcome), `one of ${NOWHERE.join(", ")}`, `"${outcome}"`);
  stand.expectNoWordOfAPerson("without a surface");
}

async function expectAnswered(stand: Stand, handle: AskHandle): Promise<void> {
  const request = await stand.presented(handle);
  await stand.person.answer(request, "here I am");
  const { outcome } = await stand.result(handle, "the answer of the person");
  stand.expect(outcome === "answered", 'the outcome "answered"', `"${outcome}"`);
}
