import { InvalidInputError, ReadbackError } from "../errors.js";
import { parse } from "../parse.js";
import { randomId } from "../random-id.js";
import type { Origin } from "../runtime/effects.js";
import { createRuntime } from "../runtime/runtime.js";
import { quickSha256 } from "../sha256.js";
import { type Ask, type Call, termsOfAsk } from "./ask.js";
import { createAskSurface } from "./ask-surface.js";
import {
  type AskCallOptions,
  type Asker,
  type AskerOptions,
  mustBeSurface,
  settingsOf,
} from "./asker-options.js";
import type { QuestionBridge } from "./bridge.js";
import { type AskContext, unpresentedResult } from "./context.js";
import { askOf, callSchema, detachedSchema, termsOf } from "./create-ask.js";
import { findDetachedCall } from "./detached-call.js";
import { createEndedAsks, type Spare } from "./ended-asks.js";
import { askMachine } from "./machine.js";
import { OpenAsk, settledAsk } from "./open-ask.js";
import type { AskEmitted, AskEvent } from "./protocol.js";
import { createReceipts } from "./receipts.js";
import type { AskResult } from "./result.js";
import type { AnyAskInput } from "./values.js";

/** How often to look whether the processes of other callers still live, in milliseconds. */
const SWEEP_EVERY = 2_000;

/**
 * Makes an asker around a user interface. It only translates: calls and what the UI says become
 * events of the ask machine, and what the machine wants done is done.
 * @example
 * const asker = createAsker({ bridge });
 * const questions = [{ id: "deploy", question: "Deploy now?", type: "confirm" }];
 * const result = await asker.ask({ questions });
 * if (result.values.deploy === "yes") console.log("The person said yes.");
 */
