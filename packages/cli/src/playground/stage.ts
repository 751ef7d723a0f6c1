import {
  type Asker,
  type AskInput,
  type AskResult,
  createMemoryJournal,
  type Journal,
} from "@readback/core";
import type { Beat, Voice } from "../demo/beat.js";
import { createTransitions } from "../demo/transitions.js";
import type { Scripted, SwitchName } from "./panel-state.js";

/** Short enough to watch, in milliseconds. */
export interface Times {
  /** How long the page has to show a question. */
  readonly render: number;
  /** How long a person has. */
  readonly response: number;
  /** How long a person who is away has: nobody wants to watch five minutes pass. */
  readonly away: number;
}

/** What a machine is played with. */
export interface Stage {
  /** For the machine that is played: its transitions are shown. */
  readonly journal: Journal;
  /** Aborted when somebody has seen enough. */
  readonly signal: AbortSignal;
  says(who: Voice, text: string): void;
  quotes(who: Voice, lines: readonly string[]): void;
  shows<T extends object>(who: Voice, result: T, names: readonly (keyof T & string)[]): void;
  /** Asks the person once, as an agent's tool call would. `scripted`: what a scripted person does. */
  ask(input: AskInput, scripted: Scripted): Promise<AskResult>;
  /** Asks the person until the question has ended; the answer, or `null` when there is none. */
  decide(input: AskInput, scripted: Scripted): Promise<string | null>;
}

interface StageParts {
  readonly asker: Asker;
  readonly times: Times;
  readonly isOn: (name: SwitchName) => boolean;
  readonly show: (beat: Beat) => void;
  /** Told what a scripted person does with the question that is asked now. */
  readonly onAsk: (scripted: Scripted | null) => void;
  readonly signal: AbortSignal;
}

/** Makes a stage for one machine, and how to clear it away. */
export function createStage({ asker, times, isOn, show, onAsk, signal }: StageParts) {
  const transitionOf = createTransitions();
  const journals = { shown: createMemoryJournal(), asks: asker.runtime.journal };
  const watch = (journal: Journal) =>
    journal.subscribe((entry) => show({ kind: "transition", transition: transitionOf(entry) }));
  const stopWatching = [watch(journals.shown)];

  async function ask(input: AskInput, scripted: Scripted): Promise<AskResult> {
    onAsk(scripted);
    const responseTimeout = isOn("away") ? times.away : times.response;
    const result = await asker.ask({ ...input, responseTimeout }, { from: "The demo", signal });
    onAsk(null);
    signal.throwIfAborted();
    return result;
  }

  const stage: Stage = {
    journal: journals.shown,
    signal,
    says: (who, text) => show({ kind: "says", who, text }),
    quotes: (who, lines) => show({ kind: "quote", who, lines }),
    shows: (who, result, names) =>
      show({ kind: "fields", who, fields: names.map((name) => [name, result[name]] as const) }),
    ask,
    async decide(input, scripted) {
      for (;;) {
        const { shouldRetry, retryReason, outcome, answers } = await ask(input, scripted);
        if (shouldRetry) {
          show({ kind: "says", who: "screen", text: `${retryReason}: asked again` });
          continue;
        }
        const [answer] = answers;
        const said = answer?.custom ?? answer?.values[0] ?? null;
        if (said !== null) show({ kind: "says", who: "person", text: said });
        else show({ kind: "says", who: "screen", text: `nobody decided (${outcome})` });
        return said;
      }
    },
  };

  return {
    stage,
    /** Also shows the transitions of the questions themselves. */
    watchAsks: () => stopWatching.push(watch(journals.asks)),
    clear() {
      for (const stop of stopWatching) stop();
    },
  };
}
