import { askMachine } from "@readback/core";
import {
  type AskEvent,
  answerEvent,
  onScreenIn,
  presentationIn,
  requestOf,
  termsOfAsk,
} from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { isDeskToken } from "../desk-token.js";
import {
  type AskLook,
  type AskObject,
  type DeskItem,
  isSameLook,
  type Nudge,
  type SaidByCaller,
  type SaidBySurface,
  SERVICES,
  type ToldToSurface,
  type Wake,
} from "../names.js";
import type { Common } from "../options.js";
import { forbidden } from "../refusals.js";
import { createTurns, type Taken } from "../turn.js";
import { exclusive, internal, shared } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

const WAITERS = "waiters";
/** How many calls of one question can wait to hear how it stands; the others hear it later. */
const MOST_WATCHING = 100;

/** A call that waits here. */
interface Waiter {
  /** Where its result goes: the same call may have been made by several processes. */
  readonly tell: readonly string[];
  /** Where it wants to hear how the question stands, once that is not what it has seen. */
  readonly watch?: { readonly awakeable: string; readonly seen: AskLook };
}

/** By the names of the callers. */
type Waiters = Readonly<Record<string, Waiter>>;
type Took = Taken<typeof askMachine>;

/** One logical ask for each key: the machine decides, this translates. */
export function askObject({ journaling, deskSecret }: Common) {
  const turns = createTurns(askMachine, SERVICES.ask, journaling);

  /** Sends what the machine wants done where it belongs. */
  async function perform(
    context: restate.ObjectContext,
    { emitted, parked, before, after }: Took,
    { by, joined }: { readonly by?: string; readonly joined?: Waiters } = {},
  ): Promise<ToldToSurface> {
    const askId = context.key;
    const items: DeskItem[] = [];
    let told: ToldToSurface = { known: true };
    // Whoever waits has heard how it stood: each read is one more step, and most events change nothing for them.
    const isQuiet = emitted.length === 0 && isSameLook(lookOf(before), lookOf(after));
    if (!joined && !parked && isQuiet) return told;
    const known = joined ?? (await context.get<Waiters>(WAITERS)) ?? {};
    let waiters = parked ? dismissed(context, known) : known;
    for (const one of emitted) {
      switch (one.type) {
        case "ask.present":
          items.push({ kind: "present", askId, requestId: one.request.requestId });
          break;
        case "ask.joined":
          items.push({ kind: "join", askId, requestId: one.request.requestId });
          break;
        case "ask.close":
          items.push({ kind: "close", askId, requestId: one.requestId, reason: one.reason });
          break;
        case "ask.acknowledge":
          // Who answered is told so. Elsewhere the same dialog has nothing left to do.
          told = { ...told, acknowledged: true };
          items.push({ kind: "close", askId, requestId: one.requestId, reason: "answered", by });
          break;
        case "ask.refuse":
          told = { ...told, refused: one.problem };
          break;
        case "ask.told": {
          const { [one.to]: waiter, ...others } = waiters;
          waiters = others;
          for (const awakeable of waiter?.tell ?? [])
            context.resolveAwakeable(awakeable, one.result);
          if (waiter?.watch) context.resolveAwakeable(waiter.watch.awakeable, lookOf(after));
          break;
        }
        case "ask.replace":
          items.push({ kind: "replace", askId });
          break;
        case "ask.over":
          items.push({ kind: "over", askId });
      }
    }
    waiters = shown(context, waiters, lookOf(after));
    if (joined || waiters !== known) keepWaiters(context, waiters);
    const desk = deskOf(after ?? before);
    if (items.length > 0 && desk !== undefined) {
      context.objectSendClient(SERVICES.desk, desk).push(items);
    }
    return told;
  }

  async function step(context: restate.ObjectContext, event: AskEvent): Promise<void> {
    await perform(context, await turns.take(context, (turn) => void turn.send(event)));
  }

  return restate.object({
    name: "ReadbackAsk",
    handlers: {
      call: internal(
        INPUTS.ask.call,
        async (
          context: restate.ObjectContext,
          { awakeable, ask, call }: Parameters<AskObject["call"]>[1],
        ): Promise<void> => {
          const took = await turns.take(context, (turn) => {
            if (turn.state) turn.send({ type: "CALL", ...call, terms: termsOfAsk(ask) });
            else turn.start({ ask, call, at: turn.now });
          });
          const known = (await context.get<Waiters>(WAITERS)) ?? {};
          const waiters = took.parked ? dismissed(context, known) : known;
          const waiter = waiters[call.caller];
          const tell = [...(waiter?.tell ?? []), awakeable];
          const joined = { ...waiters, [call.caller]: { ...waiter, tell } };
          await perform(context, { ...took, parked: false }, { joined });
        },
      ),
      said: exclusive(INPUTS.ask.said, (context: restate.ObjectContext, said: SaidByCaller) =>
        step(context, said as AskEvent),
      ),
      tell: exclusive(
        INPUTS.ask.tell,
        async (context: restate.ObjectContext, said: SaidBySurface): Promise<ToldToSurface> => {
          const { requestId, surfaceId, surface, token, answers, type } = said;
          let isKnown = false;
          const took = await turns.take(context, ({ state, send }) => {
            if (!state) return;
            const { context: known } = state.snapshot;
            const desk = known.ask.session;
            if (!isDeskToken(deskSecret, desk, token)) throw forbidden("This was not taken");
            isKnown = presentationIn(known, requestId) > 0;
            if (!isKnown) return;
            const event =
              type === "ANSWER"
                ? answerEvent(known.ask.questions, requestId, answers)
                : { type, requestId };
            send({ ...event, process: surfaceId, ...(surface && { surface }) } as AskEvent);
          });
          const reply = await perform(context, took, { by: surfaceId });
          return isKnown ? reply : { known: false };
        },
      ),
      nudge: internal(INPUTS.ask.nudge, (context: restate.ObjectContext, nudge: Nudge) =>
        step(context, nudge),
      ),
      wake: internal(INPUTS.ask.wake, async (context: restate.ObjectContext, wake: Wake) => {
        const took = await turns.wake(context, wake);
        if (took) await perform(context, took);
      }),
      look: shared(
        null,
        async (context: restate.ObjectSharedContext): Promise<AskLook> =>
          lookOf(await turns.look(context)),
      ),
      watch: internal(
        INPUTS.ask.watch,
        async (
          context: restate.ObjectContext,
          { caller, seen, awakeable }: Parameters<AskObject["watch"]>[1],
        ): Promise<void> => {
          const waiters = (await context.get<Waiters>(WAITERS)) ?? {};
          const look = lookOf(await turns.look(context));
          const watching = Object.values(waiters).filter(({ watch }) => watch).length;
          // Only calls that wait here are told of changes: theirs is the end of it, too.
          const waiter = waiters[caller];
          const isSame = isSameLook(look, seen);
          if (!waiter || !isSame) return context.resolveAwakeable(awakeable, look);
          if (watching >= MOST_WATCHING && !waiter.watch) return;
          context.set(WAITERS, { ...waiters, [caller]: { ...waiter, watch: { awakeable, seen } } });
        },
      ),
      request: shared(
        INPUTS.ask.request,
        async (
          context: restate.ObjectSharedContext,
          { desk, token }: { readonly desk: string; readonly token?: string | undefined },
        ) => {
          const state = await turns.look(context);
          if (!isDeskToken(deskSecret, desk, token)) throw forbidden("This is not shown");
          if (deskOf(state) !== desk || !state?.snapshot.matches("open")) return null;
          return requestOf(state.snapshot.context);
        },
      ),
    } satisfies Partial<Record<keyof AskObject, unknown>>,
  });
}

