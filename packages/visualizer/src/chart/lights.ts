import type { ChartLayout, LaidEdge, LaidNode } from "./layout.js";
import type { ChartRun } from "./run.js";

/** What is lit, asked for what is drawn. */
export interface Lights {
  /** There is a run: what it has nothing to do with is dimmed. */
  readonly isLit: boolean;
  isCurrent(node: LaidNode): boolean;
  isVisited(node: LaidNode): boolean;
  isTaken(edge: Pick<LaidEdge, "transitions">): boolean;
  isFired(edge: Pick<LaidEdge, "transitions">): boolean;
  /** How often what is drawn was taken; undefined when nobody counts. */
  count(edge: Pick<LaidEdge, "transitions">): number | undefined;
  /** 0 (never) to 5 (as often as the most taken one), on a logarithmic scale. */
  heat(edge: Pick<LaidEdge, "transitions">): number;
}

/** Works out what is lit. */
export function lightsOf({ edges }: ChartLayout, run: ChartRun = {}): Lights {
  const current = withOuter(run.current ?? []);
  const visited = withOuter(run.visited ?? []);
  const taken = new Set(run.taken);
  const fired = new Set(run.fired);
  const { counts } = run;
  const count = ({ transitions }: Pick<LaidEdge, "transitions">) =>
    counts &&
    transitions.reduce((sum, id) => sum + (Object.hasOwn(counts, id) ? (counts[id] ?? 0) : 0), 0);
  const most = Math.max(1, ...edges.map((edge) => count(edge) ?? 0));
  const hasAny = (ids: ReadonlySet<string>, list: readonly string[]) =>
    list.some((id) => ids.has(id));
  return {
    isLit: current.size > 0 || visited.size > 0 || taken.size > 0 || fired.size > 0,
    isCurrent: ({ states }) => hasAny(current, states),
    isVisited: ({ states }) => hasAny(visited, states),
    isTaken: ({ transitions }) => hasAny(taken, transitions),
    isFired: ({ transitions }) => hasAny(fired, transitions),
    count,
    heat: (edge) => {
      const times = count(edge) ?? 0;
      return times <= 0 ? 0 : 1 + Math.round((4 * Math.log1p(times)) / Math.log1p(most));
    },
  };
}

/** The states and all states around them. A dot after `\` belongs to a name. */
function withOuter(ids: readonly string[]): ReadonlySet<string> {
  return new Set(
    ids.flatMap((id) => [
      id,
      ...[...id.matchAll(/(?<=(?<!\\)(?:\\\\)*)\./g)].map(({ index }) => id.slice(0, index)),
    ]),
  );
}
