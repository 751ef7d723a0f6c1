import * as restate from "@restatedev/restate-sdk";
import { isDeskToken } from "../desk-token.js";
import {
  type DeskItem,
  type DeskNews,
  type DeskObject,
  type Follow,
  SERVICES,
  type SurfaceFailure,
} from "../names.js";
import type { Common } from "../options.js";
import { forbidden } from "../refusals.js";
import { exclusive, internal, waiting } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

type Shown = Exclude<DeskItem, { kind: "over" | "replace" }>;

interface Numbered {
  readonly at: number;
  readonly item: Shown;
}

interface FollowingSurface {
  /** Until when it counts as there without being heard of. */
  readonly until: number;
  /** Where to send the next news. */
  readonly awakeable?: string;
  readonly since?: number;
}

/** What is on, at one desk: ids alone, for questions are fetched from their asks. */
interface Desk {
  readonly next: number;
  /** The open questions, by their ask: the latest presentation. */
  readonly open: Readonly<Record<string, string>>;
  /** What happened lately; who missed more gets everything that is open. */
  readonly recent: readonly Numbered[];
  readonly surfaces: Readonly<Record<string, FollowingSurface>>;
}

const DESK = "desk";
const SWEEP = "sweep";
const EMPTY: Desk = { next: 1, open: {}, recent: [], surfaces: {} };
const MOST_RECENT = 100;
const MOST_SURFACES = 1_000;
/** How long a surface may be silent beyond what it said it would wait. */
const GRACE = 10_000;
const LONGEST_FOLLOW = 60_000;

/** One desk for each session: its surfaces ask what is new, and it knows which of them are there. */
export function deskObject({ deskSecret }: Common) {
  const read = async (context: restate.ObjectContext) => (await context.get<Desk>(DESK)) ?? EMPTY;

  /** Gives everyone who waits what is new for them. */
  function spread(context: restate.ObjectContext, desk: Desk): Desk {
    const surfaces = Object.entries(desk.surfaces).map(([id, surface]) => {
      const { awakeable, since = 0, until } = surface;
      const news = awakeable === undefined ? undefined : newsFor(desk, id, since);
      if (awakeable === undefined || !news) return [id, surface];
      context.resolveAwakeable(awakeable, news);
      return [id, { until }];
    });
    return { ...desk, surfaces: Object.fromEntries(surfaces) };
  }

  function lose(context: restate.ObjectContext, desk: Desk, gone: string): Desk {
    for (const [askId, requestId] of Object.entries(desk.open)) {
      // The ask knows whether it was shown there.
      context
        .objectSendClient(SERVICES.ask, askId)
        .nudge({ type: "LOST", requestId, process: gone });
    }
    const { [gone]: _, ...surfaces } = desk.surfaces;
    return { ...desk, surfaces };
  }

  return restate.object({
    name: "ReadbackDesk",
    handlers: {
      push: internal(
        INPUTS.desk.push,
        async (context: restate.ObjectContext, items: readonly DeskItem[]) => {
          let desk = await read(context);
          for (const item of items) {
            if (item.kind === "replace") {
              for (const other of Object.keys(desk.open)) {
                if (other !== item.askId)
                  context.objectSendClient(SERVICES.ask, other).nudge({ type: "SUPERSEDE" });
              }
            } else desk = withItem(desk, item);
          }
          context.set(DESK, spread(context, desk));
        },
      ),
      wait: internal(
        INPUTS.desk.wait,
        async (context: restate.ObjectContext, input: Parameters<DeskObject["wait"]>[1]) => {
          const { surfaceId, since, patience, awakeable } = input;
          const now = await context.date.now();
          const desk = await read(context);
          const others = Object.entries(desk.surfaces).filter(([id]) => id !== surfaceId);
          const surface = { until: now + patience + GRACE, awakeable, since };
          const surfaces = Object.fromEntries([
            ...others.slice(-MOST_SURFACES),
            [surfaceId, surface],
          ]);
          context.set(DESK, spread(context, { ...desk, surfaces }));
          if (await context.get<boolean>(SWEEP)) return;
          context.set(SWEEP, true);
          sweepLater(context);
        },
      ),
      hush: internal(
        INPUTS.desk.hush,
        async (context: restate.ObjectContext, input: Parameters<DeskObject["hush"]>[1]) => {
          const desk = await read(context);
          const surface = desk.surfaces[input.surfaceId];
          if (surface?.awakeable !== input.awakeable) return;
          const { until } = surface;
          context.set(DESK, {
            ...desk,
            surfaces: { ...desk.surfaces, [input.surfaceId]: { until } },
          });
        },
      ),
      leave: exclusive(
        INPUTS.desk.leave,
        async (
          context: restate.ObjectContext,
          { surfaceId, token }: Parameters<DeskObject["leave"]>[1],
        ) => {
          if (!isDeskToken(deskSecret, context.key, token))
            throw forbidden("The surface did not leave");
          const desk = await read(context);
          if (desk.surfaces[surfaceId]) context.set(DESK, lose(context, desk, surfaceId));
        },
      ),
      failed: exclusive(
        INPUTS.desk.failed,
        async (context: restate.ObjectContext, failure: SurfaceFailure) => {
          const { askId, requestId, type, hint, surfaceId, token } = failure;
          if (!isDeskToken(deskSecret, context.key, token)) throw forbidden("This was not taken");
          const desk = await read(context);
          // Another surface may show it.
          const isAlone = Object.keys(desk.surfaces).every((id) => id === surfaceId);
          if (!isAlone || desk.open[askId] !== requestId) return;
          const nudge = { type, requestId, hint: String(hint).slice(0, 1_000) } as const;
          context.objectSendClient(SERVICES.ask, askId).nudge(nudge);
        },
      ),
      sweep: internal(null, async (context: restate.ObjectContext) => {
        const now = await context.date.now();
        let desk = await read(context);
        for (const [id, { until }] of Object.entries(desk.surfaces)) {
          if (until < now) desk = lose(context, desk, id);
        }
        context.set(DESK, desk);
        if (Object.keys(desk.surfaces).length > 0) sweepLater(context);
        else context.clear(SWEEP);
      }),
      others: internal(
        INPUTS.desk.others,
        async (context: restate.ObjectContext, { askId }: { readonly askId: string }) =>
          Object.keys((await read(context)).open).filter((id) => id !== askId),
      ),
    } satisfies Partial<Record<keyof DeskObject, unknown>>,
  });
}

