import type { CloseReason } from "../ask-with-render-ack/bridge.js";
import { messageOf } from "../errors.js";
import type { Promised } from "./check.js";
import { TIMES } from "./stand.js";

const REASONS: readonly CloseReason[] = [
  "answered",
  "timed_out",
  "cancelled",
  "aborted",
  "superseded",
  "exhausted",
  "unknown_request",
];

/** What is over goes, and that is nobody's refusal. */
export const CLOSING: readonly Promised[] = [
  {
    name: "closes a question that nobody waits for, and says nothing in the person's name",
    async run(stand) {
      const handle = stand.ask();
      await stand.presented(handle);
      handle.abort();
      const { outcome } = await stand.result(handle, 'the outcome "aborted"');
      stand.expect(outcome === "aborted", 'the outcome "aborted"', `"${outcome}"`);
      await stand.until(
        "the question goes when it is closed",
        async () => !(await stand.sees(handle)),
        () => "the person still sees the question, open to an answer",
      );
      await stand.quiet();
      stand.expectNoWordOfAPerson("after a close");
    },
  },
  {
    name: "takes silence for silence",
    needs: ["acknowledge"],
    async run(stand) {
      const handle = stand.ask();
      await stand.onScreen(handle);
      await stand.quiet();
      stand.expectNoWordOfAPerson("while the person does nothing");
      await stand.advance(TIMES.responseTimeout);
      const { outcome } = await stand.result(handle, 'the outcome "timed_out"');
      stand.expect(outcome === "timed_out", 'the outcome "timed_out"', `"${outcome}"`);
      await stand.quiet();
      stand.expectNoWordOfAPerson("after the time was over");
    },
  },
  {
    name: "closes a question whatever the reason",
    async run(stand) {
      for (const reason of REASONS) {
        const handle = stand.ask(`Closed as ${reason}?`);
        const { requestId } = await stand.presented(handle);
        stand.bridge.close?.(requestId, reason);
        await stand.until(
          `a question closed as "${reason}" goes`,
          async () => !(await stand.sees(handle)),
          () => "the person still sees the question, open to an answer",
        );
      }
      await stand.quiet();
      stand.expectNoWordOfAPerson("after a close");
    },
  },
  {
    name: "takes calls that come twice, or for questions it does not know",
    async run(stand) {
      const { bridge } = stand;
      const handle = stand.ask();
      const request = await stand.presented(handle);
      const stray = (requestId: string) => {
        try {
          bridge.refuse?.(requestId, "stray");
          bridge.acknowledge?.(requestId);
          bridge.close?.(requestId, "answered");
        } catch (error) {
          throw stand.broken("a call for a question long gone does nothing", messageOf(error));
        }
      };
      stray("nobody.1");
      stand.expect(
        await stand.sees(handle),
        "calls for another question leave this one alone",
        "the person does not see it any more",
      );
      await stand.person.answer(request, "still here");
      const { outcome } = await stand.result(handle, "the answer of the person");
      stand.expect(outcome === "answered", 'the outcome "answered"', `"${outcome}"`);
      const before = stand.recorder.told.length;
      stray(request.requestId);
      await stand.quiet();
      stand.expect(stand.recorder.told.length === before, "the bridge has nothing to tell of it");
      stand.expect(!(await stand.sees(handle)), "the question stays closed", "it is open again");
      await stand.presented(stand.ask("And now?"));
    },
  },
];
