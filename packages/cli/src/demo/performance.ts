import { type AskInput, createAsker, createMemoryJournal, type JournalEntry } from "@readback/core";
import type { Beat } from "./beat.js";
import { stories } from "./script/stories.js";
import type { Scene, Telling } from "./script/story.js";
import { type Cue, never, type Stage, TROUBLES, type Trouble, turned } from "./stage.js";
import { STORY_NAMES, type StoryName } from "./story-names.js";
import { createTransitions } from "./transitions.js";

/** Plays the stories on a stage. */
export interface Performance {
  /** What the machines of all stories did so far. */
  readonly entries: readonly JournalEntry[];
  /** Plays a story: all its scenes, or the open one only. Settles when it is over or stopped. */
  play(name: StoryName, which: "all" | "open", signal: AbortSignal): Promise<void>;
  dispose(): void;
}

/** Told of what the machines do, scene by scene. */
export interface Audience {
  onScene(): void;
  onEntry(entry: JournalEntry): void;
}

export function createPerformance(stage: Stage, audience?: Audience): Performance {
  const { bridge, clock, renderTimeout, responseTimeout } = stage;
  const entries: JournalEntry[] = [];
  // One for all stories: an answer that comes after the end of one is there for the next.
  const asks = createMemoryJournal();
  const asker = createAsker({ bridge, clock, journal: asks, renderTimeout, responseTimeout });
  const wrong = new Set<Trouble>();

  async function playScene(scene: Scene, isOpen: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    audience?.onScene();
    const journal = createMemoryJournal();
    const endings: (() => void)[] = [];
    const stopped = new Promise<void>((stop) => {
      const heard = () => stop();
      signal.addEventListener("abort", heard);
      endings.push(() => signal.removeEventListener("abort", heard));
    });
    const transitionOf = createTransitions();
    let last: Promise<void> = Promise.resolve();
    let isWatchingAsks = false;

    function tell(beat: Beat): Promise<void> {
      if (signal.aborted) return never();
      last = stage.show(beat);
      return last;
    }
    const watch = (entry: JournalEntry) => {
      entries.push(entry);
      audience?.onEntry(entry);
      tell({ kind: "transition", transition: transitionOf(entry) });
    };

    /** Makes one thing go wrong, or nothing; in the open scene that is up to the person. */
    async function letGoWrong(trouble: Trouble | undefined): Promise<void> {
      for (const name of isOpen ? [] : TROUBLES) {
        if (wrong.has(name) === (name === trouble)) continue;
        wrong[name === trouble ? "add" : "delete"](name);
        stage.turn(name, name === trouble);
        await tell(turned(name, name === trouble));
      }
    }

    async function present(input: AskInput, cue: Cue, from: string) {
      stage.cue(cue);
      const result = await asker.ask(input, { from, signal });
      stage.cue(null);
      return signal.aborted ? never() : result;
    }

    const telling: Telling = {
      host: { clock, journal },
      signal,
      says: (who, text) => tell({ kind: "says", who, text }),
      quotes: (who, lines) => tell({ kind: "quote", who, lines }),
      shows(who, result, names) {
        const all = names.map((name) => [name, result[name as keyof typeof result]] as const);
        const fields = all.filter(([, value]) => value !== null && value !== "");
        return tell({ kind: "fields", who, fields });
      },
      async later(ms) {
        await tell({ kind: "later", ms });
        clock.advance(ms);
      },
      async ask(input, cue, trouble) {
        if (!isWatchingAsks) endings.push(asks.subscribe(watch));
        isWatchingAsks = true;
        await letGoWrong(trouble);
        const onScreen = new Promise<void>((resolve) => {
          endings.push(bridge.onRenderConfirmed(() => resolve()));
        });
        const asked = present(input, cue, "The agent");
        if (trouble === "hidden") await telling.later(renderTimeout);
        if (trouble === "away") {
          await Promise.race([onScreen, asked]);
          await telling.later(responseTimeout);
        }
        return asked;
      },
      async decide({ role, title, question, cue }) {
        if (!stage.plays.includes(role)) return "choose" in cue ? cue.choose : cue.write;
        const input = { questions: [question], ...(title !== undefined && { title }) };
        let result = await present(input, cue, "The demo");
        while (result.shouldRetry) {
          await telling.says("screen", `${result.retryReason}: asked again`);
          result = await present(input, cue, "The demo");
        }
        const [answer] = result.answers;
        const said = answer?.custom ?? answer?.values[0] ?? null;
        if (said === null) await telling.says("screen", `nobody decided (${result.outcome})`);
        return said;
      },
      uses(handle) {
        endings.push(() => handle.dispose());
        return handle;
      },
    };

    endings.push(journal.subscribe(watch));
    try {
      await Promise.race([stopped, scene.play(telling)]);
      if (signal.aborted) return;
      // What is due now belongs to this scene.
      clock.advance(0);
      await Promise.race([stopped, letGoWrong(undefined).then(() => last)]);
    } finally {
      for (const end of endings) end();
    }
  }

  return {
    entries,
    async play(name, which, signal) {
      const { title, problem, promise, scenes, open } = stories[name];
      const heading = { number: STORY_NAMES.indexOf(name) + 1, of: STORY_NAMES.length };
      await stage.show({ kind: "story", heading: { ...heading, title, problem, promise } });
      if (which === "open") return playScene(open, true, signal);
      for (const scene of scenes) {
        if (signal.aborted) return;
        await stage.show({ kind: "scene", ending: scene.ending, title: scene.title });
        await playScene(scene, false, signal);
      }
    },
    dispose: () => asker.dispose(),
  };
}
