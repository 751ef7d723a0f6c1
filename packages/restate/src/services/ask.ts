import { askMachine } from "@readback/core";
import {
  type AskEmitted,
  type AskEvent,
  answerEvent,
  type HostState,
  onScreenIn,
  parse,
  presentationIn,
  requestOf,
  termsOfAsk,
} from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import * as z from "zod";
import { isDeskToken } from "../desk-token.js";
import {
  type AskLook,
  type AskObject,
  type DeskItem,
  type Nudge,
  type SaidByCaller,
  type SaidBySurface,
  SERVICES,
  type ToldToSurface,
  type Wake,
} from "../names.js";
import type { Common } from "../options.js";
import { bounded, forbidden, refusing } from "../refusals.js";
import { createTurns } from "../turn.js";
import { exclusive, internal, shared } from "./handler-options.js";

const WAITERS = "waiters";

/** The awakeables of the calls that wait, by the callers' names. */
type Waiters = Readonly<Record<string, string>>;

const surfaceSchema = z.object({
  type: z.enum([
    ...(["RENDERED", "LOST", "QUEUED", "DEQUEUED"] as const),
    ...(["ACTIVITY", "ANSWER", "CANCEL", "DECLINE"] as const),
  ]),
  requestId: z.string().max(500),
  surfaceId: z.string().min(1).max(200),
  surface: z.string().max(200).optional(),
  answers: z.unknown().optional(),
  token: z.string().max(200).optional(),
});

const callerSchema = z.object({
  type: z.enum(["LEAVE", "ABORT", "RECEIVED", "NOT_RECEIVED"]),
  caller: z.string().min(1).max(200),
  hint: z.string().max(10_000).optional(),
  how: z.enum(["stopping"]).optional(),
});

/** One logical ask for each key: the machine decides, this translates. */
export function askObject({ journaling, deskSecret }: Common) {
  const turns = createTurns(askMachine, SERVICES.ask, journaling);

  /** Sends what the machine wants done where it belongs. */
  async function perform(
    context: restate.ObjectContext,
    emitted: readonly AskEmitted[],
    desk: string | undefined,
    by?: string,
  ): Promise<ToldToSurface> {
    const askId = context.key;
    const items: DeskItem[] = [];
    let told: ToldToSurface = { known: true };
    let waiters = await context.get<Waiters>(WAITERS);
    const before = waiters;
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
          const { [one.to]: awakeable, ...others } = waiters ?? {};
          waiters = others;
          if (awakeable) context.resolveAwakeable(awakeable, one.result);
          break;
        }
        case "ask.replace":
          items.push({ kind: "replace", askId });
          break;
        case "ask.over":
          items.push({ kind: "over", askId });
      }
    }
    if (waiters !== before) keepWaiters(context, waiters);
    if (items.length > 0 && desk !== undefined) {
      context.objectSendClient(SERVICES.desk, desk).push(items);
    }
    return told;
  }

  const deskOf = (state: HostState<typeof askMachine> | undefined) =>
    state?.snapshot.context.ask.session;

  /** Whoever waited for what cannot be read any more is told so now, not when patience ends. */
  async function dismissParked(context: restate.ObjectContext): Promise<void> {
    const waiters = (await context.get<Waiters>(WAITERS)) ?? {};
    for (const awakeable of Object.values(waiters)) {
      const why = "The state of this question could not be read, and is set aside: ask again";
      context.rejectAwakeable(awakeable, why);
    }
    context.clear(WAITERS);
  }

  async function step(context: restate.ObjectContext, event: AskEvent): Promise<void> {
    let desk: string | undefined;
    const { emitted, parked } = await turns.take(context, (turn) => {
      desk = deskOf(turn.state);
      turn.send(event);
    });
    if (parked) await dismissParked(context);
    await perform(context, emitted, desk);
  }

  return restate.object({
    name: "ReadbackAsk",
    handlers: {
      call: internal(
        async (
          context: restate.ObjectContext,
          { awakeable, ask, call }: Parameters<AskObject["call"]>[1],
        ): Promise<void> => {
          const { emitted, parked } = await turns.take(context, (turn) => {
            if (turn.state) turn.send({ type: "CALL", ...call, terms: termsOfAsk(ask) });
            else turn.start({ ask, call, at: turn.now });
          });
          if (parked) await dismissParked(context);
          const waiters = (await context.get<Waiters>(WAITERS)) ?? {};
          keepWaiters(context, { ...waiters, [call.caller]: awakeable });
          await perform(context, emitted, ask.session);
        },
      ),
      said: exclusive(async (context: restate.ObjectContext, input: SaidByCaller) => {
        const said = refusing(() => parse(callerSchema, input, "word of a caller"));
        await step(context, said as AskEvent);
      }),
      tell: exclusive(
        async (context: restate.ObjectContext, input: SaidBySurface): Promise<ToldToSurface> => {
          const said = refusing(() =>
            parse(surfaceSchema, bounded(input, "word of a surface"), "word of a surface"),
          );
          const { requestId, surfaceId, surface, token, answers, type } = said;
          let told: { desk: string; known: boolean } | undefined;
          const { emitted, parked } = await turns.take(context, ({ state, send }) => {
            if (!state) return;
            const { context: known } = state.snapshot;
            const desk = known.ask.session;
            if (!isDeskToken(deskSecret, desk, token)) throw forbidden("This was not taken");
            told = { desk, known: presentationIn(known, requestId) > 0 };
            if (!told.known) return;
            const event =
              type === "ANSWER"
                ? answerEvent(known.ask.questions, requestId, answers)
                : { type, requestId };
            send({ ...event, process: surfaceId, ...(surface && { surface }) } as AskEvent);
          });
          if (parked) await dismissParked(context);
          const reply = await perform(context, emitted, told?.desk, surfaceId);
          return told?.known ? reply : { known: false };
        },
      ),
      nudge: internal((context: restate.ObjectContext, nudge: Nudge) => step(context, nudge)),
      wake: internal(async (context: restate.ObjectContext, wake: Wake) => {
        const desk = deskOf(await turns.look(context));
        await perform(context, await turns.wake(context, wake), desk);
      }),
      look: shared(async (context: restate.ObjectSharedContext): Promise<AskLook> => {
        const state = await turns.look(context);
        if (!state) return { state: "settled", requestId: null, surface: null };
        const { snapshot } = state;
        const { requestId } = snapshot.context;
        const surface = onScreenIn(snapshot.context);
        if (snapshot.matches({ open: "rendered" }))
          return { state: "on_screen", requestId, surface };
        if (!snapshot.matches("open")) return { state: "settled", requestId, surface };
        const isQueued = snapshot.matches({ open: { presenting: "queued" } });
        return { state: isQueued ? "queued" : "presenting", requestId, surface };
      }),
      request: shared(
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

function keepWaiters(context: restate.ObjectContext, waiters: Waiters | null): void {
  if (waiters && Object.keys(waiters).length > 0) context.set(WAITERS, waiters);
  else context.clear(WAITERS);
}
