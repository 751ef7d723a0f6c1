import { type ReadonlySignal, signal } from "@preact/signals";
import { SOURCE_METHODS, type Source, type SourceMethod } from "../../source/source.js";

/** How often the page looks at what is new, at most; in milliseconds, as all times here. */
const PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/** So many times as long as the source took to answer, it is left alone: it may be busy reading. */
const REST = 3;
/** These answer in parts and remember how far they are: nothing is lost when an answer is dropped. */
const IN_PARTS: ReadonlySet<SourceMethod> = new Set(["coverage", "ledger", "path"]);

/** When the page asks again for what it shows. */
export interface Refresh {
  /** The same source. What is asked of it is waited for. */
  readonly source: Source;
  /** Changes whenever there may be something new; who reads it asks again. */
  readonly revision: ReadonlySignal<string>;
  /** Has the page look again soon, although nothing was said to have changed. */
  again(): void;
}

/**
 * Has the page ask again when something has changed, but never while it waits for answers. A new
 * question would drop them, and of a source that changes faster than it answers nothing would ever be shown.
 */
export function createRefresh(source: Source): Refresh {
  const revision = signal("");
  let latest = "";
  let looks = 0;
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE;
  let waiting = 0;
  /** Since when the answers to the latest look are waited for. */
  let since: number | undefined = performance.now();

  function plan(): void {
    if (!isWanted || waiting > 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === 0) look();
    }, pause);
  }
  function look(): void {
    isWanted = false;
    looks += 1;
    since = performance.now();
    revision.value = `${latest} ${looks}`;
  }
  function answered(): void {
    waiting -= 1;
    if (waiting > 0) return;
    if (since !== undefined) {
      const took = performance.now() - since;
      pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, REST * took));
    }
    since = undefined;
    plan();
  }
  function again(): void {
    isWanted = true;
    plan();
  }
  source.subscribe(({ epoch, revision: number }) => {
    latest = `${epoch} ${number}`;
    again();
  });

  const methods = SOURCE_METHODS.map((method) => {
    const ask = source[method] as (...given: unknown[]) => Promise<unknown>;
    if (IN_PARTS.has(method)) return [method, ask];
    const counted = (...given: unknown[]) => {
      waiting += 1;
      return ask(...given).finally(answered);
    };
    return [method, counted];
  });
  const { subscribe } = source;
  return { source: { ...Object.fromEntries(methods), subscribe } as Source, revision, again };
}
