import { useComputed, useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type { InstancePage } from "../../source/instance-list.js";
import { useApp } from "../state/app.js";
import { useKeyHandler } from "../state/keys.js";
import { createResource } from "../state/resource.js";
import { plural } from "../words.js";
import { Filters } from "./filters.js";
import { linesOf, windowOf } from "./list-lines.js";
import { Row } from "./row.js";

const ROW = 62;
const MARGIN = 10;

/** The instances, by machine. Only what is in sight is asked for and drawn. */
export function List() {
  const app = useApp();
  const { source, revision, filter, sort, route, go } = app;
  const box = useRef<HTMLDivElement>(null);
  const scroll = useSignal(0);
  const height = useSignal(600);
  const groups = useSignal<InstancePage["groups"]>([]);
  const lines = useComputed(() => linesOf(groups.value));
  const sight = useComputed(() => windowOf(lines.value, scroll.value, height.value, ROW, MARGIN));
  // Numbers, which are equal when they say the same: counts that grow must not drop the answer they came with.
  const offset = useComputed(() => sight.value.offset);
  const limit = useComputed(() => sight.value.limit);
  const page = useMemo(
    () =>
      createResource(async () => {
        revision.value;
        const part = { offset: offset.value, limit: limit.value };
        const asked = { filter: filter.value, sort: sort.value, ...part };
        const answer = await source.instances(asked);
        if (JSON.stringify(answer.groups) !== JSON.stringify(groups.peek())) {
          groups.value = answer.groups;
        }
        return answer;
      }),
    [app],
  );
  useEffect(() => () => page.stop(), [page]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const known = page.value.value;
  const chosen = route.value.view === "instance" ? route.value.key : undefined;
  const move = useCallback(
    (key: string) => {
      const rows = page.value.value?.rows ?? [];
      const by = { j: 1, k: -1 }[key];
      if (by === undefined || rows.length === 0) return false;
      const at = rows.findIndex((row) => row.key === chosen);
      const next = rows[at < 0 ? 0 : at + by];
      if (next) go({ view: "instance", key: next.key, n: null });
      return true;
    },
    [page, chosen, go],
  );
  useKeyHandler(move);
  return (
    <aside class="list" aria-label="Instances">
      <Filters />
      <p class="count muted" role="status">
        {known ? plural(known.total, "instance") : "…"}
      </p>
      <div
        class="rows"
        ref={box}
        tabIndex={-1}
        onScroll={({ currentTarget }) => {
          scroll.value = currentTarget.scrollTop;
        }}
      >
        {known?.total === 0 && <Nothing isFiltered={Object.keys(filter.value).length > 0} />}
        <ul style={{ height: `${sight.value.total}px` }}>
          {sight.value.lines.map(({ line, top }) => {
            const style = { transform: `translateY(${top}px)` };
            if ("machine" in line) {
              return (
                <li class="group" style={style} key={`group ${line.machine}`}>
                  <h2>{line.machine}</h2> <span class="muted">{line.count}</span>
                </li>
              );
            }
            const row = known?.rows[line.index - known.offset];
            return (
              <li style={style} key={row?.key ?? line.index}>
                {row && (
                  <Row
                    row={row}
                    isChosen={row.key === chosen}
                    onChoose={() => go({ view: "instance", key: row.key, n: null })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </aside>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { status } = useApp();
  if (isFiltered) return <p class="empty">Nothing matches these filters. Clear one of them.</p>;
  if (status.value.value?.reading) return <p class="empty">Reading…</p>;
  return (
    <p class="empty">
      There are no entries yet. As soon as a machine of this project does something, it appears
      here.
    </p>
  );
}
