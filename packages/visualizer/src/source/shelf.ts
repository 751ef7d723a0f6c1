import type { InstanceSummary } from "../model/instance.js";
import type { Store } from "../model/store.js";
import { type WaitsFor, waitsFor } from "../model/waits-for.js";
import { type About, aboutOf } from "./about.js";
import { healthOf } from "./health.js";
import type { Filter, InstanceRow } from "./instance-list.js";
import { owesText } from "./owes.js";

/** The instances of a store as the page lists them; what is worked out once is kept until they move. */
export interface Shelf {
  /** By machine, in the store's order: the one that moved last comes last. */
  all(filter?: Filter): ReadonlyMap<string, readonly InstanceSummary[]>;
  about(summary: InstanceSummary): About;
  row(summary: InstanceSummary): InstanceRow;
}

interface Facts {
  readonly entries: number;
  readonly waitsFor: WaitsFor | null;
  readonly due: number | null;
}

export function createShelf(store: Store, now: () => number): Shelf {
  const abouts = new Map<string, About>();
  const facts = new Map<string, Facts>();
  let latest: { readonly records: number; readonly machines: Store["machines"] } | undefined;

  function machines(): Store["machines"] {
    if (latest?.records !== store.records) {
      latest = { records: store.records, machines: store.machines };
      prune(latest.machines);
    }
    return latest.machines;
  }
  /** What the store has forgotten is forgotten here, too. */
  function prune(kept: Store["machines"]): void {
    let count = 0;
    for (const list of kept.values()) count += list.length;
    for (const map of [abouts, facts]) {
      if (map.size <= 2 * count + 100) continue;
      for (const key of map.keys()) if (!store.get(key)) map.delete(key);
    }
  }
  function about({ key }: InstanceSummary): About {
    const known = abouts.get(key) ?? aboutOf(store.entries(key)[0]);
    abouts.set(key, known);
    return known;
  }
  function factsOf({ key, entries, isDone }: InstanceSummary): Facts {
    const known = facts.get(key);
    if (known?.entries === entries) return known;
    const track = isDone ? undefined : store.track(key);
    const state = track?.state(track.length - 1);
    const found: Facts = {
      entries,
      waitsFor: isDone ? "nobody" : track && state ? waitsFor(track.machine, state) : null,
      due: (track ? state?.deadlines : store.entries(key).at(-1)?.timers)?.[0]?.at ?? null,
    };
    facts.set(key, found);
    return found;
  }
  function passes(summary: InstanceSummary, filter: Filter): boolean {
    const { outcome, session, text, since, within, until } = filter;
    if (outcome === "open" ? summary.outcome !== null || summary.isDone : false) return false;
    if (outcome !== undefined && outcome !== "open" && summary.outcome !== outcome) return false;
    if (since !== undefined && summary.movedAt < since) return false;
    if (within !== undefined && summary.movedAt < now() - within) return false;
    if (until !== undefined && summary.startedAt > until) return false;
    if (session !== undefined && about(summary).session !== session) return false;
    if (!text) return true;
    const { instance, state } = summary;
    const where = [instance, state, summary.outcome ?? "", about(summary).subject].join("\n");
    return where.toLowerCase().includes(text.toLowerCase());
  }

  return {
    all(filter = {}) {
      const found = new Map<string, readonly InstanceSummary[]>();
      for (const [machine, list] of machines()) {
        if (filter.machine !== undefined && filter.machine !== machine) continue;
        const kept = list.filter((summary) => passes(summary, filter));
        if (kept.length > 0) found.set(machine, kept);
      }
      return found;
    },
    about,
    row(summary) {
      const { waitsFor: who, due } = factsOf(summary);
      return {
        ...summary,
        ...about(summary),
        health: healthOf(summary, who, due, now()),
        waitsFor: who,
        due,
        owes: owesText(summary.machine, summary.state, who),
      };
    },
  };
}
