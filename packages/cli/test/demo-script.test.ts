import { type AnswerInput, createSimulatedClock } from "@readback/core";
import { describe, expect, it } from "vitest";
import type { Beat } from "../src/demo/beat.js";
import { createPerformance } from "../src/demo/performance.js";
import { stories } from "../src/demo/script/stories.js";
import type { Cue, Role, Stage, Trouble } from "../src/demo/stage.js";
import { STORY_NAMES } from "../src/demo/story-names.js";

/** The smallest stage there is: its person takes every cue at once. */
function createTinyStage(plays: readonly Role[]) {
  const beats: Beat[] = [];
  const wrong = new Set<Trouble>();
  const rendered = new Set<(requestId: string) => void>();
  let answer = (_: string, __: readonly AnswerInput[]) => {};
  let cue: Cue | null = null;
  const stage: Stage = {
    bridge: {
      async sendQuestion({ requestId, questions }) {
        await Promise.resolve();
        if (wrong.has("hidden")) return;
        for (const callback of rendered) callback(requestId);
        const id = questions[0]?.id ?? "";
        if (cue === null || wrong.has("away")) return;
        answer(requestId, [
          "write" in cue ? { id, custom: cue.write } : { id, values: [cue.choose] },
        ]);
      },
      onRenderConfirmed(callback) {
        rendered.add(callback);
        return () => rendered.delete(callback);
      },
      onAnswer(callback) {
        answer = callback;
        return () => {};
      },
      onCancel: () => () => {},
    },
    clock: createSimulatedClock(),
    renderTimeout: 30_000,
    responseTimeout: 300_000,
    plays,
    async show(beat) {
      beats.push(beat);
    },
    cue(given) {
      cue = given;
    },
    turn: (name, on) => (on ? wrong.add(name) : wrong.delete(name)),
  };
  return { stage, beats, wrong };
}

const signal = new AbortController().signal;

describe.each([
  ["the person plays only the person", ["person"]],
  ["the person plays everybody", ["person", "check", "agent"]],
] as const)("the script, where %s", (_, plays) => {
  it.each(STORY_NAMES)("plays every scene of %s, and nothing stays wrong", async (name) => {
    const { stage, beats, wrong } = createTinyStage(plays);
    const performance = createPerformance(stage);
    await performance.play(name, "all", signal);
    const { title, scenes } = stories[name];
    const titles = beats.flatMap((beat) => (beat.kind === "scene" ? [beat.title] : []));
    expect(titles).toEqual(scenes.map((scene) => scene.title));
    expect(beats[0]).toMatchObject({ kind: "story", heading: { title } });
    const outcomes = performance.entries.filter(({ outcome }) => outcome !== undefined);
    expect(outcomes.length).toBeGreaterThanOrEqual(scenes.length);
    expect(wrong.size).toBe(0);
    performance.dispose();
  });

  it("leaves the agent time to work between two claims of a todo", async () => {
    const { stage } = createTinyStage(plays);
    const performance = createPerformance(stage);
    await performance.play("guard", "all", signal);
    const starts = new Map<string, Map<number, number>>();
    for (const { instance, attempt, time } of performance.entries) {
      const claims = starts.get(instance) ?? new Map<number, number>();
      starts.set(instance, claims);
      if (attempt > 0 && !claims.has(attempt)) claims.set(attempt, time);
    }
    const gaps = [...starts.values()].flatMap((claims) =>
      [...claims].map(([attempt, time]) => time - (claims.get(attempt - 1) ?? Number.NaN)),
    );
    const known = gaps.filter((gap) => !Number.isNaN(gap));
    expect(known.length).toBeGreaterThan(3);
    for (const gap of known) expect(gap).toBeGreaterThan(2_000);
    performance.dispose();
  });
});

it("stops in the middle, and says nothing after that", async () => {
  const { stage, beats } = createTinyStage(["person"]);
  const stopping = new AbortController();
  const show = stage.show;
  const performance = createPerformance({
    ...stage,
    show(beat) {
      if (beat.kind === "later") stopping.abort();
      return show(beat);
    },
  });
  await performance.play("instruction", "all", stopping.signal);
  expect(beats.at(-1)?.kind).toBe("later");
  performance.dispose();
});