export function createAsker(options: AskerOptions): Asker {
  const settings = settingsOf(options);
  const { bridge, newId = randomId } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const { maxListening, concurrency } = settings;
  const usual = termsOf(settings);
  const ids = { newId, sha256: quickSha256() };
  const runtime = createRuntime([askMachine], options);
  const { clock } = runtime;
  const { processes } = runtime.journal;
  /** The calls that wait here, by their id. */
  const waiting = new Map<string, OpenAsk>();
  const receipts = createReceipts(runtime, onError);
  const ended = createEndedAsks(maxListening, (askId) => runtime.send(askId, { type: "FORGET" }));
  const isWaiting = (caller: string) => waiting.has(caller);
  const surfaces = new Set<ReturnType<typeof createAskSurface>>();
  const addSurface = (shows: QuestionBridge, beside?: string) => {
    const surface = createAskSurface({ bridge: shows, beside, runtime, isWaiting, onError });
    surfaces.add(surface);
    return () => {
      surfaces.delete(surface);
      surface.stop();
    };
  };
  if (bridge) addSurface(bridge);
  const name = newId().slice(0, 8);
  let calls = 0;
  let disposed = false;

  // From the machine to the callers; the UI has its own part.

  function perform(emitted: AskEmitted, askId: string, origin: Origin): void {
    if (emitted.type === "ask.present") ended.put(askId, null);
    for (const surface of surfaces) surface.perform(emitted, askId, origin);
    if (emitted.type === "ask.told") settle(emitted.to, emitted.result, askId);
    else if (emitted.type === "ask.over") ended.put(askId, emitted.spare);
    else if (emitted.type === "ask.replace" && origin === "here") {
      for (const other of openAsks(askId)) runtime.send(other, { type: "SUPERSEDE" });
    }
  }

  /** Whoever waits in another process is told there. */
  function settle(caller: string, result: AskResult, askId: string): void {
    const call = waiting.get(caller);
    if (!call) return;
    waiting.delete(caller);
    call.settle(result);
    // A detached call has its result when somebody comes for it.
    if (result.answered && !call.detached) receipts.give(caller, askId);
  }

  /** The other asks that are open. Only looked for when the terms make that matter. */
  function openAsks(except: string): readonly string[] {
    if (concurrency === "queue") return [];
    return [...runtime.live()].flatMap(([askId, snapshot]) =>
      askId !== except && snapshot.matches("open") ? [askId] : [],
    );
  }

  // From the callers to the machine.

  function call({ ask, caller, key, patience, detached }: OpenAsk): void {
    const { askId } = ask;
    // Whoever calls again in this process has what was given to it before.
    receipts.confirm(askId);
    const others = openAsks(askId).length;
    const made: Call = {
      caller,
      ...(key !== undefined && { key }),
      ...(patience !== undefined && { patience }),
      ...(others > 0 && { others }),
      ...(detached && { detached }),
      ...(processes && { process: processes.self }),
    };
    const event: AskEvent = { type: "CALL", ...made, terms: termsOfAsk(ask) };
    if (runtime.send(askId, event) || runtime.snapshot(askId)) return;
    try {
      runtime.start(askMachine, askId, { ask, call: made, at: clock.now() });
    } catch (error) {
      // Another process may have started it just now.
      const isThere = error instanceof ReadbackError && error.code === "duplicate_instance";
      if (!isThere) throw error;
      runtime.send(askId, event);
    }
  }

  function open(input: AnyAskInput, callOptions: AskCallOptions = {}): OpenAsk {
    if (disposed) throw stopped();
    const who = parse(callSchema, callOptions, "ask options");
    const ask = askOf(input, who, usual, ids);
    const { signal } = callOptions;
    const { caller = `${name}-${++calls}` } = who;
    const known = waiting.get(caller);
    if (known) return known;
    const opened = new OpenAsk(ask, caller, who, runtime, signal, ownerOf(caller));
    if (signal?.aborted) {
      return settledAsk(opened, unpresentedResult({ ask }, "aborted", { cause: "system" }));
    }
    return begin(opened);
  }

  function ownerOf(caller: string) {
    return {
      failed(error: unknown) {
        waiting.delete(caller);
        onError(error);
      },
      takeBack: receipts.takeBack,
    };
  }

  function begin(opened: OpenAsk): OpenAsk {
    const { caller } = opened;
    waiting.set(caller, opened);
    try {
      call(opened);
    } catch (error) {
      waiting.delete(caller);
      opened.drop();
      // Nobody has the call, and so nobody can hear that it has failed.
      opened.result.catch(() => {});
      throw error;
    }
    return opened;
  }

  // Callers that wait in no process.

  function detachedCall(ask: Ask, key: string): OpenAsk {
    return new OpenAsk(ask, key, { key, detached: true }, runtime, undefined, ownerOf(key));
  }

  const detached = {
    runtime,
    isHere: isWaiting,
    takeUp(ask: Ask, key: string): OpenAsk {
      const opened = detachedCall(ask, key);
      waiting.set(key, opened);
      return opened;
    },
    received: receipts.give,
  };

  // Callers in other processes.

  /** Whoever waited in a process that has ended is gone, too. */
  function dismissGone(): void {
    for (const [askId, { context }] of runtime.live()) {
      for (const { id, process } of context.callers) {
        const isGone = process === undefined || !processes || processes.isGone(process);
        if (isGone && !waiting.has(id)) {
          runtime.send(askId, { type: "LEAVE", caller: id, how: "gone" });
        }
      }
    }
  }

  /** What was shown by a process that has ended is shown there no more. */
  function loseGone(): void {
    for (const [askId, { context }] of runtime.live()) {
      const { requestId, renderConfirmed, outcome, shownIn } = context;
      if (requestId === null || !renderConfirmed || outcome !== null) continue;
      for (const { process, beside } of shownIn ?? []) {
        if (process !== undefined && processes?.isGone(process)) {
          const at = { process, ...(beside !== undefined && { beside }) };
          runtime.send(askId, { type: "LOST", requestId, ...at });
        }
      }
    }
  }

  /** Deadlines go by the clock of the computer, and that can be set back: nobody here waits longer for it. */
  function releaseImpatient(): void {
    for (const call of [...waiting.values()]) if (call.hasWaited(SWEEP_EVERY)) call.leave();
  }

  let sweeping: unknown;
  function sweep(): void {
    releaseImpatient();
    try {
      if (runtime.someoneWaits()) {
        dismissGone();
        loseGone();
      }
    } catch (error) {
      onError(error);
    }
    sweeping = clock.setTimeout(sweep, SWEEP_EVERY);
    (sweeping as { unref?: () => void }).unref?.();
  }

  function show(): void {
    runtime.catchUp();
    for (const [askId, snapshot] of runtime.live()) {
      if (snapshot.matches("open")) runtime.send(askId, { type: "SHOW" });
    }
  }

  /** What happened while the journal was lost nobody was told of: whoever is not known to wait calls again. */
  function callAgain(): void {
    for (const [caller, opened] of waiting) {
      const known = runtime.snapshot(opened.askId)?.context.callers ?? [];
      if (known.some(({ id }) => id === caller)) continue;
      try {
        call(opened);
      } catch (error) {
        opened.fail(error);
      }
    }
    show();
  }

  const stops = [
    runtime.on(askMachine, perform),
    runtime.onReread(callAgain),
    runtime.follow(),
    () => {
      for (const surface of surfaces) surface.stop();
    },
    () => clock.clearTimeout(sweeping),
  ];

  return {
    runtime,
    open: (input, callOptions) => open(input, callOptions) as never,
    // Not an async function: that would be one more promise for each call that waits.
    ask(input, callOptions) {
      try {
        return open(input, callOptions).result as Promise<never>;
      } catch (error) {
        return Promise.reject(error);
      }
    },
    openDetached(input, callOptions) {
      if (disposed) throw stopped();
      const who = parse(detachedSchema, callOptions, "ask options");
      const ask = askOf(input, who, usual, ids);
      if (ask.times.lateAnswerWindow === 0) throw remembersNothing();
      return begin(detachedCall(ask, who.key)) as never;
    },
    canDetach: settings.lateAnswerWindow > 0,
    findDetached: (askId, key) => findDetachedCall(detached, askId, key),
    recover() {
      runtime.recover();
      const shown = new Map<string, AskContext>();
      for (const [askId, snapshot] of runtime.live()) {
        ended.put(askId, spareOf(snapshot));
        if (snapshot.matches("open")) shown.set(askId, snapshot.context);
      }
      dismissGone();
      runtime.resume();
      loseGone();
      if (processes && sweeping === undefined) sweep();
      let live = 0;
      for (const [askId, snapshot] of runtime.live()) {
        if (spareOf(snapshot) !== "received") live += 1;
        const { requestId, renderConfirmed } = snapshot.context;
        const was = shown.get(askId);
        // One whose attempt fell due meanwhile, or that was lost, has just been presented again, or is over.
        const isAsItWas = was?.requestId === requestId && was.renderConfirmed === renderConfirmed;
        if (snapshot.matches("open") && isAsItWas) runtime.send(askId, { type: "SHOW" });
      }
      return live;
    },
    show,
    addSurface(name, shows) {
      mustBeSurface(name, shows);
      return addSurface(shows, name);
    },
    askIdOf: (input, who = {}) =>
      askOf(input, parse(callSchema, who, "ask options"), usual, ids).askId,
    dispose() {
      if (disposed) return;
      disposed = true;
      // A journal that was lost a moment ago gets back what only this process knows.
      try {
        runtime.catchUp();
      } catch (error) {
        onError(error);
      }
      for (const [caller, { askId }] of waiting) {
        try {
          const hint = "The program that asked is stopping";
          runtime.send(askId, { type: "LEAVE", caller, how: "stopping", hint });
        } catch (error) {
          waiting.get(caller)?.fail(error);
        }
      }
      receipts.confirm();
      for (const stop of stops) stop();
      runtime.stop();
    },
  };
}

const stopped = () => new ReadbackError("stopped", "This asker is disposed: make a new one");

function remembersNothing(): InvalidInputError {
  const problem =
    "must be more than 0 for calls that wait in no process: nothing would be remembered";
  return new InvalidInputError("asker options", [{ field: "lateAnswerWindow", problem }]);
}

/** Why an ended ask is kept, if it need not be. */
function spareOf(snapshot: { matches(value: { ended: Spare }): boolean }): Spare | null {
  if (snapshot.matches({ ended: "listening" })) return "listening";
  return snapshot.matches({ ended: "received" }) ? "received" : null;
}