const deskOf = (state: Took["after"]) => state?.snapshot.context.ask.session;

/** How a question looks from outside. */
function lookOf(state: Took["after"]): AskLook {
  if (!state) return { state: "settled", requestId: null, surface: null };
  const { snapshot } = state;
  const { requestId } = snapshot.context;
  const surface = onScreenIn(snapshot.context);
  if (snapshot.matches({ open: "rendered" })) return { state: "on_screen", requestId, surface };
  if (!snapshot.matches("open")) return { state: "settled", requestId, surface };
  const isQueued = snapshot.matches({ open: { presenting: "queued" } });
  return { state: isQueued ? "queued" : "presenting", requestId, surface };
}

/** Tells those who watch, when the question looks other than they have seen it. */
function shown(context: restate.ObjectContext, waiters: Waiters, look: AskLook): Waiters {
  let left = waiters;
  for (const [caller, { watch, ...waiter }] of Object.entries(waiters)) {
    if (!watch || isSameLook(watch.seen, look)) continue;
    context.resolveAwakeable(watch.awakeable, look);
    left = { ...left, [caller]: waiter };
  }
  return left;
}

/** Whoever waited for what cannot be read any more is told so now, not when patience ends. */
function dismissed(context: restate.ObjectContext, waiters: Waiters): Waiters {
  for (const awakeable of Object.values(waiters).flatMap(({ tell }) => tell)) {
    const why = "The state of this question could not be read, and is set aside: ask again";
    context.rejectAwakeable(awakeable, why);
  }
  return {};
}

function keepWaiters(context: restate.ObjectContext, waiters: Waiters): void {
  if (Object.keys(waiters).length > 0) context.set(WAITERS, waiters);
  else context.clear(WAITERS);
}
