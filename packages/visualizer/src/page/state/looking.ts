import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { BranchView } from "../../source/branch-view.js";
import type { ChartView } from "../../source/chart-view.js";
import type { MomentRow, MomentView } from "../../source/moment-view.js";
import type { Path } from "../../source/path.js";
import type { InstanceView } from "../../source/source.js";
import type { InstanceSpans } from "../../source/spans-view.js";
import type { App } from "./app.js";
import { createResource, type Resource } from "./resource.js";
import { createWhatIf, type WhatIf } from "./what-if.js";

export const TABS = ["why", "entries", "what if", "compare", "proof"] as const;
export type Tab = (typeof TABS)[number];

/** What is chosen in the chart. */
export type Selected =
  | { readonly kind: "state"; readonly id: string }
  | { readonly kind: "edge"; readonly id: string };

/** An instance that is being looked at, and the moment of it. */
export interface Looking {
  readonly key: string;
  readonly instance: Resource<InstanceView | null>;
  readonly chart: Resource<ChartView | null>;
  readonly moment: Resource<MomentView | null>;
  readonly spans: Resource<InstanceSpans | null>;
  readonly path: Resource<Path | null>;
  /** The entry that is looked at; the last one while nobody chose another. */
  readonly n: ReadonlySignal<number | undefined>;
  readonly first: ReadonlySignal<number>;
  readonly last: ReadonlySignal<number>;
  readonly isAtEnd: ReadonlySignal<boolean>;
  readonly tab: Signal<Tab>;
  readonly selected: Signal<Selected | null>;
  readonly isPlaying: Signal<boolean>;
  readonly whatIf: WhatIf;
  /** Lit in the chart instead of what happened. */
  readonly shownBranch: ReadonlySignal<BranchView | null>;
  /** Goes to an entry; to the end, and along with it, with `null`. */
  seek(n: number | null): void;
  step(by: number): void;
  rows(from: number, to: number): Promise<readonly MomentRow[]>;
  stop(): void;
}

export function createLooking(app: App, key: string, tab: Signal<Tab>): Looking {
  const { source, revision, route } = app;
  const whenNew = <T>(ask: () => Promise<T>) =>
    createResource(() => {
      revision.value;
      return ask();
    });
  const instance = whenNew(() => source.instance(key));
  const last = computed(() => (instance.value.value?.length ?? 1) - 1);
  const first = computed(() => instance.value.value?.first ?? 0);
  const asked = computed(() => {
    const { value } = route;
    return value.view === "instance" && value.key === key ? value.n : null;
  });
  const n = computed(() => {
    if (!instance.value.value) return undefined;
    return Math.min(Math.max(asked.value ?? last.value, first.value), last.value);
  });
  const moment = createResource(() => {
    const at = n.value;
    if (at === last.value) revision.value;
    return at === undefined ? undefined : source.moment(key, at);
  });
  const machine = key.slice(0, key.indexOf("/"));
  const chart = createResource(() => source.chart(machine));
  const spans = whenNew(() => source.spans(key));
  const path = createResource((isCurrent) => {
    revision.value;
    return wholePath(app, key, isCurrent);
  });
  const isPlaying = signal(false);
  const whatIf = createWhatIf(app, key, n);
  const seek = (to: number | null) => app.go({ view: "instance", key, n: to }, "replace");
  const step = (by: number) => {
    const at = Math.min(Math.max((n.value ?? 0) + by, first.value), last.value);
    seek(at === last.value ? null : at);
  };
  const stopPlaying = effect(() => {
    if (!isPlaying.value || n.value === undefined) return undefined;
    if (n.value >= last.value) {
      isPlaying.value = false;
      return undefined;
    }
    const timer = setTimeout(() => step(1), PLAY_PAUSE);
    return () => clearTimeout(timer);
  });
  return {
    key,
    instance,
    chart,
    moment,
    spans,
    path,
    n,
    first,
    last,
    isAtEnd: computed(() => n.value === last.value),
    tab,
    selected: signal(null),
    isPlaying,
    whatIf,
    shownBranch: computed(() => (tab.value === "what if" ? (whatIf.view.value ?? null) : null)),
    seek,
    step,
    rows: (from, to) => source.moments(key, from, to),
    stop() {
      stopPlaying();
      whatIf.stop();
      for (const one of [instance, chart, moment, spans, path]) one.stop();
    },
  };
}

const PLAY_PAUSE = 700;

/** A long history is looked at in parts. */
async function wholePath(
  { source }: App,
  key: string,
  isCurrent: () => boolean,
): Promise<Path | null> {
  for (;;) {
    const path = await source.path(key);
    if (!path || path.looked >= path.of || !isCurrent()) return path;
  }
}

const LookingContext = createContext<Looking | undefined>(undefined);
export const LookingProvider = LookingContext.Provider;

export function useLooking(): Looking {
  const looking = useContext(LookingContext);
  if (!looking) throw new Error("No instance is looked at around this component");
  return looking;
}