function sweepLater(context: restate.ObjectContext): void {
  const delay = restate.rpc.sendOpts({ delay: GRACE });
  context.objectSendClient(SERVICES.desk, context.key).sweep(delay as never);
}

function withItem(
  { open, recent, next, ...rest }: Desk,
  item: Exclude<DeskItem, { kind: "replace" }>,
): Desk {
  const { [item.askId]: shown, ...others } = open;
  if (item.kind === "over") return { ...rest, next, recent, open: others };
  const isGone = item.kind === "close" && shown === item.requestId;
  const now = item.kind === "present" ? item.requestId : isGone ? undefined : shown;
  return {
    ...rest,
    next: next + 1,
    open: now === undefined ? others : { ...others, [item.askId]: now },
    recent: [...recent, { at: next, item }].slice(-MOST_RECENT),
  };
}

/** What is new for a surface; `undefined`: nothing. */
function newsFor(desk: Desk, surfaceId: string, since: number): DeskNews | undefined {
  const { next, recent, open } = desk;
  // A desk that was lost, and began again, has had less news than the surface.
  const isWhole = since < (recent[0]?.at ?? next) || since > next;
  if (isWhole && since !== next) {
    const items = Object.entries(open).map(
      ([askId, requestId]) => ({ kind: "present", askId, requestId }) as const,
    );
    return { items, next, whole: true };
  }
  const items = recent
    .filter(({ at, item }) => at >= since && !(item.kind === "close" && item.by === surfaceId))
    .map(({ item }) => item);
  return items.length > 0 ? { items, next, whole: false } : undefined;
}

/** Where surfaces wait for news. */
export function surfacesService({ deskSecret }: Common) {
  return restate.service({
    name: "ReadbackSurfaces",
    handlers: {
      follow: waiting(
        INPUTS.surfaces.follow,
        async (context: restate.Context, input: Follow): Promise<DeskNews> => {
          const { desk, token, surfaceId, since } = input;
          if (!isDeskToken(deskSecret, desk, token)) throw forbidden("Nothing is shown");
          const patience = Math.min(input.patience, LONGEST_FOLLOW);
          const { id, promise } = context.awakeable<DeskNews>();
          const client = context.objectSendClient(SERVICES.desk, desk);
          client.wait({ surfaceId, since, patience, awakeable: id });
          try {
            return await promise.orTimeout(patience);
          } catch (error) {
            if (!(error instanceof restate.TimeoutError)) throw error;
            client.hush({ surfaceId, awakeable: id });
            return { items: [], next: since, whole: false };
          }
        },
      ),
    },
  });
}
