import type { HostState } from "@readback/core/host";

/** The states of all instances of a track, by name. */
export type States = ReadonlyMap<string, HostState>;

interface Keyframe {
  /** The entry after which it was so. */
  readonly n: number;
  readonly states: States;
}

/** States kept every now and then, so that no seek has to begin at the beginning. */
export class Keyframes {
  #frames: Keyframe[] = [{ n: -1, states: new Map() }];

  add(n: number, states: States): void {
    this.#frames.push({ n, states: new Map(states) });
  }

  get last(): Keyframe {
    return this.#frames.at(-1) as Keyframe;
  }

  /** The latest one that is not after `n`. */
  before(n: number): Keyframe {
    let low = 0;
    let high = this.#frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#frames[middle] as Keyframe).n <= n) low = middle;
      else high = middle - 1;
    }
    return this.#frames[low] as Keyframe;
  }

  /** Lets go of those before the one at or before `n`, and returns where that is. */
  forgetBefore(n: number): number {
    const kept = this.before(n);
    this.#frames = this.#frames.slice(this.#frames.indexOf(kept));
    return kept.n;
  }
}
