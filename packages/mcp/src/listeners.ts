import type { QuestionBridge, Unsubscribe } from "@readback/core";

type Callback<K extends BridgeEvent> = Parameters<NonNullable<QuestionBridge[K]>>[0];
type BridgeEvent = "onRenderConfirmed" | "onAnswer" | "onCancel" | "onQueued" | "onActivity";

type Anything = (...args: unknown[]) => void;

/** Everyone who listens to a bridge, by event. */
export interface Listeners {
  add<K extends BridgeEvent>(event: K, callback: Callback<K>): Unsubscribe;
  emit<K extends BridgeEvent>(event: K, ...args: Parameters<Callback<K>>): void;
}

/** Makes the list of listeners of a bridge. */
export function createListeners(): Listeners {
  const callbacks = new Map<BridgeEvent, Set<Anything>>();
  return {
    add(event, callback) {
      const set = callbacks.get(event) ?? new Set();
      callbacks.set(event, set.add(callback as Anything));
      return () => set.delete(callback as Anything);
    },
    emit(event, ...args) {
      for (const callback of callbacks.get(event) ?? []) callback(...args);
    },
  };
}
