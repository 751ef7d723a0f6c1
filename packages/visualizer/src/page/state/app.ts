import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Filter, InstanceQuery } from "../../source/instance-list.js";
import type { Source, Status } from "../../source/source.js";
import { createClock } from "./clock.js";
import { createRefresh } from "./refresh.js";
import { createResource, type Resource } from "./resource.js";
import { hashOf, type Route, routeOf } from "./route.js";

/** What every part of the page may look at. */
export interface App {
  readonly source: Source;
  readonly status: Resource<Status>;
  /** Changes whenever there may be something new; who reads it asks again. */
  readonly revision: ReadonlySignal<string>;
  /** The clock of the source, in whole seconds. */
  readonly now: ReadonlySignal<number>;
  readonly route: ReadonlySignal<Route>;
  readonly filter: Signal<Filter>;
  readonly sort: Signal<NonNullable<InstanceQuery["sort"]>>;
  readonly isHelpOpen: Signal<boolean>;
  /** On a phone the list covers the rest. */
  readonly isListOpen: Signal<boolean>;
  /** Said to everybody, also to those who cannot see it. */
  readonly said: Signal<string>;
  go(route: Route, how?: "push" | "replace"): void;
}

export function createApp(asked: Source): App {
  const { source, revision, again } = createRefresh(asked);
  const route = signal(routeOf(location.hash));
  const isListOpen = signal(route.value.view === "overview");
  const show = (next: Route) => {
    route.value = next;
    isListOpen.value = false;
  };
  addEventListener("hashchange", () => show(routeOf(location.hash)));
  const status = createResource(() => {
    revision.value;
    return source.status();
  });
  // While journals are being read for the first time, how far that is changes all the time.
  effect(() => {
    if (status.value.value?.reading) again();
  });
  return {
    source,
    status,
    revision,
    now: createClock(computed(() => status.value.value)),
    route,
    filter: signal({}),
    sort: signal("moved"),
    isHelpOpen: signal(false),
    isListOpen,
    said: signal(""),
    go(next, how = "push") {
      const hash = hashOf(next);
      const to = hash === "#" ? location.pathname + location.search : hash;
      if (how === "push" && hashOf(route.value) !== hash) history.pushState(null, "", to);
      else history.replaceState(null, "", to);
      show(next);
    },
  };
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("There is no app around this component");
  return app;
}
