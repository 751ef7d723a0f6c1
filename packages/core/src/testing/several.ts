import type { Promised } from "./check.js";
import { TIMES } from "./stand.js";

/** Several questions at once. */
export const SEVERAL: readonly Promised[] = [
  {
    name: "gives each of several questions its own answer",
    async run(stand) {
      const names = ["First", "Second", "Third"];
      const handles = names.map((name) => stand.ask(`${name} name?`));
      const waiting = new Set(handles);
      while (waiting.size > 0) {
        let next = handles[0];
        await stand.until("the person sees one of the questions that wait", async () => {
          for (next of waiting) if (await stand.sees(next)) return true;
          return false;
        });
        if (!next) return;
        const request = await stand.presented(next);
        await stand.person.answer(request, names[handles.indexOf(next)] ?? "");
        await stand.result(next, "the answer of the person");
        waiting.delete(next);
      }
      for (const [index, handle] of handles.entries()) {
        const { outcome, answers } = await handle.result;
        stand.expect(
          outcome === "answered" && answers[0]?.values[0] === names[index],
          `"${names[index]} name?" is answered "${names[index]}"`,
          `${outcome} ${JSON.stringify(answers)}`,
        );
      }
    },
  },
  {
    name: "replaces the open question where a newer one takes its place",
    terms: { concurrency: "replace" },
    async run(stand) {
      const first = stand.ask("The old one?");
      await stand.presented(first);
      const second = stand.ask("The new one?");
      const { outcome } = await stand.result(first, 'the outcome "superseded"');
      stand.expect(outcome === "superseded", 'the outcome "superseded"', `"${outcome}"`);
      const request = await stand.presented(second);
      await stand.until("the old one goes", async () => !(await stand.sees(first)));
      await stand.person.answer(request, "new");
      await stand.result(second, "the answer to the newer question");
      stand.expect(stand.told("onCancel") === 0, "no onCancel");
    },
  },
  {
    name: "says that a question waits for its turn, and when the turn comes",
    needs: ["acknowledge", "queue"],
    async run(stand) {
      const first = stand.ask("First name?");
      const request = await stand.onScreen(first);
      const second = stand.ask("Second name?");
      await stand.until("onQueued is told of the second question", () => second.state === "queued");
      stand.expect(!(await stand.sees(second)), "a queued question is not shown", "it is shown");
      await stand.advance(2 * TIMES.renderTimeout);
      stand.expect(second.state === "queued", "it waits as long as it takes", `"${second.state}"`);
      await stand.person.answer(request, "one");
      await stand.result(first, "the answer to the first question");
      const next = await stand.onScreen(second);
      await stand.person.answer(next, "two");
      const { answers } = await stand.result(second, "the answer to the second question");
      stand.expect(answers[0]?.values[0] === "two", 'answered "two"', JSON.stringify(answers));
    },
  },
  {
    name: "takes a question that is over out of the queue",
    needs: ["acknowledge", "queue"],
    async run(stand) {
      const first = stand.ask("First name?");
      const request = await stand.onScreen(first);
      const second = stand.ask("Second name?");
      const third = stand.ask("Third name?");
      await stand.until("two questions wait", () =>
        [second, third].every(({ state }) => state === "queued"),
      );
      second.abort();
      const { requestId } = stand.request(second);
      await stand.until("the bridge is told to close the second one", () =>
        stand.recorder.heard.some((word) => word.call === "close" && word.requestId === requestId),
      );
      stand.expect(await stand.sees(first), "the first one stays", "the person does not see it");
      await stand.person.answer(request, "one");
      await stand.result(first, "the answer to the first question");
      await stand.onScreen(third);
      stand.expect(
        stand.told("onRenderConfirmed", requestId) === 0,
        "the second one never comes",
        "it was shown",
      );
    },
  },
];
