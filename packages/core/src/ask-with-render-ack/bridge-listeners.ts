import type { QuestionBridge, Unsubscribe } from "./bridge.js";

/** What a bridge tells, by the name of the method that listens to it. */
type BridgeEvent =
  | "onRenderConfirmed"
  | "onLost"
  | "onAnswer"
  | "onCancel"
  | "onQueued"
  | "onActivity";
type Callback<E extends BridgeEvent> = Parameters<NonNullable<QuestionBridge[E]>>[0];
type Anything = (...args: unknown[]) => void;

/** Everyone who listens to a bridge. */
export interface BridgeListeners {
  /** The `on…` methods of the bridge: spread them into it. */
  readonly methods: Required<Pick<QuestionBridge, BridgeEvent>>;
  /** Tells everyone who listens; what a listener throws comes out. */
  emit<E extends BridgeEvent>(event: E, ...args: Parameters<Callback<E>>): void;
  /** Whether anybody listens. */
  has(event: BridgeEvent): boolean;
  /** Passes on what another bridge tells. */
  relay(bridge: QuestionBridge): Unsubscribe;
}

const EVENTS: readonly BridgeEvent[] = [
  "onRenderConfirmed",
  "onLost",
  "onAnswer",
  "onCancel",
  "onQueued",
  "onActivity",
];

/**
 * Makes the listening half of a bridge.
 * @example
 * const listeners = createBridgeListeners();
 * const bridge: QuestionBridge = { ...listeners.methods, sendQuestion: show };
 * button.onclick = () => listeners.emit("onCancel", requestId);
 */
export function createBridgeListeners(): BridgeListeners {
  const callbacks = new Map<BridgeEvent, Set<Anything>>(EVENTS.map((event) => [event, new Set()]));
  const listen = (event: BridgeEvent) => (callback: Anything) => {
    const set = callbacks.get(event);
    set?.add(callback);
    return () => set?.delete(callback);
  };
  const emit = (event: BridgeEvent, ...args: unknown[]) => {
    for (const callback of callbacks.get(event) ?? []) callback(...args);
  };
  return {
    methods: Object.fromEntries(
      EVENTS.map((event) => [event, listen(event)]),
    ) as unknown as BridgeListeners["methods"],
    emit,
    has: (event) => (callbacks.get(event)?.size ?? 0) > 0,
    relay(bridge) {
      const stops = EVENTS.map((event) => bridge[event]?.(emit.bind(null, event)));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}
