import { type Hold, passKey } from "./dialog/hold.js";

/** Keys that are held back while the person may still be typing for a dialog that has gone. */
export interface HeldKeys {
  readonly isHeld: boolean;
  /** A dialog has gone from under the person's hands. */
  hold(): void;
  /** Whether this key is one for the dialog that has gone, and decides nothing. */
  holdsBack(): boolean;
  /** All keys count. */
  release(): void;
}

/** Holds keys back until there is a pause in typing; `onFree` is told when that is over. */
export function createHeldKeys(pause: number, onFree: () => void): HeldKeys {
  let held: Hold | null = null;
  let timer: NodeJS.Timeout | undefined;

  function set(next: Hold | null): void {
    clearTimeout(timer);
    held = next;
    if (!next) return;
    timer = setTimeout(() => {
      held = null;
      onFree();
    }, pause);
    timer.unref();
  }

  return {
    get isHeld() {
      return held !== null;
    },
    hold: () => set({ since: performance.now() }),
    holdsBack() {
      set(passKey(held, performance.now(), pause));
      return held !== null;
    },
    release: () => set(null),
  };
}
