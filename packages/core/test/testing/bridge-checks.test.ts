import { describe, expect, it } from "vitest";
import { bridgeChecks } from "../../src/testing/bridge-checks.js";
import { BrokenPromiseError, NotApplicableError } from "../../src/testing/broken-promise.js";
import { createModelSurface, FLAWS, type Flaw } from "../support/model-surface.js";

// The model answers within a microtask, so these short times do not depend on the machine.
const quick = { patience: 60, quiet: 10 };
const right = bridgeChecks({ ...quick, create: () => createModelSurface() });

/** The checks that notice each flaw: these, and no others. */
const NOTICED_BY: Readonly<Record<Flaw, readonly string[]>> = {
  "acks while hidden": ["acknowledges nothing while nobody can see it, and then does"],
  "acks at once": [
    "acknowledges a question when a person sees it, and not before",
    "acknowledges nothing while nobody can see it, and then does",
    "says that a question waits for its turn, and when the turn comes",
    "takes a question that is over out of the queue",
  ],
  "never acks": [
    "acknowledges a question when a person sees it, and not before",
    "acknowledges nothing while nobody can see it, and then does",
    "tells that a person types, so that their time starts again",
    "takes silence for silence",
    "says that a question waits for its turn, and when the turn comes",
    "takes a question that is over out of the queue",
    "tells that a question is on screen no more, and shows it again",
  ],
  "shows twice": ["shows a question once, however often it is sent"],
  "keeps the earlier attempt": ["puts a retry in the place of the presentation before it"],
  "hides the notice": ["warns the person on a retry"],
  "answers twice": ["hands over an answer as it was given, once"],
  "changes answers": ["hands over an answer as it was given, once"],
  "cancels for declines": ["tells that a person refused to answer"],
  "loses cancels": ["tells that a person dismissed a question"],
  "swallows refusals": ["tells the person when an answer was not taken, and takes another one"],
  "says nothing of typing": ["tells that a person types, so that their time starts again"],
  "forgets drafts": ["keeps what was typed for the next time the question is asked"],
  "loses late answers": ["hands over an answer that comes after the end"],
  "ignores close": [
    "keeps what was typed for the next time the question is asked",
    "closes a question that nobody waits for, and says nothing in the person's name",
    "closes a question whatever the reason",
    "replaces the open question where a newer one takes its place",
    "takes a question that is over out of the queue",
  ],
  "closes as a refusal": [
    "keeps what was typed for the next time the question is asked",
    "closes a question that nobody waits for, and says nothing in the person's name",
    "takes silence for silence",
    "closes a question whatever the reason",
    "replaces the open question where a newer one takes its place",
    "says nothing in the person's name when it is disposed of, and shows nothing afterwards",
  ],
  "answers by itself": [
    "hands over an answer as it was given, once",
    "tells that a person dismissed a question",
    "tells that a person refused to answer",
    "tells that a person types, so that their time starts again",
    "keeps what was typed for the next time the question is asked",
    "closes a question that nobody waits for, and says nothing in the person's name",
    "takes silence for silence",
    "closes a question whatever the reason",
    "tells that a question is on screen no more, and shows it again",
    "says nothing in the person's name when it is disposed of, and shows nothing afterwards",
  ],
  "throws for strangers": ["takes calls that come twice, or for questions it does not know"],
  "mixes answers up": [
    "gives each of several questions its own answer",
    "replaces the open question where a newer one takes its place",
    "says that a question waits for its turn, and when the turn comes",
    "takes a question that is over out of the queue",
    "tells everybody who listens, and nobody who has stopped",
  ],
  "shows all at once": [
    "says that a question waits for its turn, and when the turn comes",
    "takes a question that is over out of the queue",
  ],
  "never dequeues": [
    "says that a question waits for its turn, and when the turn comes",
    "takes a question that is over out of the queue",
  ],
  "keeps the closed in the queue": ["takes a question that is over out of the queue"],
  "acks without a surface": [
    "shows and acknowledges nothing where there is no surface",
    "tells that a question is on screen no more, and shows it again",
  ],
  "says nothing of losses": ["tells that a question is on screen no more, and shows it again"],
  "refuses when lost": ["tells that a question is on screen no more, and shows it again"],
  "hears one listener": ["tells everybody who listens, and nobody who has stopped"],
  "leaks listeners": [
    "tells everybody who listens, and nobody who has stopped",
    "lets go of an asker that is disposed of",
  ],
  "refuses when disposed": [
    "says nothing in the person's name when it is disposed of, and shows nothing afterwards",
  ],
  "acks when disposed": [
    "says nothing in the person's name when it is disposed of, and shows nothing afterwards",
  ],
};

