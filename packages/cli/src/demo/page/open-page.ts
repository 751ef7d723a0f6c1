import { setTimeout } from "node:timers/promises";
import type { AnswerInput } from "@readback/core";
import { createLiveView, serve, type VisualizerServer } from "@readback/visualizer/server";
import {
  openQuestionPage,
  type QuestionPage,
  type QuestionPageOptions,
} from "@readback/web/server";
import type { Beat } from "../beat.js";
import { createPerformance } from "../performance.js";
import { stories } from "../script/stories.js";
import { type Cue, type Stage, type Trouble, turned } from "../stage.js";
import { STORY_NAMES, type StoryName } from "../story-names.js";
import { createPageClock } from "./clock.js";
import { PANEL_STYLE } from "./panel/style.js";
import type { PanelState } from "./panel-state.js";
import { wishOf } from "./wish.js";

/** Put in by the build: the bundled script of the panel. */
declare const READBACK_PANEL_SCRIPT: string;

/** How much of what happened the page keeps. */
const KEPT = 300;
/** Short for a person who watches; a script moves time on. In milliseconds. */
const TIMES = {
  person: { renderTimeout: 4_000, responseTimeout: 180_000, moment: 800 },
  script: { renderTimeout: 30_000, responseTimeout: 300_000, moment: 150 },
};
/** How much faster time passes while a question waits for a person who is away. */
const FLYING = 36;

export interface DemoPageOptions extends Pick<QuestionPageOptions, "port"> {
  /** A scripted person answers, on the page. */
  readonly isScripted: boolean;
  /** Told of everything that happens. */
  readonly onBeat: (beat: Beat) => void;
}

/** The question page as a stage, with the four machines to play beside the questions. */
export interface DemoPage {
  readonly page: QuestionPage;
  /** The visualizer, which follows the machines being played. */
  readonly machines: VisualizerServer;
  /** Plays every scene of every story; once `signal` is aborted, nothing more. */
  playAll(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

export async function openPage(options: DemoPageOptions): Promise<DemoPage> {
  const { isScripted, onBeat, port = 0 } = options;
  const times = TIMES[isScripted ? "script" : "person"];
  const switches: Record<Trouble, boolean> = { hidden: false, away: false };
  const beats: { nth: number; beat: Beat }[] = [];
  let shown = 0;
  let playing: { name: StoryName; stopping: AbortController; ended: Promise<void> } | null = null;
  let cue: Cue | null = null;
  let isOnScreen = false;

  const page = await openQuestionPage({
    port,
    title: "Readback: four machines",
    panel: {
      script: READBACK_PANEL_SCRIPT,
      style: PANEL_STYLE,
      onMessage(message) {
        const wish = wishOf(message);
        if (wish.type === "play") void play(wish.machine);
        else if (wish.type === "stop") playing?.stopping.abort();
        else if (wish.type === "look") void look();
        else {
          turn(wish.name, wish.on);
          show(turned(wish.name, wish.on));
        }
      },
    },
  });
  page.onRenderConfirmed(() => {
    isOnScreen = true;
    tell();
  });
  page.onAnswer((_, answers) => says("person", answers.map(inWords).join(", ")));
  page.onCancel((_, how) => says("person", how === "declined" ? "(declines)" : "(dismisses it)"));

  const clock = createPageClock(() => (switches.away && isOnScreen ? FLYING : 1));
  const stage: Stage = {
    bridge: page,
    clock,
    ...times,
    plays: ["person", "check", "agent"],
    async show(beat) {
      show(beat);
      if (beat.kind === "later") await setTimeout(times.moment);
    },
    cue(given) {
      cue = given;
      isOnScreen = false;
      tell();
    },
    turn,
  };
  // The machines themselves, in a tab of their own: each scene begins with nothing.
  const view = createLiveView({ title: "Readback: the demo", now: () => clock.now() });
  const machines = await serve(() => view.shown, { title: "Readback: the demo" });
  const performance = createPerformance(stage, {
    onScene() {
      view.clear();
      machines.changed();
    },
    onEntry(entry) {
      view.add(entry);
      machines.changed();
    },
  });

  function tell(): void {
    const state: PanelState = {
      machines: STORY_NAMES.map((name) => {
        const { title, problem } = stories[name];
        return { name, title, problem };
      }),
      playing: playing?.name ?? null,
      switches,
      beats,
      person: isScripted ? "person" : "you",
      // Nobody answers what is not on screen.
      cue: isScripted && isOnScreen && !switches.away ? cue : null,
    };
    page.tellPanel(state);
  }

  function show(beat: Beat): void {
    shown += 1;
    beats.push({ nth: shown, beat });
    if (beats.length > KEPT) beats.shift();
    onBeat(beat);
    tell();
  }
  const says = (who: "person" | "system", text: string) => show({ kind: "says", who, text });

  function turn(name: Trouble, on: boolean): void {
    switches[name] = on;
    if (name === "hidden") page.setPaused(on);
  }

  /** Opens the machines in a tab; a page of the web cannot follow a link to the file that leads there. */
  async function look(): Promise<void> {
    const isOpen = await machines.openBrowser();
    const where = `Open this file in a browser: ${machines.link()}`;
    says("system", isOpen ? "the machines are in a tab of their own" : where);
  }

  /** Plays the open scene of a story; what was being played stops. */
  async function play(name: StoryName): Promise<void> {
    const before = playing;
    const stopping = new AbortController();
    const { signal } = stopping;
    const ended = (async () => {
      before?.stopping.abort();
      await before?.ended;
      if (signal.aborted) return;
      await performance.play(name, "open", signal);
      if (signal.aborted) says("system", "stopped");
    })();
    const mine = { name, stopping, ended };
    playing = mine;
    tell();
    await ended;
    if (playing === mine) playing = null;
    tell();
  }

  tell();
  return {
    page,
    machines,
    async playAll(signal) {
      for (const name of STORY_NAMES) await performance.play(name, "all", signal);
    },
    async stop() {
      playing?.stopping.abort();
      await playing?.ended.catch(() => {});
      performance.dispose();
      clock.stop();
      await machines.stop();
      await page.stop();
    },
  };
}

const inWords = ({ values = [], custom }: AnswerInput) =>
  [...values, ...(custom ? [custom] : [])].join(", ");
