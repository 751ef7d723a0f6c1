import { createAsker } from "@readback/core";
import {
  openQuestionPage,
  type QuestionPage,
  type QuestionPageOptions,
} from "@readback/web/server";
import type { Beat } from "../demo/beat.js";
import { chapters } from "../demo/chapter.js";
import { CHAPTER_NAMES, type ChapterName } from "../demo/chapter-names.js";
import { createMovableClock } from "./clock.js";
import { PANEL_STYLE } from "./panel/style.js";
import type { PanelState, Scripted, SwitchName } from "./panel-state.js";
import { playAsk } from "./plays/ask.js";
import { playGuard } from "./plays/guard.js";
import { playInstruction } from "./plays/instruction.js";
import { playVerify } from "./plays/verify.js";
import { createStage, type Times } from "./stage.js";
import { wishOf } from "./wish.js";

/** Put in by the build: the bundled script of the panel. */
declare const READBACK_PANEL_SCRIPT: string;

const PLAYS = {
  ask: playAsk,
  guard: playGuard,
  instruction: playInstruction,
  verify: playVerify,
} as const;

/** How much of what happened the page keeps. */
const KEPT = 300;

export interface PlaygroundOptions extends Pick<QuestionPageOptions, "port"> {
  readonly times: Times;
  /** A scripted person answers, on the page. */
  readonly isScripted: boolean;
  /** Told of everything that happens. */
  readonly onBeat: (beat: Beat) => void;
}

/** The question page, with the four machines to play beside it. */
export interface Playground {
  readonly page: QuestionPage;
  /** Plays a machine to its end; what was being played stops. */
  play(name: ChapterName): Promise<void>;
  turn(name: SwitchName, on: boolean): void;
  stop(): Promise<void>;
}

export async function openPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { times, isScripted, onBeat, port = 0 } = options;
  const switches: Record<SwitchName, boolean> = { hidden: false, away: false };
  const beats: { nth: number; beat: Beat }[] = [];
  let shown = 0;
  let playing: { name: ChapterName; stopping: AbortController; ended: Promise<void> } | null = null;
  let scripted: Scripted | null = null;

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
        else turn(wish.name, wish.on);
      },
    },
  });

  // One for all plays: an answer that comes after the end of one is there for the next.
  const clock = createMovableClock();
  const asker = createAsker({ bridge: page, clock, renderTimeout: times.render });

  /** When the time for the question on screen is over. */
  let due = 0;
  const rearm = () => {
    due = clock.now() + times.response;
  };
  page.onRenderConfirmed(rearm);
  page.onActivity(rearm);

  function tell(): void {
    const state: PanelState = {
      machines: CHAPTER_NAMES.map((name) => {
        const { title, problem } = chapters[name];
        return { name, title, problem };
      }),
      playing: playing?.name ?? null,
      switches,
      beats,
      scripted: isScripted && !switches.away ? scripted : null,
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

  function turn(name: SwitchName, on: boolean): void {
    switches[name] = on;
    if (name === "hidden") page.setPaused(on);
    // The question on screen was given a person's time: nobody wants to watch that pass.
    else if (on) clock.advance(Math.max(0, due - times.away - clock.now()));
    const what = name === "hidden" ? "the page does not render" : "the person is away";
    show({ kind: "says", who: "system", text: `switch: ${what}: ${on ? "on" : "off"}` });
  }

  async function play(name: ChapterName): Promise<void> {
    const before = playing;
    const stopping = new AbortController();
    const ended = (async () => {
      before?.stopping.abort();
      await before?.ended;
      await playOn(name, stopping.signal);
    })();
    const mine = { name, stopping, ended };
    playing = mine;
    tell();
    await ended;
    if (playing === mine) playing = null;
    tell();
  }

  async function playOn(name: ChapterName, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { title, problem, promise } = chapters[name];
    const number = CHAPTER_NAMES.indexOf(name) + 1;
    const of = CHAPTER_NAMES.length;
    show({ kind: "chapter", heading: { number, of, title, problem, promise } });
    const onAsk = (next: Scripted | null) => {
      scripted = next;
      due = 0;
      tell();
    };
    const isOn = (one: SwitchName) => switches[one];
    const { stage, watchAsks, clear } = createStage({ asker, times, isOn, show, onAsk, signal });
    if (name === "ask") watchAsks();
    try {
      await PLAYS[name](stage);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      clear();
    }
    if (signal.aborted) show({ kind: "says", who: "system", text: "stopped" });
  }

  tell();
  return {
    page,
    play,
    turn,
    async stop() {
      playing?.stopping.abort();
      await playing?.ended.catch(() => {});
      asker.dispose();
      clock.stop();
      await page.stop();
    },
  };
}