describe("a bridge that does everything right", () => {
  for (const { name, run } of right) it(name, run);
});

describe("a bridge with a flaw", () => {
  it.for(Object.keys(FLAWS) as Flaw[])("%s", { concurrent: true }, async (flaw, { expect }) => {
    const failed: string[] = [];
    for (const { name, run } of bridgeChecks({
      ...quick,
      create: () => createModelSurface(flaw),
    })) {
      await run().catch((error: unknown) => {
        expect(error).toBeInstanceOf(BrokenPromiseError);
        failed.push(name);
      });
    }
    expect(failed).toEqual(NOTICED_BY[flaw]);
  });

  it("is noticed by each check, so that each of them can fail", () => {
    const noticing = new Set(Object.values(NOTICED_BY).flat());
    expect(right.map(({ name }) => name).filter((name) => !noticing.has(name))).toEqual([]);
  });
});

describe("a failure", () => {
  it("says which promise was broken, what was expected and what was seen", async () => {
    const subject = { ...quick, create: () => createModelSurface("cancels for declines") };
    const check = bridgeChecks(subject).find(({ name }) => name.includes("refused to answer"));
    await expect(check?.run()).rejects.toThrow(
      [
        "A bridge tells that a person refused to answer.",
        '  Expected: the outcome "declined", caused by a human',
        '  Seen: "cancelled", caused by human',
      ].join("\n"),
    );
  });
});

describe("a surface that cannot do everything", () => {
  const why = "a chat has no such button";

  it("has the checks of that reported as not applicable, with its reason, and never as passed", async () => {
    const create = () => expect.fail("nothing to run");
    const checks = bridgeChecks({ create, cannot: { decline: why } });
    const [check, ...others] = checks.filter(({ notApplicable }) => notApplicable !== null);
    expect(others).toEqual([]);
    expect(check?.name).toBe(`tells that a person refused to answer (not applicable: ${why})`);
    expect(check?.notApplicable).toBe(why);
    await expect(check?.run()).rejects.toBeInstanceOf(NotApplicableError);
  });

  it("has to say so: what is neither played nor declared is an error", async () => {
    const create = () => {
      const { bridge, person } = createModelSurface();
      const { sees, reads, answer } = person;
      return { bridge, person: { sees, reads, answer } };
    };
    const errors: string[] = [];
    for (const { run } of bridgeChecks({ ...quick, create })) {
      await run().catch((error: Error) => errors.push(error.message));
    }
    expect(errors.sort()).toMatchInlineSnapshot(`
      [
        "person.cancel: is missing. Give it, or say in cannot.cancel why the surface has nothing like it",
        "person.decline: is missing. Give it, or say in cannot.decline why the surface has nothing like it",
        "person.hide: is missing. Give it, or say in cannot.hide why the surface has nothing like it",
        "person.lose: is missing. Give it, or say in cannot.lose why the surface has nothing like it",
        "person.lose: is missing. Give it, or say in cannot.lose why the surface has nothing like it",
        "person.type: is missing. Give it, or say in cannot.draft why the surface has nothing like it",
        "person.type: is missing. Give it, or say in cannot.type why the surface has nothing like it",
        "stage.dispose: is missing. Give it, or say in cannot.dispose why the surface has nothing like it",
      ]
    `);
  });
});
