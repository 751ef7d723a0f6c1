import type { QuestionBridge, Unsubscribe } from "@readback/core";
import { askIdOf, isNoSurface, messageOf } from "@readback/core/host";
import { type DeskNews, type SaidBySurface, SERVICES } from "../names.js";
import { checkClient } from "./check-client.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** Settings of {@link connectDesk}. */
export interface ConnectDeskOptions extends IngressOptions {
  /** Whose questions are shown: the session of the callers. */
  readonly desk: string;
  /** The user interface that shows them. */
  readonly bridge: QuestionBridge;
  /** What `deskToken` makes for this desk, where the cluster has a `deskSecret`. */
  readonly token?: string;
  /** How long one request waits for news, in milliseconds. Whoever dies is missed 10 seconds after that. Default 15,000. */
  readonly patience?: number;
  /** Told of errors nobody waits for. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** A desk that is being served. */
export interface ConnectedDesk {
  /** Name of this surface: what it shows is shown here until it leaves or is missed. */
  readonly surfaceId: string;
  /** Resolves once the cluster knows that this surface is there. Rejects when it is refused. */
  readonly ready: Promise<void>;
  /** Leaves: what was shown only here is on screen no more. */
  close(): Promise<void>;
}

/** How often typing is worth a message, in milliseconds. */
const ACTIVITY_EVERY = 1_000;

/**
 * Shows the questions of a desk, wherever they were asked: a page, a terminal or a window, on any host.
 * @example
 * const desk = connectDesk({ ingress, desk: "alice", bridge: page });
 */
export function connectDesk(options: ConnectDeskOptions): ConnectedDesk {
  checkClient("connectDesk", options);
  const { desk, bridge, token, patience = 15_000 } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  const ingress = createIngress(options);
  const surfaceId = crypto.randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const withToken = token === undefined ? {} : { token };
  /** What is open here, by its ask. */
  const shown = new Map<string, string>();
  const lastActivity = new Map<string, number>();
  /** What a surface says of one question arrives in its order. */
  const lanes = new Map<string, Promise<void>>();

  // From the cluster to the surface.

  async function present(
    askId: string,
    requestId: string,
    kind: "present" | "join",
    isWhole: boolean,
  ): Promise<void> {
    const request = await ingress.object(
      SERVICES.ask,
      askId,
      "request",
      { desk, ...withToken },
      { idempotencyKey: null, signal },
    );
    // A newer presentation, or the end, is on its way.
    if (request?.requestId !== requestId) return;
    if (kind === "join") return bridge.join?.(request);
    // The whole screen was told again.
    if (isWhole && shown.get(askId) === requestId) return;
    shown.set(askId, requestId);
    try {
      await bridge.sendQuestion(request);
    } catch (error) {
      const type = isNoSurface(error) ? "NO_SURFACE" : "PRESENT_FAILED";
      const failure = {
        type,
        askId,
        requestId,
        hint: messageOf(error),
        surfaceId,
        ...withToken,
      } as const;
      await ingress.object(SERVICES.desk, desk, "failed", failure, { signal });
    }
  }

  function take({ items, whole }: DeskNews): void {
    const open = new Set(items.map(({ requestId }) => requestId));
    for (const [askId, requestId] of whole ? [...shown] : []) {
      if (open.has(requestId)) continue;
      shown.delete(askId);
      bridge.close?.(requestId, "unknown_request");
    }
    for (const item of items) {
      const { askId, requestId } = item;
      if (item.kind === "close") {
        // In its turn: a question may just be on its way to the surface.
        inLane(askId, async () => {
          if (shown.get(askId) === requestId) shown.delete(askId);
          bridge.close?.(requestId, item.reason);
        });
      } else inLane(askId, () => present(askId, requestId, item.kind, whole));
    }
  }

  let isKnown = () => {};
  let isRefused = (_: unknown) => {};
  const ready = new Promise<void>((resolve, reject) => {
    isKnown = resolve;
    isRefused = reject;
  });
  ready.catch(() => {});

  async function follow(): Promise<void> {
    let since = 0;
    while (!signal.aborted) {
      try {
        const asked = { desk, surfaceId, since, patience, ...withToken };
        const how = { timeout: patience + 10_000, signal };
        const news = await ingress.service(SERVICES.surfaces, "follow", asked, how);
        isKnown();
        take(news);
        since = news.next;
      } catch (error) {
        if (signal.aborted) return;
        isRefused(error);
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
    }
  }

  // From the surface to the cluster.

  function inLane(askId: string, run: () => Promise<void> | void): void {
    const lane = (lanes.get(askId) ?? Promise.resolve())
      .then(run)
      .catch((error) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => {
        if (lanes.get(askId) === lane) lanes.delete(askId);
      });
    lanes.set(askId, lane);
  }

  function say(
    type: SaidBySurface["type"],
    requestId: string,
    more: { answers?: unknown } = {},
  ): void {
    const askId = typeof requestId === "string" ? askIdOf(requestId) : undefined;
    if (askId === undefined) {
      bridge.close?.(requestId, "unknown_request");
      return;
    }
    // It is to be shown again, also when the whole screen is told.
    if (type === "LOST") shown.delete(askId);
    const surface = bridge.surfaceOf?.(requestId);
    const said = { type, requestId, surfaceId, ...(surface && { surface }), ...more, ...withToken };
    inLane(askId, async () => {
      const told = await ingress.object(SERVICES.ask, askId, "tell", said);
      if (!told.known) bridge.close?.(requestId, "unknown_request");
      if (told.acknowledged) bridge.acknowledge?.(requestId);
      if (told.refused !== undefined) bridge.refuse?.(requestId, told.refused);
    });
  }

  function active(requestId: string): void {
    const now = Date.now();
    if (now - (lastActivity.get(requestId) ?? 0) < ACTIVITY_EVERY) return;
    lastActivity.clear();
    lastActivity.set(requestId, now);
    say("ACTIVITY", requestId);
  }

  const stops: (Unsubscribe | undefined)[] = [
    bridge.onRenderConfirmed((requestId) => say("RENDERED", requestId)),
    bridge.onLost?.((requestId) => say("LOST", requestId)),
    bridge.onAnswer((requestId, answers) => say("ANSWER", requestId, { answers })),
    bridge.onCancel((requestId, how) => say(how === "declined" ? "DECLINE" : "CANCEL", requestId)),
    bridge.onQueued?.((requestId, queued) => say(queued ? "QUEUED" : "DEQUEUED", requestId)),
    bridge.onActivity?.(active),
  ];
  const following = follow();

  return {
    surfaceId,
    ready,
    async close() {
      for (const stop of stops) stop?.();
      await Promise.allSettled(lanes.values());
      stopping.abort();
      await following;
      await ingress.object(SERVICES.desk, desk, "leave", { surfaceId, ...withToken });
    },
  };
}
